/** Performs what the reducer asks for, and turns what happens into actions: the one place where the loop has effects. */
import { randomUUID } from "node:crypto";
import type { RuntimeEvent } from "../base/events.js";
import { type ExitCode, exitCodes, toFailure } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";
import type { RepositoryNotes } from "../workspace/repository-notes.js";
import { type Action, type ActionOf, isRecorded } from "./actions.js";
import type { AuditTrail } from "./audit-trail.js";
import type { StepContext, StepDriver } from "./drivers/step-driver.js";
import type { Effect } from "./effects.js";
import { reduce } from "./reducer/reducer.js";
import type { ApprovalDecision, Notice, RunnableSession, SessionSnapshot } from "./session.js";
import { snapshotOf } from "./snapshot.js";
import type { LoopState, TurnResult } from "./state.js";
import type { TurnFiles } from "./turn-files.js";

export type RunnerOptions = {
  /** The state to go on from: a new session's, or a transcript's. */
  state: LoopState;
  files: TurnFiles;
  trail: AuditTrail;
  driver: StepDriver;
  /** The repository's notes to agents, those of a project's folder included; by default there are none. */
  readNotes?: (project: string | null) => Promise<RepositoryNotes>;
  /** Whether there is a user who can be asked before a change; by default there is none. */
  canAsk?: boolean;
  /** What the user should know from the start. */
  notices?: readonly Notice[];
};

/** A session of either mode. Actions are reduced one after the other; what they ask for is performed at once. */
export class SessionRunner implements RunnableSession {
  readonly #options: RunnerOptions;
  #state: LoopState;
  #snapshot: SessionSnapshot;
  #turnStartedAt: number | undefined;
  #running = new AbortController();
  readonly #waiting: Action[] = [];
  #draining = false;
  #closed: Promise<void> | undefined;
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: RuntimeEvent) => void>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#snapshot = snapshotOf(options.state, undefined);
    options.trail.onLost((reason) => {
      const message = `The session's log can no longer be written: ${reason}`;
      this.warn({ code: "trail-lost", message });
    });
  }

  start(version: string): void {
    const { sessionId, model, mode } = this.#state;
    const { repository } = this;
    this.#dispatch({ type: "session-start", sessionId, model, mode, repository, version });
    for (const notice of this.#options.notices ?? []) {
      this.warn(notice);
    }
  }

  warn(notice: Notice): void {
    this.#dispatch({ type: "warning", ...notice });
  }

  get repository(): string {
    return this.#options.files.root;
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

  takeBack(index?: number): string | undefined {
    const taken = this.#state.queued.at(index ?? -1);
    if (taken) {
      this.#dispatch({ type: "take-back", ...(index !== undefined && { index }) });
    }
    return taken?.text;
  }

  interrupt(exitCode: ExitCode = exitCodes.interrupted): void {
    if (this.#state.turn && this.#state.turn.stop === undefined) {
      this.#dispatch({ type: "interrupted", exitCode });
    } else {
      this.#options.driver.kill();
    }
  }

  decide(decision: ApprovalDecision): void {
    this.#dispatch({ type: "decision", ...decision });
  }

  setModel(model: string): void {
    this.#dispatch({ type: "model", model });
  }

  setProject(project: string): void {
    this.#dispatch({ type: "project", project });
  }

  setApproval(approval: "never" | "on-request"): void {
    this.#dispatch({ type: "approval", approval });
  }

  setTitle(title: string): void {
    this.#dispatch({ type: "title", title });
  }

  rewind(turn: number): void {
    this.#dispatch({ type: "rewind", turn });
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

  compact(): void {
    this.#dispatch({ type: "compact" });
  }

  recordMove(move: Omit<ActionOf<"moved">, "type">): void {
    this.#dispatch({ type: "moved", ...move });
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    const { driver, files, trail } = this.#options;
    if (this.#state.turn) {
      this.interrupt();
      await this.idle();
    }
    this.#dispatch({ type: "session-end" });
    await driver.dispose();
    await files.close();
    await trail.close(this.#state);
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
        this.#options.trail.record(next);
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
      case "emit": {
        const event = stampEvent(effect.event, effect.ids);
        for (const listener of this.#eventListeners) {
          listener(event);
        }
        return;
      }
      case "interrupt":
        this.#running.abort();
        return;
      case "open-turn":
        this.#running = new AbortController();
        void this.#work(effect);
        return;
      default:
        void this.#work(effect);
    }
  }

  /** Performs an effect that ends in an action. */
  async #work(effect: Exclude<Effect, { type: "emit" | "interrupt" }>): Promise<void> {
    const { files, driver } = this.#options;
    const { signal } = this.#running;
    const dispatch = (action: Action) => this.#dispatch(action);
    switch (effect.type) {
      case "open-turn":
        try {
          await files.openTurn(effect.number, signal);
          dispatch({ type: "turn-opened" });
        } catch (error) {
          dispatch({ type: "turn-not-opened", failure: toFailure(error) });
        }
        return;
      case "start-step":
        return this.#runStep({ signal, dispatch });
      case "dispatch-call": {
        const { call, approved, isConfirmed = false } = effect;
        const { project } = this.#state;
        const context = { ...files.toolContext(signal), isConfirmed, ...(project !== null && { project }) };
        const canAsk = this.#options.canAsk ?? false;
        const beforeChange = () => files.beforeChange();
        // The tools are loaded for the first call, not before the first prompt.
        const { dispatchCall } = await import("./dispatch-call.js");
        return dispatchCall(call, { approved, canAsk, context, beforeChange, dispatch });
      }
      case "verify":
        return dispatch({ type: "verification", ...(await files.verify(signal)) });
      case "settle-turn": {
        const { turnId, ending } = effect;
        return dispatch({ type: "turn-end", turnId, ...(await files.settleTurn(ending, driver.lingering)) });
      }
      default:
        return effect satisfies never;
    }
  }

  async #runStep(context: StepContext): Promise<void> {
    const { driver, trail } = this.#options;
    let actions: readonly Action[];
    try {
      await trail.beginStep();
      const notes = await this.#options.readNotes?.(this.#state.project);
      if (notes && notes.text !== this.#state.notes) {
        context.dispatch({ type: "notes", files: [...notes.files], text: notes.text });
      }
      const files = await this.#options.files.findStale(this.#state.seen);
      if (Object.keys(files).length > 0) {
        context.dispatch({ type: "stale", files });
      }
      this.#options.files.beginChecks(context.signal);
      actions = await driver.run(this.#state, context);
    } catch (error) {
      const failure = toFailure(error);
      const { code, message } = failure;
      actions = [
        ...(code === "tripwire" ? [{ type: "tripwire" as const, message }] : []),
        { type: "step-failed", failure },
      ];
    }
    await trail.endStep();
    actions.forEach(context.dispatch);
  }
}
