import { setTimeout as wait } from "node:timers/promises";

/** No pause of a replay is longer: a recording may have waited for a night. Milliseconds. */
const longestPauseMs = 5000;

/**
 * Yields the items at `speed` times the pace they were recorded at; at 0 the pieces as they come, at once. Ends early,
 * and without an error, when `signal` is aborted.
 */
export async function* paced<Item extends { createdAt: string }>(
  pieces: AsyncIterable<readonly Item[]>,
  speed: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[], void, void> {
  let before: number | undefined;
  for await (const piece of pieces) {
    if (speed === 0 && !signal.aborted) {
      yield piece;
      continue;
    }
    for (const item of piece) {
      const at = Date.parse(item.createdAt);
      const pause = before === undefined ? 0 : Math.min((at - before) / speed, longestPauseMs);
      if (pause > 0) {
        await wait(pause, undefined, { signal }).catch(() => {});
      }
      if (signal.aborted) {
        return;
      }
      before = at;
      yield [item];
    }
  }
}
