/** Events of the shapes that the Cursor CLI prints, for tests. */
export const chat = "57ab654c-7728-49fe-a740-0a7c59885454";

type Fields = Record<string, unknown>;

export const init = (fields: Fields = {}) => ({
  type: "system",
  subtype: "init",
  apiKeySource: "login",
  cwd: "/somewhere",
  session_id: chat,
  model: "Auto",
  permissionMode: "default",
  ...fields,
});

function message(role: string, text: string) {
  return { role, content: [{ type: "text", text }] };
}

export const user = (text: string) => ({ type: "user", message: message("user", text), session_id: chat });
export const thinking = (text: string) => ({
  type: "thinking",
  subtype: "delta",
  text,
  session_id: chat,
  timestamp_ms: 1,
});
export const thought = () => ({ type: "thinking", subtype: "completed", session_id: chat, timestamp_ms: 1 });

/** New text, with the partial flag. */
export const delta = (text: string) => ({
  type: "assistant",
  message: message("assistant", text),
  session_id: chat,
  timestamp_ms: 1,
});
/** The segment again, before a tool call; without the partial flag its only carrier. */
export const recap = (text: string) => ({ ...delta(text), model_call_id: "model-call-0" });
/** The last segment again, at the end; without the partial flag its only carrier. */
export const lastRecap = (text: string) => ({
  type: "assistant",
  message: message("assistant", text),
  session_id: chat,
});

export const started = (id: string, variant: string, args: Fields = {}) => ({
  type: "tool_call",
  subtype: "started",
  call_id: `call-${id}\nfc_${id}`,
  tool_call: {
    [`${variant}ToolCall`]: { args },
    toolCallId: `call-${id}\nfc_${id}`,
    startedAtMs: "1787577797101",
  },
  model_call_id: "model-call-0",
  session_id: chat,
  timestamp_ms: 1,
});
export const completed = (id: string, variant: string, args: Fields, result: Fields) => ({
  ...started(id, variant),
  subtype: "completed",
  tool_call: {
    [`${variant}ToolCall`]: { args, result },
    startedAtMs: "1787577797101",
    completedAtMs: "1787577799780",
  },
});

export const result = (text: string, fields: Fields = {}) => ({
  type: "result",
  subtype: "success",
  duration_ms: 9,
  duration_api_ms: 9,
  is_error: false,
  result: text,
  session_id: chat,
  request_id: "request-0",
  usage: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 30, cacheWriteTokens: 0 },
  ...fields,
});

export const reconnecting = (attempt: number) => ({
  type: "connection",
  subtype: "reconnecting",
  attempt,
  endpoint_url: "https://example.com",
  session_id: chat,
  timestamp_ms: 1,
});
export const reconnected = () => ({
  type: "connection",
  subtype: "reconnected",
  session_id: chat,
  timestamp_ms: 1,
});
export const retrying = (attempt: number) => ({
  type: "retry",
  subtype: "starting",
  attempt,
  is_resume: false,
  session_id: chat,
  timestamp_ms: 1,
});
