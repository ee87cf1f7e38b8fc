/** Effects that emit canonical events, and the items that these belong to. */
import type { RuntimeEventBody, ToolKind, ToolOutcome } from "../../base/events.js";
import type { Effect } from "../effects.js";
import type { LoopState, Turn } from "../state.js";

/** Emits `event` under the ids of the session, its chat and its turn. */
export function emit(state: LoopState, event: RuntimeEventBody): Effect {
  const { sessionId, announcedChat, turn } = state;
  const ids = {
    sessionId,
    ...(announcedChat !== null && { threadId: announcedChat }),
    ...(turn && { turnId: turn.id }),
  };
  return { type: "emit", event, ids };
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
  return `${turn.id}:call_${turn.calls}`;
}

type BriefCall = {
  itemId: string;
  toolKind: ToolKind;
  title: string;
  origin: "copperhead" | "cursor";
  outcome: ToolOutcome;
  detail?: string;
};

/** A use of a tool that starts and ends in the same moment. */
export function pairOf({ outcome, ...tool }: BriefCall): RuntimeEventBody[] {
  return [
    { type: "tool.started", ...tool },
    { type: "tool.completed", ...tool, outcome },
  ];
}
