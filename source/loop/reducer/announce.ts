/** The canonical events of the reasoning mode, made from the turn they belong to. */
import type { RuntimeEventBody, ToolKind, ToolOutcome } from "../../base/events.js";
import type { Failure } from "../../base/failure.js";
import type { Effect } from "../effects.js";
import type { LoopState, Turn } from "../state.js";

type Payload<Body = RuntimeEventBody> = Body extends unknown ? Omit<Body, "threadId" | "turnId"> : never;

/** A command that tells the world of `payload`, with the ids of the session's chat and turn. */
export function emit(state: LoopState, payload: Payload | RuntimeEventBody): Effect {
  const event = {
    ...payload,
    ...(state.announcedChat !== null && { threadId: state.announcedChat }),
    ...(state.turn && { turnId: state.turn.id }),
  };
  return { type: "emit", event };
}

/** The item that the prose of the running step belongs to. */
export function messageItem(turn: Turn): string {
  return turn.step > 1 ? `${turn.id}:assistant:${turn.step}` : `${turn.id}:assistant`;
}

export function thinkingItem(turn: Turn): string {
  return `${turn.id}:thinking:${turn.step}`;
}

/** The item of the call announced last. */
export function callItem(turn: Turn): string {
  return `${turn.id}:call_${turn.items}`;
}

type Pair = {
  itemId: string;
  toolKind: ToolKind;
  title: string;
  origin: "copperhead" | "cursor";
  outcome: ToolOutcome;
  detail?: string;
};

/** A call that starts and ends in the same moment. */
export function emitPair(state: LoopState, { outcome, ...tool }: Pair): Effect[] {
  return [
    emit(state, { type: "tool.started", ...tool }),
    emit(state, { type: "tool.completed", ...tool, outcome }),
  ];
}

export function emitFailure(state: LoopState, failure: Failure): Effect {
  const { message, code, advice } = failure;
  return emit(state, { type: "runtime.error", message, code, ...(advice !== undefined && { advice }) });
}
