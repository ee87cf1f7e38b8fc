import { setTimeout as wait } from "node:timers/promises";

/** No pause of a replay is longer: a recording may have waited for a night. Milliseconds. */
const longestPauseMs = 5000;

/**
 * Yields the items at `speed` times the pace they were recorded at; 0 is at once. Ends early, and without an error, when
 * `signal` is aborted.
 */
export async function* paced<Item extends { createdAt: string }>(
  items: AsyncIterable<Item>,
  speed: number,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  let before: number | undefined;
  for await (const item of items) {
    const at = Date.parse(item.createdAt);
    const pause = speed > 0 && before !== undefined ? Math.min((at - before) / speed, longestPauseMs) : 0;
    if (pause > 0) {
      await wait(pause, undefined, { signal }).catch(() => {});
    }
    if (signal.aborted) {
      return;
    }
    before = at;
    yield item;
  }
}
