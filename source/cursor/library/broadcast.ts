import { ReadableStream, type ReadableStreamDefaultController } from "node:stream/web";

/**
 * Gives every value to every reader, in order. A reader gets what is published from its subscription on, and loses
 * nothing however slow it is: what it has not read yet waits for it in memory.
 */
export class Broadcast<T> {
  readonly #readers = new Set<ReadableStreamDefaultController<T>>();

  publish(value: T): void {
    for (const reader of this.#readers) {
      reader.enqueue(value);
    }
  }

  /** To be iterated once; to leave the loop is to unsubscribe. */
  subscribe(): AsyncIterable<T> {
    let own: ReadableStreamDefaultController<T> | undefined;
    return new ReadableStream<T>({
      start: (controller) => {
        own = controller;
        this.#readers.add(controller);
      },
      cancel: () => {
        if (own) {
          this.#readers.delete(own);
        }
      },
    });
  }

  /** Ends what is subscribed now, once it has been read; new subscriptions are open again. */
  end(): void {
    for (const reader of this.#readers) {
      reader.close();
    }
    this.#readers.clear();
  }
}
