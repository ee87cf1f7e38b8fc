/** Back to an earlier request: the conversation as it was before it. Pure. */
import { GrowingList } from "../../base/growing-list.js";
import { notesOpening } from "../../protocol/conversation-length.js";
import type { Message } from "../../protocol/messages.js";
import type { ActionOf } from "../actions.js";
import type { FinishedTurn, LoopState } from "../state.js";
import { rewoundMessage } from "./model-messages.js";

/** The turn without its place in the conversation: nobody can go back to it any more. */
function withoutPlace({ messagesBefore: _, ...turn }: FinishedTurn): FinishedTurn {
  return turn;
}

/** The results of a conversation whose messages are others now. */
export const withoutPlaces = ({ results }: LoopState): readonly FinishedTurn[] => results.map(withoutPlace);

/** The results with a message more before all that come from `at` on. */
export function movedPlaces({ results }: LoopState, at: number): readonly FinishedTurn[] {
  return results.map((turn) =>
    turn.messagesBefore !== undefined && turn.messagesBefore >= at
      ? { ...turn, messagesBefore: turn.messagesBefore + 1 }
      : turn,
  );
}

/**
 * The conversation before the request of `turn`, in a fresh chat that reads it whole; the files stay. Nothing changes
 * where its place is not known: it was shortened or forgotten since, or Cursor alone holds it.
 */
export function rewind(state: LoopState, { turn }: ActionOf<"rewind">): LoopState {
  const before = state.results.find(({ number }) => number === turn)?.messagesBefore;
  if (before === undefined || state.mode === "native") {
    return state;
  }
  const kept = state.messages.toArray().slice(0, before);
  const notes = kept.findLast(({ role, text }) => role === "user" && text?.startsWith(notesOpening));
  const word: Message[] = kept.length === 0 ? [] : [{ role: "user", text: rewoundMessage }];
  return {
    ...state,
    messages: GrowingList.of([...kept, ...word]),
    chat: null,
    announcedChat: null,
    seen: {},
    // Those that it was given later are forgotten with the rest: they are to be given again.
    notes: notes?.text?.endsWith(state.notes) ? state.notes : (notes?.text ?? ""),
    contextTokens: 0,
    results: state.results.map((each) => (each.number >= turn ? withoutPlace(each) : each)),
  };
}
