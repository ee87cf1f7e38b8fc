/** What happened in a session before it was opened, as canonical events. */
import { firstLine } from "../base/text/safe-text.js";
import { readRecord } from "../loop/records.js";
import type { RecordedEvent } from "../recording/recorded-event.js";
import { TranscriptReplay } from "../recording/transcript-replay.js";
import type { PastTurns } from "../ui/services.js";
import { readLastTurns, type TranscriptRecord, transcriptRecords } from "../workspace/sessions/transcript.js";

/** The events and requests of `records`, as they were shown. */
export async function* pastEvents(
  records: Iterable<TranscriptRecord> | AsyncIterable<TranscriptRecord>,
): AsyncGenerator<RecordedEvent> {
  const replay = new TranscriptReplay();
  for await (const record of records) {
    yield* replay.push(record);
  }
  yield* replay.end();
}

/** How many of its last turns a session shows that is gone on with; Ctrl-O has the others. */
const shownTurns = 20;

/** The last turns of a session as they were shown: thousands of them would fill the screen and the memory. */
export async function lastEvents(sessionId: string, sessionFolder: string): Promise<PastTurns> {
  const { records, turns, lines } = await readLastTurns(sessionFolder, shownTurns);
  const events: RecordedEvent[] = [];
  for await (const event of pastEvents(records)) {
    events.push(event);
  }
  return { events, ...(turns > 0 && { earlier: { sessionId, turns, lines } }) };
}

/** The events of the lines of a transcript from one up to another, the results of calls and discarded texts whole. */
export async function* wholeEvents(
  sessionFolder: string,
  from?: number,
  to?: number,
): AsyncGenerator<RecordedEvent> {
  yield* pastEvents(wholeRecords(sessionFolder, from, to));
}

/** The first record says what session it is. */
async function* wholeRecords(sessionFolder: string, from = 0, to?: number): AsyncGenerator<TranscriptRecord> {
  if (from > 0) {
    yield* transcriptRecords(sessionFolder, 0, 1);
  }
  for await (const record of transcriptRecords(sessionFolder, from, to)) {
    yield whole(record);
  }
}

/** The record with the whole result of its tool, or the whole text that was discarded. */
function whole(record: TranscriptRecord): TranscriptRecord {
  const action = readRecord(record);
  if (action?.type === "tool") {
    const { detail = "", text } = action;
    const head = firstLine(detail);
    return { ...record, data: { ...record.data, detail: text.startsWith(head) ? text : `${head}\n${text}` } };
  }
  if (action?.type === "fabricated-results") {
    return { ...record, data: { ...record.data, notice: `${action.notice}\n\n${action.text}` } };
  }
  return record;
}
