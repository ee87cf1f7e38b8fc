/** Stream items of a native run, as short as a test can read them. */

import type { RuntimeEventBody } from "../../../source/base/events.js";
import type { TurnProjection } from "../../../source/cursor/native/turn-projection.js";
import { decodeEvent } from "../../../source/cursor/stream/events.js";
import type { StreamItem } from "../../../source/cursor/stream/stream-reader.js";

/** What the projection emits for the items. */
export function projected(turn: TurnProjection, ...items: StreamItem[]): RuntimeEventBody[] {
  const events: RuntimeEventBody[] = [];
  for (const each of items) {
    turn.push(each, (event) => events.push(event));
  }
  return events;
}

const chat = { session_id: "chat-1" };

/** Any event, decoded as the reader decodes it. */
export function item(raw: Record<string, unknown>): StreamItem {
  return { ...decodeEvent({ ...chat, ...raw }), line: JSON.stringify(raw) };
}

export const text = (line: string): StreamItem => ({ kind: "text", text: line, line });

export const init = (fields: Record<string, unknown> = {}) =>
  item({ type: "system", subtype: "init", cwd: "/repo", model: "Auto", apiKeySource: "login", ...fields });

export const think = (delta: string) => item({ type: "thinking", subtype: "delta", text: delta });
export const thought = () => item({ type: "thinking", subtype: "completed" });

const message = (said: string) => ({ role: "assistant", content: [{ type: "text", text: said }] });

export const say = (said: string) => item({ type: "assistant", message: message(said), timestamp_ms: 1 });
export const recap = (said: string) => item({ type: "assistant", message: message(said) });

type CallFields = {
  args?: Record<string, unknown>;
  result?: Record<string, unknown>;
  modelCall?: string;
  at?: number;
};

function call(subtype: "started" | "completed", id: string, variant: string, fields: CallFields): StreamItem {
  const { args, result, modelCall = "m1", at } = fields;
  return item({
    type: "tool_call",
    subtype,
    call_id: id,
    tool_call: {
      [`${variant}ToolCall`]: { ...(args && { args }), ...(result && { result }) },
      ...(at !== undefined && { [subtype === "started" ? "startedAtMs" : "completedAtMs"]: String(at) }),
    },
    model_call_id: modelCall,
  });
}

export const started = (id: string, variant: string, fields: CallFields = {}) =>
  call("started", id, variant, fields);
export const completed = (id: string, variant: string, fields: CallFields = {}) =>
  call("completed", id, variant, { result: { success: {} }, ...fields });

export const connection = (subtype: string, fields: Record<string, unknown> = {}) =>
  item({ type: "connection", subtype, ...fields });
export const retry = (subtype: string, fields: Record<string, unknown> = {}) =>
  item({ type: "retry", subtype, ...fields });

export const result = (answer: string, fields: Record<string, unknown> = {}) =>
  item({ type: "result", subtype: "success", is_error: false, result: answer, ...fields });
