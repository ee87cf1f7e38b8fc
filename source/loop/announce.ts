/** The canonical events of the reasoning mode, made from the turn they belong to. */
import type { RuntimeEventBody, ToolKind, ToolOutcome } from "../runtime/events.js";
import type { Failure } from "../runtime/failure.js";
import type { Command } from "./commands.js";
import type { LoopState, Turn } from "./state.js";

type Payload<Body = RuntimeEventBody> = Body extends unknown ? Omit<Body, "threadId" | "turnId"> : never;

/** A command that tells the world of `payload`, with the ids of the session's chat and turn. */
export function announce(state: LoopState, payload: Payload | RuntimeEventBody): Command {
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
export function announcePair(state: LoopState, { outcome, ...tool }: Pair): Command[] {
  return [
    announce(state, { type: "tool.started", ...tool }),
    announce(state, { type: "tool.completed", ...tool, outcome }),
  ];
}

export function announceFailure(state: LoopState, failure: Failure): Command {
  const { message, code, advice } = failure;
  return announce(state, { type: "runtime.error", message, code, ...(advice !== undefined && { advice }) });
}
