/** A transcript becomes the state it was the log of. */
import { recordedAction } from "../loop/actions.js";
import { reduce } from "../loop/reducer/reducer.js";
import type { LoopState } from "../loop/state.js";

/** One line of a transcript, as it was read. */
export type TranscriptRecord = { type: string; data: Record<string, unknown> };

/** Reduces `records` from `start`; a record of a type or shape that is not known changes nothing. */
export function reduceTranscript(start: LoopState, records: Iterable<TranscriptRecord>): LoopState {
  let state = start;
  for (const { type, data } of records) {
    const action = recordedAction.safeParse({ ...data, type });
    if (action.success) {
      state = reduce(state, action.data).state;
    }
  }
  return state;
}
