/** The session that is shown, and those that were shown before it: on the screen their histories follow each other. */
import type { AgentSession } from "../loop/session.js";
import type { OpenedSession } from "./services.js";
import { Store } from "./store.js";
import { reduceView, type ViewEvent } from "./view/reduce-view.js";
import { emptyView, type Item } from "./view/view.js";
import { type Section, wholeHistory } from "./whole-history.js";

export class ShownSessions {
  readonly current: Store<OpenedSession>;
  readonly #sections: Section[] = [];

  constructor(session: AgentSession) {
    this.current = new Store<OpenedSession>({ session, past: [] });
  }

  get session(): AgentSession {
    return this.current.get().session;
  }

  /** Shows another session below `history`, which is on the screen already. */
  show({ session, past }: OpenedSession, history: readonly Item[]): void {
    this.#sections.push({ sessionId: session.snapshot().sessionId, from: history.length });
    this.current.set({
      session,
      past: [...history.map((item) => ({ type: "local.item", item }) as const), ...past],
    });
  }

  /** `history` with what the records of its sessions have of it; `read` answers what was said in a session. */
  whole(
    history: readonly Item[],
    read: (sessionId: string) => Promise<readonly ViewEvent[]>,
  ): Promise<Item[]> {
    const itemsOf = async (sessionId: string) =>
      (await read(sessionId)).reduce(reduceView, emptyView).history;
    return wholeHistory(history, this.#sections, itemsOf);
  }
}
