import { EventEmitter, on } from "node:events";

/**
 * Hands every value to every reader, in order. A reader gets what is published from its subscription on, and loses
 * nothing however slow it is: what it has not read yet waits for it in memory.
 */
export class Broadcast<T> {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  publish(value: T): void {
    this.#emitter.emit("value", value);
  }

  /** To be iterated once; to leave the loop is to unsubscribe. */
  subscribe(): AsyncIterable<T> {
    const values = on(this.#emitter, "value", { close: ["end"] });
    return (async function* () {
      for await (const [value] of values) {
        yield value;
      }
    })();
  }

  /** Ends what is subscribed now, once it has been read; new subscriptions are open again. */
  end(): void {
    this.#emitter.emit("end");
  }
}
