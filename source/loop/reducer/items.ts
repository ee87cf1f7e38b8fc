/** The items of a turn: the canonical events of one answer, thought, call, note or retry have one in common. */
import type { Location, RuntimeEventBody } from "../../base/events.js";
import type { ToolKind, ToolOutcome } from "../../base/outcomes.js";
import type { Turn } from "../state.js";

/** The prose of the running step. */
export function messageItem(turn: Turn): string {
  return turn.step > 1 ? `${turn.id}:assistant:${turn.step}` : `${turn.id}:assistant`;
}

export function thinkingItem(turn: Turn): string {
  return `${turn.id}:thinking:${turn.step}`;
}

/** The call announced last. */
export function callItem(turn: Turn): string {
  return `${turn.id}:call_${turn.calls}`;
}

/** What is emitted of a call that starts and ends in the same moment. */
export type BriefCall = {
  itemId: string;
  toolKind: ToolKind;
  title: string;
  origin: "copperhead" | "cursor";
  outcome: ToolOutcome;
  detail?: string;
  tool?: string;
  locations?: Location[];
};

/** A use of a tool that starts and ends in the same moment. */
export function pairOf({ outcome, ...tool }: BriefCall): RuntimeEventBody[] {
  return [
    { type: "tool.started", ...tool },
    { type: "tool.completed", ...tool, outcome },
  ];
}
