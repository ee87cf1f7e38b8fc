/** One session as an editor shows it: its events are sent, its changes asked for, its prompts answered. */
import {
  type AgentContext,
  methods,
  RequestError,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import type { RuntimeEvent } from "../base/events.js";
import { toFailure } from "../base/failure.js";
import {
  type ApprovalDecision,
  isTurnRunning,
  type RunnableSession,
  type SessionSnapshot,
} from "../loop/session.js";
import type { Approval } from "../loop/state.js";
import type { RecordedEvent } from "../recording/recorded-event.js";
import { readContained } from "../workspace/containment.js";
import { type ChangedFile, changedFiles } from "./changed-files.js";
import { captionOf, noticeOf, pictures, text } from "./content.js";
import type { DesignPart, EditorServices, OpenedSession } from "./host.js";
import { decisionOf, permissionOptions } from "./permission.js";
import { SessionUpdates } from "./session-updates.js";
import { runSlashCommand } from "./slash-commands.js";
import { stopReasonOf } from "./stop-reason.js";

/** Who opened a session: in which folder, an absolute path. */
export type Origin = { cwd: string; client: AgentContext };

export class EditorSession {
  readonly id: string;
  readonly origin: Origin;
  readonly #session: RunnableSession;
  readonly #services: EditorServices;
  readonly #updates: SessionUpdates;
  /** What is sent, one after the other; nothing before the editor knows the session. */
  #sending: Promise<void>;
  #release = () => {};
  #asked: Approval | undefined;
  #pictures = 0;
  /** Cancels the prompt that is being answered. */
  #prompt: AbortController | undefined;

  constructor({ session, services }: OpenedSession, origin: Origin) {
    this.id = session.snapshot().sessionId;
    this.#session = session;
    this.#services = services;
    this.origin = origin;
    this.#updates = new SessionUpdates(session.repository);
    this.#sending = new Promise((resolve) => {
      this.#release = resolve;
    });
    session.onEvent((event) => this.#receive(event));
    session.onChange(() => this.#look());
  }

  /** Real path of the repository. */
  get repository(): string {
    return this.#session.repository;
  }

  get snapshot(): SessionSnapshot {
    return this.#session.snapshot();
  }

  /** Whether a prompt is being answered. */
  get isBusy(): boolean {
    return this.#prompt !== undefined;
  }

  /** Whether a turn has begun in it. */
  get hasTurns(): boolean {
    return this.#prompt !== undefined || this.#session.results.length > 0;
  }

  /** From the next step on. */
  setModel(model: string): void {
    this.#session.setModel(model);
  }

  /** Sends what has happened so far, and from now on at once. */
  show(): void {
    this.#release();
  }

  /** Sends what happened before the session was opened. */
  async replay(past: AsyncIterable<RecordedEvent>): Promise<void> {
    this.show();
    for await (const event of past) {
      this.send(...this.#updates.push(event));
      await this.#sending;
    }
  }

  /** Sends updates after those that wait. */
  send(...updates: readonly SessionUpdate[]): void {
    this.#send(() => updates);
  }

  /**
   * Runs a turn, and returns why it ended when all of it is sent. `read` makes the request of the prompt. Throws the
   * request error of a turn that failed, and one where a turn runs.
   */
  async prompt(read: () => Promise<string>, signal: AbortSignal): Promise<StopReason> {
    if (this.#prompt) {
      throw RequestError.invalidRequest(
        undefined,
        "a turn of this session runs; cancel it, or wait for its end",
      );
    }
    const prompt = new AbortController();
    this.#prompt = prompt;
    const cancel = () => this.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const text = await read();
      return (await this.#runCommand(text, prompt.signal)) ?? (await this.#runTurn(text, prompt.signal));
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#prompt = undefined;
    }
  }

  /** Stops what runs; called again, at once. */
  cancel(): void {
    this.#prompt?.abort();
    if (isTurnRunning(this.#session.snapshot())) {
      this.#session.interrupt();
    }
  }

  /** Ends the session, its turn and its processes. */
  async close(): Promise<void> {
    await this.#session.close();
  }

  /** Undefined where the prompt is no command. */
  async #runCommand(prompt: string, signal: AbortSignal): Promise<StopReason | undefined> {
    const stopped = new Promise<"stopped">((resolve) => {
      signal.addEventListener("abort", () => resolve("stopped"));
    });
    const running = runSlashCommand(prompt, { session: this.#session, services: this.#services, signal });
    const shown = signal.aborted ? "stopped" : await Promise.race([running, stopped]);
    if (shown === "stopped") {
      running.catch(() => {});
      return "cancelled";
    }
    if (shown === undefined) {
      return undefined;
    }
    this.send(...shown.map((content) => ({ sessionUpdate: "agent_message_chunk", content }) as const));
    await this.#sending;
    return "end_turn";
  }

  async #runTurn(request: string, signal: AbortSignal): Promise<StopReason> {
    this.#session.submit(request);
    await this.#session.idle();
    const turn = this.#session.results.at(-1);
    for (const part of changedParts(turn?.filesChanged ?? [])) {
      await this.#showPicture(part, signal);
    }
    await this.#sending;
    const reason = stopReasonOf(turn ?? { status: "failed" });
    const failure = reason === "max_turn_requests" ? turn?.failure : undefined;
    if (failure) {
      this.send(noticeOf("Error", failure));
      await this.#sending;
    }
    return signal.aborted ? "cancelled" : reason;
  }

  /** What the session has made of the design, for the eyes. */
  async #showPicture(part: DesignPart, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return;
    }
    this.#pictures += 1;
    const toolCallId = `picture:${this.#pictures}`;
    const title = `Picture of the ${part}`;
    this.send({ sessionUpdate: "tool_call", toolCallId, title, kind: "read", status: "in_progress" });
    const { project } = this.#session.snapshot();
    const update = await this.#services.picture(this.id, { project, part, where: "", signal }).then(
      (drawn) =>
        ({ status: "completed", content: [text(captionOf(drawn)), ...pictures(drawn.images)] }) as const,
      (error: unknown) => ({ status: "failed", content: [text(toFailure(error).message)] }) as const,
    );
    const content = update.content.map((block) => ({ type: "content" as const, content: block }));
    this.send({ sessionUpdate: "tool_call_update", toolCallId, status: update.status, content });
  }

  #receive(event: RuntimeEvent): void {
    // The failure of a turn is the answer to its prompt.
    if (event.type !== "runtime.error") {
      this.#send(async () => this.#updates.push(event, await this.#filesOf(event)));
    }
  }

  async #filesOf(event: RuntimeEvent): Promise<ChangedFile[]> {
    const isOurs = event.type === "tool.completed" && event.origin === "copperhead";
    return isOurs && event.diff !== undefined ? await this.#readChanges(event.diff, "after") : [];
  }

  #readChanges(diff: string, side: "before" | "after"): Promise<ChangedFile[]> {
    return changedFiles(diff, side, async (path) =>
      (await readContained(this.repository, path)).toString("utf8"),
    );
  }

  #send(make: () => readonly SessionUpdate[] | Promise<readonly SessionUpdate[]>): void {
    this.#sending = this.#sending
      .then(async () => {
        for (const update of await make()) {
          await this.origin.client.notify(methods.client.session.update, { sessionId: this.id, update });
        }
      })
      // The editor is gone; the session is ended by that.
      .catch(() => {});
  }

  #look(): void {
    const { phase, approval } = this.#session.snapshot();
    if (phase === "verifying") {
      this.#send(() => this.#updates.beginChecks());
    }
    if (approval && approval !== this.#asked) {
      void this.#ask(approval);
    }
    this.#asked = approval;
  }

  /** Shows the change, and asks for it. What keeps the editor from answering is a no. */
  async #ask(approval: Approval): Promise<void> {
    const files = await this.#readChanges(approval.diff, "before");
    const toolCall = this.#updates.propose(approval, files);
    this.send({ sessionUpdate: "tool_call", ...toolCall });
    await this.#sending;
    const decision = await this.origin.client
      .request(methods.client.session.requestPermission, {
        sessionId: this.id,
        toolCall,
        options: permissionOptions,
      })
      .then(({ outcome }) => decisionOf(outcome), noAnswer);
    // Where the turn was cancelled meanwhile, the question is settled.
    if (this.#session.snapshot().approval === approval) {
      this.#session.decide(decision);
    }
  }
}

function changedParts(files: readonly string[]): DesignPart[] {
  const has = (extension: string) => files.some((path) => path.endsWith(extension));
  return [
    ...(has(".kicad_sch") ? ["schematic" as const] : []),
    ...(has(".kicad_pcb") ? ["board" as const] : []),
  ];
}

function noAnswer(error: unknown): ApprovalDecision {
  const why = error instanceof RequestError ? `: ${error.message}` : ".";
  return { answer: "no", reason: `The editor could not ask the user${why}` };
}
