/** Performs what the reducer asks for, and turns what happens into actions: the one place where the loop has effects. */
import { randomUUID } from "node:crypto";
import type { RuntimeEvent } from "../base/events.js";
import { type ExitCode, exitCodes, toFailure } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";
import type { Action } from "./actions.js";
import { isRecorded } from "./actions.js";
import type { StepDriver } from "./drivers/step-driver.js";
import type { Effect } from "./effects.js";
import { reduce } from "./reducer/reducer.js";
import { dispatchCall } from "./run-call.js";
import type { ApprovalDecision, Notice, RunnableSession, SessionSnapshot } from "./session.js";
import { snapshotOf } from "./snapshot.js";
import type { LoopState, TurnResult } from "./state.js";
import type { Workbench } from "./workbench.js";

export type RunnerOptions = {
  /** The state to go on from: a new session's, or a transcript's. */
  state: LoopState;
  workbench: Workbench;
  driver: StepDriver;
  /** What the user should know from the start. */
  notices?: readonly Notice[];
};

/** A session of either mode: the reducer decides, the driver asks Cursor, the workbench holds files and trail. */
export class SessionRunner implements RunnableSession {
  #state: LoopState;
  #snapshot: SessionSnapshot;
  #turnStartedAt: number | undefined;
  readonly #workbench: Workbench;
  readonly #driver: StepDriver;
  readonly #notices: readonly Notice[];
  #running = new AbortController();
  readonly #waiting: Action[] = [];
  #draining = false;
  #closed: Promise<void> | undefined;
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: RuntimeEvent) => void>();

  constructor({ state, workbench, driver, notices = [] }: RunnerOptions) {
    this.#state = state;
    this.#snapshot = snapshotOf(state, undefined);
    this.#workbench = workbench;
    this.#driver = driver;
    this.#notices = notices;
    workbench.onTrailLost((reason) =>
      this.#dispatch({
        type: "warning",
        code: "trail-lost",
        message: `The session's log can no longer be written: ${reason}`,
      }),
    );
  }

  start(version: string): void {
    const { sessionId, model, mode } = this.#state;
    const repository = this.#workbench.root;
    this.#dispatch({ type: "session-start", sessionId, model, mode, repository, version });
    for (const notice of this.#notices) {
      this.warn(notice);
    }
  }

  warn(notice: Notice): void {
    this.#dispatch({ type: "warning", ...notice });
  }

  get repository(): string {
    return this.#workbench.root;
  }

  get results(): readonly TurnResult[] {
    return this.#state.results;
  }

  snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onEvent(listener: (event: RuntimeEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  submit(text: string): void {
    this.#dispatch({ type: "user", text, turnId: randomUUID() });
  }

  takeBack(): string | undefined {
    const newest = this.#state.queued.at(-1);
    if (newest) {
      this.#dispatch({ type: "take-back" });
    }
    return newest?.text;
  }

  interrupt(exitCode: ExitCode = exitCodes.interrupted): void {
    if (this.#state.turn?.stop === undefined) {
      this.#dispatch({ type: "interrupted", exitCode });
    } else {
      this.#driver.kill();
    }
  }

  decide(decision: ApprovalDecision): void {
    this.#dispatch({ type: "decision", ...decision });
  }

  setModel(model: string): void {
    this.#dispatch({ type: "model", model });
  }

  clear(): void {
    this.#dispatch({ type: "clear" });
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#state.turn === null && !this.#draining) {
          stop();
          resolve();
        }
      };
      const stop = this.onChange(look);
      look();
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    if (this.#state.turn) {
      this.interrupt();
      await this.idle();
    }
    this.#dispatch({ type: "session-end" });
    await this.#driver.dispose();
    await this.#workbench.close(this.#state);
  }

  /** Actions queue behind the one that runs, so that a listener may ask for the next thing at any time. */
  #dispatch(action: Action): void {
    this.#waiting.push(action);
    if (this.#draining) {
      return;
    }
    this.#draining = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (isRecorded(next)) {
        this.#workbench.record(next);
      }
      const { state, effects } = reduce(this.#state, next);
      this.#state = state;
      for (const effect of effects) {
        this.#perform(effect);
      }
    }
    this.#draining = false;
    this.#publish();
  }

  #publish(): void {
    this.#turnStartedAt = this.#state.turn ? (this.#turnStartedAt ?? Date.now()) : undefined;
    this.#snapshot = snapshotOf(this.#state, this.#turnStartedAt);
    for (const listener of this.#changeListeners) {
      listener();
    }
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case "emit":
        this.#emit(effect);
        return;
      case "interrupt-step":
      case "interrupt-call":
      case "interrupt-verification":
        this.#running.abort();
        return;
      case "open-turn":
        this.#running = new AbortController();
        void this.#openTurn(effect.number);
        return;
      case "start-step":
        void this.#driver.run(this.#state, {
          signal: this.#running.signal,
          dispatch: (action) => this.#dispatch(action),
        });
        return;
      case "dispatch-call":
        void this.#dispatchCall(effect);
        return;
      case "verify":
        void this.#verify();
        return;
      case "settle-turn":
        void this.#settle(effect);
        return;
      case "renew-driver":
        this.#driver.renew();
        return;
      default:
        effect satisfies never;
    }
  }

  #emit({ event: body, ids }: Extract<Effect, { type: "emit" }>): void {
    const event = stampEvent(body, ids);
    for (const listener of this.#eventListeners) {
      listener(event);
    }
  }

  async #openTurn(number: number): Promise<void> {
    try {
      await this.#workbench.openTurn(number);
      this.#dispatch({ type: "turn-opened" });
    } catch (error) {
      this.#dispatch({ type: "turn-not-opened", failure: toFailure(error) });
    }
  }

  async #dispatchCall({ call, approved }: Extract<Effect, { type: "dispatch-call" }>): Promise<void> {
    const { signal } = this.#running;
    await dispatchCall(call, {
      approved,
      context: this.#workbench.toolContext(signal),
      dispatch: (action) => this.#dispatch(action),
    });
  }

  async #verify(): Promise<void> {
    const verification = await this.#workbench.verify(this.#running.signal);
    this.#dispatch({ type: "verification", ...verification });
  }

  async #settle({ turnId, ending }: Extract<Effect, { type: "settle-turn" }>): Promise<void> {
    const settled = await this.#workbench.settleTurn(ending);
    this.#dispatch({ type: "turn-end", turnId, ...settled });
  }
}
