/** Opens the sessions that are shown, one after the other, and closes each of them; nothing else does either. */
import type { AgentSession } from "../../loop/session.js";
import type { AppOptions, AppServices, Opened, OpenedSession } from "../services.js";
import { SessionStore } from "./session-store.js";
import { StartingSession } from "./starting-session.js";

export class SessionOwner {
  readonly #starting = new StartingSession();
  /** What is shown, whichever session it is; until one is open, messages wait in it. */
  readonly session = new SessionStore(this.#starting);
  readonly #first: AppOptions["open"];
  #services: AppServices | undefined;
  #shown: AgentSession = this.#starting;
  readonly #sessionIds: string[] = [];
  #opening: Promise<unknown> = Promise.resolve();
  readonly #replaced: Promise<void>[] = [];
  #closed: Promise<unknown> | undefined;

  constructor(open: AppOptions["open"]) {
    this.#first = open;
  }

  /** Opens the first session. Resolves when it is shown; rejects where it cannot be opened. */
  async start(): Promise<Opened> {
    const opened = await this.#open(() => this.#first((past) => this.session.showPast(past)));
    this.#services = opened.services;
    return opened;
  }

  /** The services around the sessions, once the first of them is open. */
  get services(): AppServices | undefined {
    return this.#services;
  }

  /** The sessions that the history is of, oldest first. */
  get sessionIds(): readonly string[] {
    return this.#sessionIds;
  }

  /** The messages that were sent before the first session was open. */
  get waiting(): readonly string[] {
    return this.#starting.snapshot().queued;
  }

  /** Shows an earlier session in the place of this one. Rejects where it cannot be opened. */
  async resume(sessionId: string): Promise<void> {
    const { services } = this;
    if (services) {
      await this.#open(() => services.resume(sessionId));
    }
  }

  /** Stops what the session does; called again, at once. */
  interrupt(): void {
    this.#shown.interrupt();
  }

  /** Resolves when every session is closed, one that is still being opened too. */
  async close(): Promise<void> {
    this.#closed ??= this.#opening.then(() => Promise.all([...this.#replaced, this.#shown.close()]));
    await this.#closed;
  }

  async #open<One extends OpenedSession>(open: () => Promise<One>): Promise<One> {
    const opened = this.#opening.then(open).then((one) => {
      this.#show(one);
      return one;
    });
    this.#opening = opened.catch(() => {});
    return opened;
  }

  #show({ session, past }: OpenedSession): void {
    this.#replaced.push(this.#shown.close());
    this.#shown = session;
    this.#sessionIds.push(session.snapshot().sessionId);
    this.session.follow(session, past);
  }
}
