/** The history with what the transcript has of it: the results of calls whole, the discarded text itself. */
import type { Item } from "../view/view.js";

/** A session in the history: its items begin at an index, and go on to the next session's. */
export type Section = { sessionId: string; from: number };

/**
 * Reads each session's record with `read`, which answers its items whole. Calls and discarded replies follow each other
 * in a record as in the history; what is not recorded yet stays as it is.
 */
export async function wholeHistory(
  history: readonly Item[],
  sections: readonly Section[],
  read: (sessionId: string) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const first = history.slice(0, sections[0]?.from);
  const parts = sections.map(async ({ sessionId, from }, index) =>
    whole(history.slice(from, sections[index + 1]?.from), await read(sessionId).catch(() => [])),
  );
  return [...first, ...(await Promise.all(parts)).flat()];
}

function whole(history: readonly Item[], recorded: readonly Item[]): Item[] {
  let next = 0;
  return history.map((item) => {
    const found = recorded.findIndex((other, index) => index >= next && isSame(item, other));
    if (found < 0) {
      return item;
    }
    next = found + 1;
    return recorded[found] ?? item;
  });
}

function isSame(item: Item, other: Item): boolean {
  if (item.kind === "call" && other.kind === "call") {
    return item.call.title === other.call.title && item.call.outcome === other.call.outcome;
  }
  return (
    item.kind === "discarded" &&
    other.kind === "discarded" &&
    item.blocks === other.blocks &&
    item.calls === other.calls
  );
}
