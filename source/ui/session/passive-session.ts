/** A session in which nothing acts: a front end can ask for anything, and a subclass does what it can. */
import type { RuntimeEvent } from "../../base/events.js";
import { noUsage } from "../../base/no-usage.js";
import type { AgentSession, SessionSnapshot } from "../../loop/session.js";
import { Store } from "../store.js";

export class PassiveSession implements AgentSession {
  protected readonly state: Store<SessionSnapshot>;
  readonly #listeners = new Set<(event: RuntimeEvent) => void>();

  constructor(fixed: Pick<SessionSnapshot, "phase" | "mode" | "sessionId" | "model">) {
    this.state = new Store({
      ...fixed,
      step: 0,
      maxSteps: 0,
      usage: noUsage,
      contextTokens: 0,
      queued: [],
      title: "",
      approvals: "never",
      turns: [],
    });
  }

  snapshot(): SessionSnapshot {
    return this.state.get();
  }

  onChange(listener: () => void): () => void {
    return this.state.subscribe(listener);
  }

  onEvent(listener: (event: RuntimeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit(_text: string): void {}
  takeBack(_index?: number): string | undefined {
    return undefined;
  }
  interrupt(): void {}
  decide(): void {}
  setModel(): void {}
  setApproval(): void {}
  setTitle(): void {}
  rewind(): void {}

  setProject(): void {}
  clear(): void {}
  compact(): void {}
  recordMove(): void {}
  async close(): Promise<void> {}

  protected set(change: Partial<SessionSnapshot>): void {
    this.state.update((snapshot) => ({ ...snapshot, ...change }));
  }

  protected emit(event: RuntimeEvent): void {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }
}
