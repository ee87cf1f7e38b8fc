/** One session as an editor shows it: its events are sent, its changes asked for, its prompts answered. */
import {
  type AgentContext,
  RequestError,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import type { RuntimeEvent } from "../base/events.js";
import { isTurnRunning, type RunnableSession, type SessionSnapshot } from "../loop/session.js";
import type { Approval } from "../loop/state.js";
import type { RecordedEvent } from "../recording/recorded-event.js";
import { askForChange } from "./change-question.js";
import { runTurn } from "./editor-turn.js";
import type { EditorServices, OpenedSession } from "./host.js";
import { runSlashCommand } from "./slash-commands.js";
import { type ChangedFile, filesOfDiff } from "./updates/changed-files.js";
import { Outbox } from "./updates/outbox.js";
import { SessionUpdates } from "./updates/session-updates.js";

/** Who opened a session: in which folder, an absolute path. */
export type Origin = { cwd: string; client: AgentContext };

export class EditorSession {
  readonly id: string;
  readonly origin: Origin;
  readonly #session: RunnableSession;
  readonly #services: EditorServices;
  readonly #updates: SessionUpdates;
  readonly #outbox: Outbox;
  #asked: Approval | undefined;
  /** Cancels the prompt that is being answered. */
  #prompt: AbortController | undefined;

  constructor({ session, services }: OpenedSession, origin: Origin) {
    this.id = session.snapshot().sessionId;
    this.#session = session;
    this.#services = services;
    this.origin = origin;
    this.#updates = new SessionUpdates(session.repository);
    this.#outbox = new Outbox(this.id, origin.client);
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
    this.#outbox.open();
  }

  /** Sends what happened before the session was opened. */
  async replay(past: AsyncIterable<RecordedEvent>): Promise<void> {
    this.show();
    for await (const event of past) {
      this.send(...this.#updates.push(event));
      await this.#outbox.sent();
    }
  }

  /** Sends updates after those that wait. */
  send(...updates: readonly SessionUpdate[]): void {
    this.#outbox.send(...updates);
  }

  /**
   * Runs a command or a turn, and returns why it ended when all of it is sent. `read` makes the request of the prompt.
   * Throws the request error of a turn that failed, and one where a turn runs.
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
      return await this.#answer(await read(), prompt.signal);
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

  async #answer(prompt: string, signal: AbortSignal): Promise<StopReason> {
    const context = { session: this.#session, services: this.#services, signal };
    const stopped = new Promise<"stopped">((resolve) => {
      signal.addEventListener("abort", () => resolve("stopped"));
    });
    const running = runSlashCommand(prompt, context);
    const shown = signal.aborted ? "stopped" : await Promise.race([running, stopped]);
    if (shown === "stopped") {
      running.catch(() => {});
      return "cancelled";
    }
    if (shown === undefined) {
      return await runTurn(prompt, { ...context, outbox: this.#outbox });
    }
    this.send(...shown.map((content) => ({ sessionUpdate: "agent_message_chunk", content }) as const));
    await this.#outbox.sent();
    return "end_turn";
  }

  #receive(event: RuntimeEvent): void {
    // The failure of a turn is the answer to its prompt.
    if (event.type !== "runtime.error") {
      this.#outbox.sendMade(async () => this.#updates.push(event, await this.#filesOf(event)));
    }
  }

  async #filesOf(event: RuntimeEvent): Promise<ChangedFile[]> {
    const isOurs = event.type === "tool.completed" && event.origin === "copperhead";
    return isOurs && event.diff !== undefined ? await filesOfDiff(event.diff, "after", this.repository) : [];
  }

  #look(): void {
    const { phase, approval } = this.#session.snapshot();
    if (phase === "verifying") {
      this.#outbox.sendMade(() => this.#updates.beginChecks());
    }
    if (approval && approval !== this.#asked) {
      void askForChange(approval, {
        session: this.#session,
        client: this.origin.client,
        updates: this.#updates,
        outbox: this.#outbox,
      });
    }
    this.#asked = approval;
  }
}
