/** A recording as a session: what happened, at the pace it happened. It takes no messages. */
import type { RuntimeEvent } from "../../base/events.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { stampEvent } from "../../base/stamp.js";
import { paced } from "../../recording/pace.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import type { AppServices } from "../services.js";
import { PassiveSession } from "./passive-session.js";

export class ReplaySession extends PassiveSession {
  readonly #stop = new AbortController();
  /** Exit code of the last turn in the recording. */
  exitCode = 0;
  /** Milliseconds from the time of the recording to now. */
  #shift: number | undefined;

  constructor() {
    super({ phase: "thinking", mode: "replay", sessionId: "replay", model: "replay" });
  }

  /** Emits what was recorded; `speed` 2 is twice as fast as it was, 0 is at once. */
  async play(pieces: AsyncIterable<readonly RecordedEvent[]>, speed: number): Promise<void> {
    for await (const piece of paced(pieces, speed, this.#stop.signal)) {
      for (const event of piece) {
        this.#show(event);
      }
    }
    this.set({ phase: "idle" });
  }

  #show(event: RecordedEvent): void {
    if (event.type === "request") {
      // A message that leaves the queue has gone to the model.
      this.set({ queued: [event.text] });
      this.set({ queued: [] });
    } else {
      this.#emitNow(event);
    }
  }

  override submit(): void {
    const warning = { type: "runtime.warning", message: "A replay takes no messages." } as const;
    const { sessionId } = this.snapshot();
    this.emit(stampEvent(warning, { sessionId }));
  }

  override interrupt(): void {
    this.#stop.abort();
  }

  override async close(): Promise<void> {
    this.#stop.abort();
  }

  /** What still runs is timed from when it began. */
  #emitNow(recorded: RuntimeEvent): void {
    const at = Date.parse(recorded.createdAt);
    this.#shift ??= Date.now() - at;
    this.#follow(recorded);
    this.emit({ ...recorded, createdAt: new Date(at + this.#shift).toISOString() });
  }

  #follow(event: RuntimeEvent): void {
    switch (event.type) {
      case "turn.started":
        this.set({ phase: "thinking", turnStartedAt: Date.now() });
        return;
      case "tool.started":
        this.set({ phase: "acting" });
        return;
      case "thread.started":
        this.set({
          ...(event.threadId && { chatId: event.threadId }),
          ...(event.model && { model: event.model }),
        });
        return;
      case "usage.updated": {
        const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event;
        this.set({ usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } });
        return;
      }
      case "turn.completed":
        this.exitCode = event.exitCode;
        this.state.update(({ turnStartedAt: _, ...rest }) => ({ ...rest, phase: "idle" }));
        return;
      default:
    }
  }
}

const refuse = async (): Promise<never> => {
  const message = "A replay only shows what was recorded.";
  throw new CopperheadError({ code: "replay", message, exitCode: exitCodes.usage });
};

/** Nothing that a replay could act on. */
export const replayServices: AppServices = {
  root: undefined,
  branch: async () => undefined,
  files: async () => [],
  models: refuse,
  sessions: refuse,
  deleteSession: refuse,
  resume: refuse,
  undo: refuse,
  redo: refuse,
  projects: async () => [],
  draw: refuse,
  diff: refuse,
  check: refuse,
  explain: refuse,
  tools: async () => [],
  recorded: async function* () {},
  exportTranscript: refuse,
  config: refuse,
  commands: async () => [],
  setSetting: refuse,
  doctor: refuse,
  notify: "off",
  promptHistory: undefined,
};
