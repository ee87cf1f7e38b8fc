/** A transcript becomes the state it was the log of. */
import { readRecord } from "../loop/actions.js";
import { reduce } from "../loop/reducer/reducer.js";
import type { LoopState } from "../loop/state.js";
import type { TranscriptRecord } from "../workspace/sessions/transcript.js";

/** Reduces `records` from `start`; a record of a type or shape that is not known changes nothing. */
export function reduceTranscript(start: LoopState, records: Iterable<TranscriptRecord>): LoopState {
  let state = start;
  for (const record of records) {
    const action = readRecord(record);
    if (action) {
      state = reduce(state, action).state;
    }
  }
  return state;
}
