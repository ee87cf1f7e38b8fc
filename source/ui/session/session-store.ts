/**
 * The session as the panes see it: its events reduced to a view, its snapshot beside it. What arrives is gathered and
 * becomes one new state a frame, so that five hundred deltas a second cost no more than a few.
 */

import type { AgentSession, ApprovalDecision, SessionSnapshot } from "../../loop/session.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import type { UndoResult } from "../../workspace/journal/undo.js";
import type { PastTurns } from "../services.js";
import { Store } from "../store.js";
import { commitBlocks, reduceEvents, type ViewEvent } from "../view/reduce-view.js";
import { emptyView, type Item, type View } from "../view/view.js";

export type ShownSession = { view: View; snapshot: SessionSnapshot };

/** Milliseconds between two states while events stream. */
const frame = 80;

export class SessionStore {
  readonly state: Store<ShownSession>;
  #session: AgentSession;
  #unfollow = () => {};
  /** Items of the history that were there before the session was followed. */
  #past = 0;
  readonly #pending: ViewEvent[] = [];
  #queued: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lastFrame = 0;
  #due = 0;

  constructor(session: AgentSession) {
    this.#session = session;
    this.state = new Store({ view: emptyView, snapshot: session.snapshot() });
    this.follow(session);
  }

  /** Follows another session, of which `past` is shown first. The history that is on the screen stays. */
  follow(session: AgentSession, past: PastTurns = { events: [] }): void {
    this.flush();
    this.#unfollow();
    this.#session = session;
    this.#queued = session.snapshot().queued;
    const stops = [session.onEvent((event) => this.#receive(event)), session.onChange(() => this.#changed())];
    this.#unfollow = () => {
      for (const stop of stops) {
        stop();
      }
    };
    this.showPast(past);
  }

  /** Shows what happened in a session before it was followed, after the history that is on the screen. */
  showPast({ events, earlier }: PastTurns): void {
    const { history } = this.state.get().view;
    const unseen: Item[] = earlier ? [{ kind: "earlier", ...earlier }] : [];
    const view = reduceEvents({ ...emptyView, history: [...history, ...unseen] }, events);
    this.#past = view.history.length;
    this.state.set({ view, snapshot: this.#session.snapshot() });
  }

  /** Calls `listener` after each new state, with the one before it and what the session then added to the history. */
  watch(listener: (state: ShownSession, before: ShownSession, added: readonly Item[]) => void): () => void {
    let before = this.state.get();
    return this.state.subscribe(() => {
      const [state, last] = [this.state.get(), before];
      before = state;
      listener(state, last, state.view.history.slice(Math.max(last.view.history.length, this.#past)));
    });
  }

  get sessionId(): string {
    return this.#session.snapshot().sessionId;
  }

  /** The session's own snapshot, newer than the state may be. */
  snapshot(): SessionSnapshot {
    return this.#session.snapshot();
  }

  /** Sends a message, or queues it while a turn runs. */
  submit(text: string): void {
    if (this.#session.snapshot().phase === "idle") {
      this.add({ kind: "request", text });
    }
    this.#session.submit(text);
    this.flush();
  }

  /** A queued message, which is then no longer queued: the one at `index`, else the newest. */
  takeBack(index?: number): string | undefined {
    this.#queued = this.#queued.toSpliced(index ?? -1, 1);
    const text = this.#session.takeBack(index);
    this.flush();
    return text;
  }

  decide(decision: ApprovalDecision): void {
    this.#session.decide(decision);
  }

  setProject(project: string): void {
    this.#session.setProject(project);
  }

  setModel(model: string): void {
    this.#session.setModel(model);
  }

  setApproval(approval: "never" | "on-request"): void {
    this.#session.setApproval(approval);
  }

  setTitle(title: string): void {
    this.#session.setTitle(title);
  }

  rewind(turn: number): void {
    this.#session.rewind(turn);
  }

  clear(): void {
    this.#session.clear();
  }

  compact(): void {
    this.#session.compact();
  }

  /** Turns of the session were undone or redone. */
  recordMove(direction: "undo" | "redo", { turns, restored }: UndoResult): void {
    if (turns.length > 0) {
      this.#session.recordMove({ direction, turns, files: restored });
    }
  }

  /** Puts something of the application's own into the history, at once. */
  add(item: Item): void {
    this.#pending.push({ type: "item", item });
    this.flush();
  }

  /** Makes the new state now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastFrame = performance.now();
    const { view } = this.state.get();
    const next = commitBlocks(reduceEvents(view, this.#pending.splice(0)));
    this.state.set({ view: next, snapshot: this.#session.snapshot() });
  }

  /** A queued message that left the queue without being taken back went to the model: it is a request now. */
  #changed(): void {
    const { queued, phase } = this.#session.snapshot();
    for (const text of this.#queued.slice(0, Math.max(0, this.#queued.length - queued.length))) {
      this.#pending.push({ type: "item", item: { kind: "request", text } });
    }
    this.#queued = queued;
    if (phase === this.state.get().snapshot.phase) {
      this.#schedule(this.#lastFrame + frame);
    } else {
      // What the user waits to see is not gathered, but for the events that belong to it. Mostly a turn that stops has
      // stopped a frame later: only one that has not is worth being shown as stopping.
      this.#schedule(phase === "stopping" ? performance.now() + frame : 0);
    }
  }

  #receive(event: RecordedEvent): void {
    this.#pending.push(event);
    this.#schedule(this.#lastFrame + frame);
  }

  /** A new state at `earliest`, where none is due before; the times are milliseconds of `performance.now()`. */
  #schedule(earliest: number): void {
    const at = Math.max(performance.now(), earliest);
    if (!this.#timer || at < this.#due) {
      clearTimeout(this.#timer);
      this.#due = at;
      this.#timer = setTimeout(() => this.flush(), at - performance.now());
    }
  }
}
