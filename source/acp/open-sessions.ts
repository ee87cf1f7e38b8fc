/** The sessions that are open in one editor. */
import { RequestError } from "@agentclientprotocol/sdk";
import { EditorSession, type Origin } from "./editor-session.js";
import type { Host, Mode, OpenedSession } from "./host.js";

export class OpenSessions {
  readonly #host: Host;
  readonly #sessions = new Map<string, EditorSession>();
  /** What is being opened. */
  readonly #opening = new Set<Promise<OpenedSession>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Opens and starts a new session. */
  async create(mode: Mode, origin: Origin): Promise<EditorSession> {
    return await this.#start(this.#host.open({ cwd: origin.cwd, mode }), origin);
  }

  /**
   * Opens an earlier session, and sends what happened in it. One that is open here is closed for it once it is found. Throws
   * a request error while a turn of it runs.
   */
  async load(sessionId: string, origin: Origin): Promise<EditorSession> {
    if (this.#sessions.get(sessionId)?.isBusy) {
      throw RequestError.invalidRequest(undefined, "a turn of this session runs; cancel it first");
    }
    const open = await this.#host.find({ cwd: origin.cwd, sessionId });
    await this.end(sessionId);
    return await this.#start(open(), origin, { replays: true });
  }

  /** Another session of the same id, in that mode, takes the place of one that had no turn yet. */
  async replace(known: EditorSession, mode: Mode): Promise<EditorSession> {
    const { id, origin } = known;
    const { model } = known.snapshot;
    await this.end(id);
    const shown = await this.#start(this.#host.open({ cwd: origin.cwd, mode, sessionId: id }), origin);
    shown.setModel(model);
    return shown;
  }

  /** Throws a request error where no such session is open. */
  find(sessionId: string): EditorSession {
    const found = this.#sessions.get(sessionId);
    if (!found) {
      throw RequestError.invalidParams(undefined, `There is no session ${JSON.stringify(sessionId)} here.`);
    }
    return found;
  }

  /** Stops what runs in the session, if it is open. */
  cancel(sessionId: string): void {
    this.#sessions.get(sessionId)?.cancel();
  }

  /** Stops what runs in any of them. */
  cancelAll(): void {
    for (const one of this.#sessions.values()) {
      one.cancel();
    }
  }

  /** Ends the session, if it is open. */
  async end(sessionId: string): Promise<void> {
    const known = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await known?.close();
  }

  /** Ends all of them, those too that are being opened. */
  async endAll(): Promise<void> {
    const opening = [...this.#opening].map((one) =>
      one.then(({ session }) => session.close()).catch(() => {}),
    );
    await Promise.all([...opening, ...[...this.#sessions.values()].map((one) => one.close())]);
  }

  async #start(
    opening: Promise<OpenedSession>,
    origin: Origin,
    { replays = false } = {},
  ): Promise<EditorSession> {
    const opened = await this.#wait(opening);
    const shown = new EditorSession(opened, origin);
    this.#sessions.set(shown.id, shown);
    if (replays) {
      await shown.replay(opened.past);
    }
    await opened.start();
    return shown;
  }

  async #wait(opening: Promise<OpenedSession>): Promise<OpenedSession> {
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }
}
