/** What an editor is sent of one session: in order, and nothing before the editor knows the session. */
import { type AgentContext, methods, type SessionUpdate } from "@agentclientprotocol/sdk";

export class Outbox {
  readonly #sessionId: string;
  readonly #client: AgentContext;
  #open = () => {};
  #sending: Promise<void>;

  constructor(sessionId: string, client: AgentContext) {
    this.#sessionId = sessionId;
    this.#client = client;
    this.#sending = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Sends what waits, and from now on at once. */
  open(): void {
    this.#open();
  }

  /** Sends updates after those that wait. */
  send(...updates: readonly SessionUpdate[]): void {
    this.sendMade(() => updates);
  }

  /** Sends the updates that `make` returns when those before them are sent. */
  sendMade(make: () => readonly SessionUpdate[] | Promise<readonly SessionUpdate[]>): void {
    this.#sending = this.#sending
      .then(async () => {
        for (const update of await make()) {
          await this.#client.notify(methods.client.session.update, { sessionId: this.#sessionId, update });
        }
      })
      // The editor is gone; the session is ended by that.
      .catch(() => {});
  }

  /** Resolves when all that was given so far is sent. */
  sent(): Promise<void> {
    return this.#sending;
  }
}
