/** Long loops of short tasks that let the rest of the program go on. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** So many items are looked at one after the other: quicker for what takes microseconds than to wait for each. */
const itemsAtOnce = 500;

/** Runs `task` on each item. What else the program does has its turn in between; throws when `signal` is aborted. */
export async function forEach<Item>(
  items: Iterable<Item>,
  signal: AbortSignal | undefined,
  task: (item: Item) => void,
): Promise<void> {
  let left = itemsAtOnce;
  for (const item of items) {
    task(item);
    left -= 1;
    if (left === 0) {
      await nextTurn();
      signal?.throwIfAborted();
      left = itemsAtOnce;
    }
  }
}
