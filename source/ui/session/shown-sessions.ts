/**
 * The session that is shown, from before it is open; and those that were shown before it: on the screen their histories
 * follow each other.
 */
import type { AgentSession } from "../../loop/session.js";
import type { AppServices, Opened, OpenedSession } from "../services.js";
import { Store } from "../store.js";
import { reduceView } from "../view/reduce-view.js";
import { emptyView, type Item } from "../view/view.js";
import type { SessionStore } from "./session-store.js";
import { StartingSession } from "./starting-session.js";
import { type Section, wholeHistory } from "./whole-history.js";

export class ShownSessions {
  readonly #starting = new StartingSession();
  readonly current = new Store<OpenedSession>({ session: this.#starting, past: [] });
  readonly #sections: Section[] = [];
  #services: AppServices | undefined;
  #loop: SessionStore | undefined;
  #onFollowed = () => {};

  get session(): AgentSession {
    return this.current.get().session;
  }

  /** The loop of the session that the panes follow; undefined before the first frame. */
  get loop(): SessionStore | undefined {
    return this.#loop;
  }

  /** The services around the sessions, once the first of them is open. */
  get services(): AppServices | undefined {
    return this.#services;
  }

  /** Keeps a message for the session that is opened first. */
  keep(message: string): void {
    this.#starting.submit(message);
  }

  /** What was kept for the first session, or sent before it was open; it is not kept any longer. */
  takeKept(): readonly string[] {
    return this.#starting.takeAll();
  }

  /** Shows the first session, and waits until the panes follow it. */
  async open(opened: Opened): Promise<void> {
    const followed = new Promise<void>((resolve) => {
      this.#onFollowed = resolve;
    });
    this.#services = opened.services;
    this.show(opened);
    await followed;
  }

  /** Shows another session. The history that is on the screen stays, and that of the session follows it. */
  show({ session, past }: OpenedSession): void {
    const history = this.#loop?.state.get().view.history ?? [];
    this.#sections.push({ sessionId: session.snapshot().sessionId, from: history.length });
    this.current.set({
      session,
      past: [...history.map((item) => ({ type: "local.item", item }) as const), ...past],
    });
  }

  /** The panes follow the session that is shown, by this loop. */
  followed(loop: SessionStore): void {
    this.#loop = loop;
    this.#onFollowed();
  }

  /** Puts something of the application's own into the history. */
  tell(item: Item): void {
    this.#loop?.tell(item);
  }

  /** The history with what the records of its sessions have of it. */
  whole(history: readonly Item[]): Promise<readonly Item[]> {
    const read = async (sessionId: string) => {
      const events = (await this.#services?.recorded(sessionId)) ?? [];
      return events.reduce(reduceView, emptyView).history;
    };
    return wholeHistory(history, this.#sections, read);
  }
}
