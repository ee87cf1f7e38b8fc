/** Transitions within a turn, and how they are put together. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import type { Message } from "../../protocol/messages.js";
import type { Effect, Transition } from "../effects.js";
import type { LoopState, Turn } from "../state.js";
import { type BriefCall, callItem, pairOf } from "./items.js";

/** A state in which a turn runs. */
export type Running = LoopState & { turn: Turn };

/** A transition that leaves the turn running. */
export type RunningTransition = { state: Running; effects: readonly Effect[] };

export function isRunning(state: LoopState): state is Running {
  return state.turn !== null;
}

export function moveTo<State extends LoopState>(state: State, ...effects: readonly Effect[]) {
  return { state, effects };
}

/** Moves to `state` and emits `events` under the ids of its session, chat and turn. */
export function emitFrom<State extends LoopState>(state: State, ...events: readonly RuntimeEventBody[]) {
  const { sessionId, announcedChat, turn } = state;
  const ids = {
    sessionId,
    ...(announcedChat !== null && { threadId: announcedChat }),
    ...(turn && { turnId: turn.id }),
  };
  return moveTo(state, ...events.map((event) => ({ type: "emit" as const, event, ids })));
}

/** Does `next` to where `transition` led, and keeps the effects of both in order. */
export function andThen<Next extends Transition>(
  transition: RunningTransition,
  next: (state: Running) => Next,
): Next {
  const following = next(transition.state);
  return { ...following, effects: [...transition.effects, ...following.effects] };
}

export function withTurn(state: Running, change: Partial<Turn>): Running {
  return { ...state, turn: { ...state.turn, ...change } };
}

export function withMessages(state: Running, ...added: Message[]): Running {
  return added.length === 0 ? state : { ...state, messages: state.messages.with(...added) };
}

/** A call that is over as soon as it is known: refused, declined, or the loop's own. */
type InstantCall = Omit<BriefCall, "itemId" | "origin">;

export function emitCall(state: Running, call: InstantCall): RunningTransition {
  const next = withTurn(state, { calls: state.turn.calls + 1 });
  return emitFrom(next, ...pairOf({ ...call, itemId: callItem(next.turn), origin: "copperhead" }));
}
