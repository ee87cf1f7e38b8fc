/** What stands in the session's place until it is open: what is sent meanwhile waits for it. */
import { noUsage } from "../../base/events.js";
import type { AgentSession, SessionSnapshot } from "../../loop/session.js";

const nothingYet: SessionSnapshot = {
  phase: "starting",
  mode: "reasoning",
  sessionId: "",
  model: "",
  step: 0,
  maxSteps: 0,
  usage: noUsage,
  queued: [],
};

export class StartingSession implements AgentSession {
  readonly #listeners = new Set<() => void>();
  #snapshot = nothingYet;

  snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onEvent(): () => void {
    return () => {};
  }

  submit(text: string): void {
    this.#setQueued([...this.#snapshot.queued, text]);
  }

  takeBack(): string | undefined {
    const { queued } = this.#snapshot;
    this.#setQueued(queued.slice(0, -1));
    return queued.at(-1);
  }

  /** What waits, oldest first; it waits no longer. */
  takeAll(): readonly string[] {
    const { queued } = this.#snapshot;
    this.#snapshot = nothingYet;
    return queued;
  }

  interrupt(): void {}
  decide(): void {}
  setModel(): void {}
  clear(): void {}
  async close(): Promise<void> {}

  #setQueued(queued: readonly string[]): void {
    this.#snapshot = { ...nothingYet, queued };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
