/**
 * Everything that can happen to a conversation. The recorded actions are the transcript: to reduce them is to have
 * the state again. The passing ones are what streams by while a step or a call runs; nothing between turns needs them.
 */
import type { RuntimeEventBody } from "../base/events.js";
import type { ToolKind } from "../base/outcomes.js";
import type { ReasoningEvent } from "../cursor/reasoning/reasoning-reader.js";
import type { RecordedAction } from "./records.js";
import { isWhole } from "./whole-events.js";

type PassingAction =
  | ReasoningEvent
  | { type: "call-started"; title: string; toolKind: ToolKind }
  | { type: "native-event"; event: RuntimeEventBody };

export type Action = RecordedAction | PassingAction;

/** The action of one type. */
export type ActionOf<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** The types of what only passes. */
const passingTypes: Readonly<Record<Exclude<PassingAction["type"], RecordedAction["type"]>, true>> = {
  thinking: true,
  "thinking-completed": true,
  prose: true,
  note: true,
  connection: true,
  warning: true,
  "call-started": true,
};

/** Whether the action belongs into the transcript. */
export function isRecorded(action: Action): action is RecordedAction {
  return action.type === "native-event" ? isWhole(action.event) : !(action.type in passingTypes);
}
