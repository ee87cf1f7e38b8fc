/** The history with what the transcripts have of it: earlier turns, the results of calls whole, the discarded text itself. */
import type { RecordedEvent } from "../../recording/recorded-event.js";
import { reduceView } from "../view/reduce-view.js";
import { emptyView, type Item } from "../view/view.js";
import type { SessionOwner } from "./session-owner.js";

type Recordings = Pick<SessionOwner, "sessionIds" | "services">;

/**
 * Items of the same id are the same; what is not recorded yet stays as it is. Earlier turns are read as they are asked
 * for: thousands of them would fill the memory.
 */
export async function* wholeHistory(
  history: readonly Item[],
  { sessionIds, services }: Recordings,
): AsyncGenerator<Item> {
  const recorded = await recordedItems(history, { sessionIds, services });
  for (const item of history) {
    if (item.kind === "earlier" && services) {
      yield* itemsOf(services.recorded(item.sessionId, 0, item.lines));
    } else {
      yield recorded.get(idOf(item) ?? "") ?? item;
    }
  }
}

/** The recorded items that are in the history, too, by their ids. */
async function recordedItems(
  history: readonly Item[],
  { sessionIds, services }: Recordings,
): Promise<Map<string, Item>> {
  const shown = new Set(history.map(idOf));
  const found = new Map<string, Item>();
  if (!services) {
    return found;
  }
  for (const sessionId of sessionIds) {
    const earlier = history.find((item) => item.kind === "earlier" && item.sessionId === sessionId);
    const from = earlier?.kind === "earlier" ? earlier.lines : 0;
    try {
      for await (const item of itemsOf(services.recorded(sessionId, from))) {
        const id = idOf(item);
        if (id !== undefined && shown.has(id)) {
          found.set(id, item);
        }
      }
    } catch {
      // What cannot be read stays as it was shown.
    }
  }
  return found;
}

async function* itemsOf(events: AsyncIterable<RecordedEvent>): AsyncGenerator<Item> {
  let view = emptyView;
  for await (const event of events) {
    view = reduceView({ ...view, history: [] }, event);
    yield* view.history;
  }
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
