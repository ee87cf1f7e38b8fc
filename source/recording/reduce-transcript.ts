/** A transcript becomes the state it was the log of. */
import { readRecord } from "../loop/records.js";
import { reduce } from "../loop/reducer/reducer.js";
import type { LoopState } from "../loop/state.js";
import { type TranscriptRecord, transcriptPieces } from "../workspace/sessions/transcript.js";

/** Reduces the transcript of a session from `start`, record by record as it is read. Throws `file-damaged`. */
export async function readState(start: LoopState, sessionFolder: string): Promise<LoopState> {
  let state = start;
  for await (const records of transcriptPieces(sessionFolder)) {
    state = records.reduce(reduceRecord, state);
  }
  return state;
}

/** The state after a record; one of a type or shape that is not known changes nothing. */
export function reduceRecord(state: LoopState, record: TranscriptRecord): LoopState {
  const action = readRecord(record);
  return action ? reduce(state, action).state : state;
}
