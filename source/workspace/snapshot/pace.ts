/** Long loops of short tasks that let the rest of the program go on. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** So many items are looked at one after the other: quicker for what takes microseconds than to wait for each. */
const itemsAtOnce = 500;

export class Pace {
  readonly #signal: AbortSignal | undefined;
  #left = itemsAtOnce;

  /** `signal` ends all loops, which then throw. */
  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Runs `task` on each item. What else the program does has its turn in between. */
  async forEach<Item>(items: Iterable<Item>, task: (item: Item) => void): Promise<void> {
    for (const item of items) {
      task(item);
      this.#left -= 1;
      if (this.#left === 0) {
        this.#left = itemsAtOnce;
        await nextTurn();
        this.#signal?.throwIfAborted();
      }
    }
  }
}
