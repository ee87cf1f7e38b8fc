/** A recorded stream as a session: what happened, at the pace it happened, with nobody to talk to. */
import { randomUUID } from "node:crypto";
import { noUsage, type RuntimeEvent } from "../../base/events.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { AgentSession, SessionSnapshot } from "../../loop/session.js";
import { paced } from "../../recording/pace.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import type { AppServices } from "../services.js";

export class ReplaySession implements AgentSession {
  readonly #changes = new Set<() => void>();
  readonly #listeners = new Set<(event: RuntimeEvent) => void>();
  readonly #stop = new AbortController();
  #snapshot: SessionSnapshot = {
    phase: "thinking",
    mode: "replay",
    sessionId: "replay",
    model: "replay",
    step: 0,
    maxSteps: 0,
    usage: noUsage,
    queued: [],
  };
  /** Exit code of the last turn in the recording. */
  exitCode = 0;
  /** Milliseconds from the time of the recording to now. */
  #shift: number | undefined;

  /** Plays what was recorded to those who listen; `speed` 2 is twice as fast as it was, 0 is at once. */
  async play(items: AsyncIterable<RecordedEvent>, speed: number): Promise<void> {
    for await (const item of paced(items, speed, this.#stop.signal)) {
      if (item.type === "request") {
        // A message that leaves the queue has gone to the model.
        this.#set({ queued: [item.text] });
        this.#set({ queued: [] });
      } else {
        this.#tell(item);
      }
    }
    this.#set({ phase: "idle" });
  }

  snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  onChange(listener: () => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  onEvent(listener: (event: RuntimeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit(): void {
    this.#tell({
      type: "runtime.warning",
      message: "A replay takes no messages.",
      eventId: randomUUID(),
      provider: "cursor",
      sessionId: this.#snapshot.sessionId,
      createdAt: new Date().toISOString(),
    });
  }

  takeBack(): undefined {}
  decide(): void {}
  setModel(): void {}
  clear(): void {}

  interrupt(): void {
    this.#stop.abort();
  }

  async close(): Promise<void> {
    this.#stop.abort();
  }

  #tell(recorded: RuntimeEvent): void {
    const at = Date.parse(recorded.createdAt);
    this.#shift ??= Date.now() - at;
    // What still runs is timed from when it began.
    const event = { ...recorded, createdAt: new Date(at + this.#shift).toISOString() };
    this.#follow(event);
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  #follow(event: RuntimeEvent): void {
    switch (event.type) {
      case "turn.started":
        this.#set({ phase: "thinking", turnStartedAt: Date.now() });
        return;
      case "tool.started":
        this.#set({ phase: "acting" });
        return;
      case "thread.started":
        this.#set({
          ...(event.threadId && { chatId: event.threadId }),
          ...(event.model && { model: event.model }),
        });
        return;
      case "usage.updated": {
        const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event;
        this.#set({ usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } });
        return;
      }
      case "turn.completed": {
        this.exitCode = event.exitCode;
        const { turnStartedAt: _, ...rest } = this.#snapshot;
        this.#snapshot = rest;
        this.#set({ phase: "idle" });
        return;
      }
      default:
    }
  }

  #set(change: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#changes) {
      listener();
    }
  }
}

const refuse = async (): Promise<never> => {
  const message = "A replay only shows what was recorded.";
  throw new CopperheadError({ code: "replay", message, exitCode: exitCodes.usage });
};

/** Nothing that a replay could act on. */
export const replayServices: AppServices = {
  branch: async () => undefined,
  files: async () => [],
  models: refuse,
  sessions: refuse,
  resume: refuse,
  undo: refuse,
  redo: refuse,
  draw: refuse,
  diff: refuse,
  check: refuse,
  tools: () => [],
  recorded: async () => [],
  exportTranscript: refuse,
  config: refuse,
  doctor: refuse,
  promptHistory: undefined,
};
