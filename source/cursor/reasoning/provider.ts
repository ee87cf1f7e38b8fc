import type { Environment } from "../../base/environment.js";
import { CopperheadError } from "../../base/failure.js";
import type { Message, ToolDescription } from "../../protocol/messages.js";
import { renderCatalog, renderConversation, renderDelta } from "../../protocol/render.js";
import { CursorRun, type RunEnd } from "../process/cursor-run.js";
import { cursorEnvironment } from "../process/environment.js";
import { reasoningArguments } from "../process/invocation.js";
import { makePrivateWorkspace, removePrivateWorkspace } from "../process/private-workspace.js";
import { classifyExit, cursorNotStarted, interrupted, silent } from "../stream/failures.js";
import type { StepEvent, StepReply } from "./step-events.js";
import { OtherChatError, StepReader } from "./step-reader.js";
import type { TripwirePolicy } from "./tripwire.js";

/** Cursor's side of the session, and how many of its messages it knows. */
export type KnownChat = { id: string; known: number };

export type CursorProviderOptions = {
  /** Path of the Cursor CLI. */
  binary: string;
  /** The session's private folder; made for each step, removed by `dispose`. */
  workspace: string;
  /** An exact model id, only where the user named one. */
  model?: string;
  tripwire: TripwirePolicy;
  /** Milliseconds. */
  idleTimeoutMs: number;
  /** The system prompt; opens a fresh chat, before the catalogue. */
  preamble: string;
  /** Path of the lock that serialises starts across processes. */
  startLock: string;
  /** The chat of an earlier run of the session. */
  chat?: KnownChat;
  /** Told the process group of each child before it gets its prompt. */
  onStarted?(group: number): Promise<void>;
  /** The user's environment, of which the CLI gets what is on the allow-list; `process.env` by default. */
  env?: Environment;
};

export type ChatOptions = {
  /** Interrupts the step. */
  signal: AbortSignal;
  onEvent(event: StepEvent): void;
};

/** How the next try at a step is made. */
type Attempt = { resume: KnownChat | undefined; raced: boolean };

const chatId = /^[A-Za-z0-9][\w.-]*$/;

/** Failures of a resumed chat that a fresh one does not have. */
const chatFailures = new Set(["chat-gone", "chat-in-use"]);

/** Talks to Cursor in reasoning mode: messages in, a read reply out. Nothing that Cursor itself does is let pass. */
export class CursorProvider {
  readonly #options: CursorProviderOptions;
  readonly #unknown = new Map<string, number>();
  #chat: KnownChat | undefined;
  #denyTools = true;
  #run: CursorRun | undefined;
  #stopped = false;

  constructor(options: CursorProviderOptions) {
    this.#options = options;
    this.#chat = options.chat;
  }

  /** How often each kind of event that copperhead does not know was met, by `type/subtype`. */
  get unknownEvents(): ReadonlyMap<string, number> {
    return this.#unknown;
  }

