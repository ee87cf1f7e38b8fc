import { toFailure } from "../../base/failure.js";
import type { Usage } from "../../base/outcomes.js";
import { boundConversation } from "../../protocol/conversation-length.js";
import type { Message, Reply, ToolDescription } from "../../protocol/messages.js";
import { renderCatalog, renderConversation, renderDelta } from "../../protocol/render.js";
import { type CliOptions, CursorRun } from "../process/cursor-run.js";
import { isChatId, reasoningArguments } from "../process/invocation.js";
import { makePrivateWorkspace, removePrivateWorkspace } from "../process/private-workspace.js";
import { interrupted } from "../stream/failures.js";
import { type Attempt, nextAttempt } from "../stream/recoveries.js";
import { type ChatReply, type ReasoningEvent, ReasoningReader } from "./reasoning-reader.js";
import type { TripwirePolicy } from "./tripwire.js";

/** Cursor's side of the session, and how many of its messages it knows. */
export type KnownChat = { id: string; known: number };

/** A step's reply, read. */
export type StepReply = Reply & {
  chatId: string;
  /** How many messages the chat knows now, the reply itself included; 0 where the chat cannot be resumed. */
  known: number;
  usage?: Usage;
};

export type CursorProviderOptions = CliOptions & {
  /** The session's private folder; made for each step, removed by `dispose`. */
  workspace: string;
  tripwire: TripwirePolicy;
  /** The system prompt; opens a fresh chat, before the catalogue. */
  preamble: string;
  /** The chat of an earlier run of the session. */
  chat?: KnownChat;
};

export type ChatOptions = {
  /** Interrupts the step. */
  signal: AbortSignal;
  onEvent(event: ReasoningEvent): void;
};

const rulesUnreadable: ReasoningEvent = {
  type: "warning",
  code: "rules-unreadable",
  message: "Cursor cannot read the file that denies its tools; plan mode, sandbox and tripwire remain.",
};

const chatReplaced: ReasoningEvent = {
  type: "warning",
  code: "chat-replaced",
  message: "Cursor did not go on with this chat; a fresh one gets the whole conversation.",
};

/** Talks to Cursor in reasoning mode: messages in, a read reply out. Nothing that Cursor itself does is let pass. */
export class CursorProvider {
  readonly #options: CursorProviderOptions;
  readonly #unknown = new Map<string, number>();
  #chat: KnownChat | undefined;
  #deniesTools = true;
  #run: CursorRun | undefined;
  #stopped = false;

  constructor(options: CursorProviderOptions) {
    this.#options = options;
    this.#chat = options.chat;
  }

  /** The chat that the next step resumes, if any. */
  get chatId(): string | undefined {
    return this.#chat?.id;
  }

  /** How often each kind of event came that copperhead does not know, by `type/subtype`. */
  get unknownEvents(): ReadonlyMap<string, number> {
    return this.#unknown;
  }

  /**
   * One step. Sends the messages that the chat does not know yet, or all of them to a fresh chat, and reads the
   * reply, which is returned only when the step reached its result. Malformed replies are replies. Throws a
   * CopperheadError: `tripwire`, `interrupted` when the signal aborts, or what the CLI failed with. One at a time; a
   * step waits until the process is gone that an interrupted one left behind.
   */
  async chat(
    messages: readonly Message[],
    tools: readonly ToolDescription[],
    { signal, onEvent }: ChatOptions,
  ): Promise<StepReply> {
    this.#stopped = false;
    const { tripwire } = this.#options;
    const toolNames = tools.map(({ name }) => name);
    // Whatever cuts this step short leaves the chat in an unknown state.
    const chat = this.#chat;
    this.#chat = undefined;
    const resumed = chat && isResumable(chat, messages) ? chat : undefined;
    let attempt: Attempt = { resume: resumed?.id, deniesTools: this.#deniesTools, raced: false };
    for (;;) {
      await this.#run?.closed;
      if (signal.aborted || this.#stopped) {
        throw interrupted();
      }
      const { resume } = attempt;
      const reader = new ReasoningReader({
        toolNames,
        tripwire,
        resume,
        unknown: this.#unknown,
        emit: onEvent,
      });
      const prompt =
        resumed && resume !== undefined
          ? renderDelta(messages, resumed.known)
          : [
              this.#options.preamble,
              renderCatalog(tools),
              renderConversation(boundConversation(messages)),
            ].join("\n\n");
      try {
        return this.#keepChat(await this.#step(prompt, attempt, reader, signal), messages.length + 1);
      } catch (error) {
        const { code } = toFailure(error);
        if (code === "interrupted") {
          throw error;
        }
        await this.#run?.closed;
        const next = nextAttempt({ ...attempt, mode: "reasoning", code, hasBegun: reader.hasBegun });
        if (!next) {
          throw error;
        }
        if (next.resume !== attempt.resume) {
          onEvent(chatReplaced);
        }
        if (next.deniesTools !== attempt.deniesTools) {
          onEvent(rulesUnreadable);
        }
        this.#deniesTools = next.deniesTools;
        attempt = next;
      }
    }
  }

  /** Settles when the process is gone that the last step may have left behind; `undefined` where there is none. */
  get lingering(): Promise<void> | undefined {
    return this.#run?.closed;
  }

  /** Ends the process group at once, one that lingers after its step too. */
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

  async #step(
    prompt: string,
    { resume, deniesTools }: Attempt,
    reader: ReasoningReader,
    signal: AbortSignal,
  ): Promise<ChatReply> {
    const { workspace, model } = this.#options;
    await makePrivateWorkspace(workspace, { denyTools: deniesTools });
    const run = new CursorRun({
      ...this.#options,
      args: reasoningArguments({ workspace, model, resume }),
      cwd: workspace,
      prompt,
      onItem: (item) => reader.push(item),
      lines: () => reader.lines,
    });
    this.#run = run;
    void run.closed.then(() => {
      if (this.#run === run) {
        this.#run = undefined;
      }
    });
    const interrupt = () => run.abandon();
    signal.addEventListener("abort", interrupt);
    if (signal.aborted || this.#stopped) {
      interrupt();
    }
    try {
      return reader.end(await run.result);
    } finally {
      signal.removeEventListener("abort", interrupt);
    }
  }

  /** The chat goes on with the next step where it was one chat from the first event to the last. */
  #keepChat({ sameChat, ...reply }: ChatReply, known: number): StepReply {
    if (!sameChat || !isChatId(reply.chatId)) {
      return { ...reply, known: 0 };
    }
    this.#chat = { id: reply.chatId, known };
    return { ...reply, known };
  }
}

/** Whether the chat can go on: it knows the beginning of the messages, and there are new ones. */
function isResumable({ id, known }: KnownChat, messages: readonly Message[]): boolean {
  return known > 0 && known < messages.length && isChatId(id);
}
