/** What a session's transcript has to show in the panes. Pure. */

import { firstLine } from "../base/safe-text.js";
import { recordedAction } from "../loop/actions.js";
import { type TimedRecord, TranscriptReplay } from "../recording/transcript-replay.js";
import type { ViewEvent } from "../ui/view/reduce-view.js";

/** The events and requests of a session, as they were shown. */
export function recordedEvents(records: readonly TimedRecord[]): ViewEvent[] {
  const replay = new TranscriptReplay();
  const items = records.flatMap((record) => replay.push(record));
  return [...items, ...replay.end()].map((item) =>
    item.type === "request" ? { type: "local.item", item: { kind: "request", text: item.text } } : item,
  );
}

/** As `recordedEvents`, with all that the tools answered, and all that was discarded. */
export function recordedWhole(records: readonly TimedRecord[]): ViewEvent[] {
  return recordedEvents(
    records.map((record) => ({ ...record, data: { ...record.data, ...wholeOf(record) } })),
  );
}

function wholeOf({ type, data }: TimedRecord): { detail?: string; notice?: string } {
  const action = recordedAction.safeParse({ ...data, type }).data;
  if (action?.type === "tool") {
    const { detail = "", text } = action;
    const head = firstLine(detail);
    return { detail: text.startsWith(head) ? text : `${head}\n${text}` };
  }
  if (action?.type === "fabricated-results") {
    return { notice: `${action.notice}\n\n${action.text}` };
  }
  return {};
}