  /**
   * One step. Sends the messages that the chat does not know yet, or all of them to a fresh chat, and reads the
   * reply, which is returned only when the step reached its result. Malformed replies are replies. Throws a
   * CopperheadError: `tripwire`, `interrupted` when the signal aborts, or what the CLI failed with. One at a time.
   */
  async chat(
    messages: readonly Message[],
    tools: readonly ToolDescription[],
    options: ChatOptions,
  ): Promise<StepReply> {
    this.#stopped = false;
    // Whatever cuts this step short leaves the chat in a state that nobody knows.
    const chat = this.#chat;
    this.#chat = undefined;
    let attempt: Attempt = { resume: resumable(chat, messages) ? chat : undefined, raced: false };
    for (;;) {
      await this.#run?.closed;
      if (options.signal.aborted || this.#stopped) {
        throw interrupted();
      }
      const reader = new StepReader({
        toolNames: tools.map(({ name }) => name),
        tripwire: this.#options.tripwire,
        resume: attempt.resume?.id,
        unknown: this.#unknown,
        emit: options.onEvent,
      });
      try {
        const { sameChat, ...reply } = await this.#step(
          this.#prompt(messages, tools, attempt),
          attempt,
          reader,
          options.signal,
        );
        const known = sameChat && chatId.test(reply.chatId) ? messages.length + 1 : 0;
        if (known > 0) {
          this.#chat = { id: reply.chatId, known };
        }
        return { ...reply, known };
      } catch (error) {
        await this.#run?.closed;
        const next = this.#recover(error, attempt, reader.started, options.onEvent);
        if (next === undefined) {
          throw error;
        }
        attempt = next;
      }
    }
  }

  /** Ends the process group at once. */
  kill(): void {
    this.#stopped = true;
    this.#run?.kill();
  }

  /** Ends the process, after the grace that a finished one has to file its chat, and removes the workspace. */
  async dispose(): Promise<void> {
    this.#stopped = true;
    if (this.#run && !this.#run.finished) {
      this.#run.interrupt();
    }
    await this.#run?.closed;
    await removePrivateWorkspace(this.#options.workspace);
  }

  #prompt(messages: readonly Message[], tools: readonly ToolDescription[], { resume }: Attempt): string {
    if (resume) {
      return renderDelta(messages, resume.known);
    }
    return [this.#options.preamble, renderCatalog(tools), renderConversation(messages)].join("\n\n");
  }

  async #step(input: string, { resume }: Attempt, reader: StepReader, signal: AbortSignal) {
    const {
      binary,
      workspace,
      model,
      startLock,
      idleTimeoutMs,
      onStarted,
      env = process.env,
    } = this.#options;
    await makePrivateWorkspace(workspace, { denyTools: this.#denyTools });
    const run = new CursorRun({
      file: binary,
      args: reasoningArguments({ workspace, model, resume: resume?.id }),
      cwd: workspace,
      env: cursorEnvironment(env),
      input,
      ...(onStarted && { onStarted }),
      startLock,
      idleTimeoutMs,
      onItem: (item) => reader.take(item),
    });
    this.#run = run;
    const interrupt = () => run.interrupt();
    signal.addEventListener("abort", interrupt);
    if (signal.aborted || this.#stopped) {
      interrupt();
    }
    try {
      const end = await run.ended;
      if (end.how === "result") {
        return reader.reply(end.result);
      }
      throw signal.aborted || this.#stopped ? interrupted() : this.#failureOf(end, reader);
    } finally {
      signal.removeEventListener("abort", interrupt);
    }
  }

  #failureOf(end: Exclude<RunEnd, { how: "result" }>, reader: StepReader): CopperheadError {
    if (end.how === "not-started") {
      return interrupted();
    }
    if (end.how === "silent") {
      return silent(this.#options.idleTimeoutMs);
    }
    const { startError } = end.exit;
    if (startError !== undefined) {
      return cursorNotStarted(this.#options.binary, startError);
    }
    return new CopperheadError(classifyExit({ ...end.exit, lines: reader.lines }));
  }

  /** What to do differently in another try; `undefined` where the failure stands. */
  #recover(
    error: unknown,
    attempt: Attempt,
    started: boolean,
    tell: ChatOptions["onEvent"],
  ): Attempt | undefined {
    const code = error instanceof CopperheadError ? error.failure.code : undefined;
    if (!started && code === "config-race" && !attempt.raced) {
      return { ...attempt, raced: true };
    }
    if (!started && code === "rules-unreadable" && this.#denyTools) {
      this.#denyTools = false;
      tell({
        type: "warning",
        code,
        message: "Cursor cannot read the file that denies its tools; plan mode, sandbox and tripwire remain.",
      });
      return attempt;
    }
    const isGone =
      error instanceof OtherChatError ||
      (code !== undefined && chatFailures.has(code)) ||
      (!started && code === "no-result");
    if (attempt.resume === undefined || !isGone) {
      return undefined;
    }
    tell({
      type: "warning",
      code: "chat-replaced",
      message: "Cursor did not go on with this chat; a fresh one gets the whole conversation.",
    });
    return { ...attempt, resume: undefined };
  }
}

/** Whether the chat can go on: it knows the beginning of the messages, and there are new ones. */
function resumable(chat: KnownChat | undefined, messages: readonly Message[]): boolean {
  return chat !== undefined && chat.known > 0 && chat.known < messages.length && chatId.test(chat.id);
}
