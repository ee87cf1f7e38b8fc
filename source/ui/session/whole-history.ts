/** The history with what the transcripts have of it: the results of calls whole, the discarded text itself. */
import { reduceView } from "../view/reduce-view.js";
import { emptyView, type Item } from "../view/view.js";
import type { SessionOwner } from "./session-owner.js";

/** Items of the same id are the same; what is not recorded yet stays as it is. */
export async function wholeHistory(
  history: readonly Item[],
  { sessionIds, services }: Pick<SessionOwner, "sessionIds" | "services">,
): Promise<Item[]> {
  const read = async (sessionId: string) => (await services?.recorded(sessionId).catch(() => [])) ?? [];
  const events = (await Promise.all(sessionIds.map(read))).flat();
  const recorded = new Map(
    events.reduce(reduceView, emptyView).history.flatMap((item) => {
      const id = idOf(item);
      return id === undefined ? [] : [[id, item] as const];
    }),
  );
  return history.map((item) => recorded.get(idOf(item) ?? "") ?? item);
}

function idOf(item: Item): string | undefined {
  switch (item.kind) {
    case "call":
      return item.call.itemId;
    case "discarded":
      return item.itemId;
    default:
      return undefined;
  }
}
