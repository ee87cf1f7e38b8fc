/** Performs what the reducer asks for, and turns what happens into actions: the one place where the loop has effects. */
import { randomUUID } from "node:crypto";
import type { CursorProvider } from "../cursor/provider.js";
import type { StepEvent } from "../cursor/step-events.js";
import type { RuntimeEvent, RuntimeEventBody } from "../runtime/events.js";
import { type ExitCode, toFailure } from "../runtime/failure.js";
import { stampEvent } from "../runtime/stamp.js";
import { describeTools } from "../tools/catalog.js";
import type { Action } from "./actions.js";
import { isRecorded } from "./actions.js";
import type { Command } from "./commands.js";
import { dispatchCall } from "./dispatch.js";
import { judgeReply } from "./judge.js";
import { reduce } from "./reducer.js";
import type { AgentSession, ApprovalDecision, SessionSnapshot } from "./session.js";
import { snapshotOf } from "./snapshot.js";
import type { Chat, LoopState } from "./state.js";
import type { Workbench } from "./workbench.js";

/** Makes the provider of the session's steps, for the model and the chat that the state names. */
export type ProviderFactory = (options: { model: string; chat: Chat | null }) => Promise<CursorProvider>;

export type RunnerOptions = {
  /** The state to go on from: a new session's, or a transcript's. */
  state: LoopState;
  workbench: Workbench;
  makeProvider: ProviderFactory;
};

/** The reasoning mode's session: Cursor proposes, copperhead acts. */
export class ReasoningSession implements AgentSession {
  #state: LoopState;
  #snapshot: SessionSnapshot;
  #turnStartedAt: number | undefined;
  readonly #workbench: Workbench;
  readonly #makeProvider: ProviderFactory;
  #provider: CursorProvider | undefined;
  #running = new AbortController();
  readonly #waiting: Action[] = [];
  #draining = false;
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: RuntimeEvent) => void>();

  constructor({ state, workbench, makeProvider }: RunnerOptions) {
    this.#state = state;
    this.#snapshot = snapshotOf(state, undefined);
    this.#workbench = workbench;
    this.#makeProvider = makeProvider;
    workbench.onTrailLost((reason) =>
      this.#dispatch({
        type: "warning",
        code: "trail-lost",
        message: `The session's log can no longer be written: ${reason}`,
      }),
    );
  }

  /** Begins the session: its listeners hear `session.started`. */
  start(version: string): void {
    const { sessionId, model } = this.#state;
    const repository = this.#workbench.root;
    this.#dispatch({ type: "session-start", sessionId, model, mode: "reasoning", repository, version });
  }

  /** Tells the user something that no turn is to blame for. */
  warn(notice: { message: string; code: string; advice?: string }): void {
    this.#dispatch({ type: "warning", ...notice });
  }

  /** Real path of the repository. */
  get repository(): string {
    return this.#workbench.root;
  }

  get state(): LoopState {
    return this.#state;
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

  interrupt(exitCode: ExitCode = 130): void {
    if (this.#state.turn?.stop === undefined) {
      this.#dispatch({ type: "interrupted", exitCode });
    } else {
      this.#provider?.kill();
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

  /** Resolves when no turn runs. */
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

  async close(): Promise<void> {
    if (this.#state.turn) {
      this.interrupt();
      await this.idle();
    }
    this.#dispatch({ type: "session-end" });
    await this.#provider?.dispose();
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
      const { state, commands } = reduce(this.#state, next);
      this.#state = state;
      for (const command of commands) {
        this.#perform(command);
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

  #perform(command: Command): void {
    switch (command.type) {
      case "emit":
        this.#emit(command.event);
        return;
      case "interrupt-step":
      case "interrupt-call":
      case "interrupt-verification":
        this.#running.abort();
        return;
      case "open-turn":
        this.#running = new AbortController();
        void this.#openTurn(command.number);
        return;
      case "start-step":
        void this.#runStep();
        return;
      case "dispatch-call":
        void this.#dispatchCall(command);
        return;
      case "verify":
        void this.#verify();
        return;
      case "settle-turn":
        void this.#settle(command);
        return;
      case "renew-provider":
        void this.#provider?.dispose();
        this.#provider = undefined;
        return;
      default:
        command satisfies never;
    }
  }

  #emit(body: RuntimeEventBody): void {
    const event = stampEvent(body, this.#state.sessionId);
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

  async #runStep(): Promise<void> {
    const { signal } = this.#running;
    await this.#workbench.beginStep();
    try {
      this.#provider ??= await this.#makeProvider({ model: this.#state.model, chat: this.#state.chat });
      const reply = await this.#provider.chat(this.#state.messages, describeTools(), {
        signal,
        onEvent: (event) => this.#hearStep(event),
      });
      await this.#workbench.endStep();
      const { chatId, known, usage, discarded, notice } = reply;
      this.#dispatch({ type: "step", chatId, known, ...(usage && { usage }) });
      if (discarded) {
        this.#dispatch({ type: "fabricated-results", ...discarded, notice: notice ?? "" });
      }
      const { nudge, ...judged } = judgeReply(reply);
      this.#dispatch({ type: "assistant", ...judged });
      if (nudge !== undefined) {
        this.#dispatch({ type: "nudge", text: nudge });
      }
      this.#dispatch({ type: "step-ended" });
    } catch (error) {
      await this.#workbench.endStep();
      const failure = toFailure(error);
      if (failure.code === "tripwire") {
        this.#dispatch({ type: "tripwire", message: failure.message });
      }
      this.#dispatch({ type: "step-failed", failure });
    }
  }

  #hearStep(event: StepEvent): void {
    switch (event.type) {
      case "started": {
        const { type: _, ...started } = event;
        this.#dispatch({ type: "step-started", ...started });
        return;
      }
      case "line":
        this.#workbench.keepLine(event.line);
        return;
      case "connection":
        this.#dispatch({ type: "connection", state: event.state });
        return;
      default:
        this.#dispatch(event);
    }
  }

  async #dispatchCall({ call, approved }: Extract<Command, { type: "dispatch-call" }>): Promise<void> {
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

  async #settle({ turnId, ending }: Extract<Command, { type: "settle-turn" }>): Promise<void> {
    const settled = await this.#workbench.settleTurn(ending);
    this.#dispatch({ type: "turn-end", turnId, ...settled });
  }
}
