/**
 * The events that the Cursor CLI prints with `--output-format stream-json`, as captures of it show them.
 * Fields are added over time, so every object keeps what it does not know; only what is read here is checked.
 */
import * as z from "zod";
import type { Usage } from "../../base/outcomes.js";

/** A number that captures also show as a string of digits. */
const numeric = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** What any event may carry. `timestamp_ms` is in milliseconds since the epoch. */
const common = { session_id: z.string().optional(), timestamp_ms: numeric.optional() };

const message = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

const systemInit = z.looseObject({
  type: z.literal("system"),
  subtype: z.literal("init"),
  ...common,
  session_id: z.string(),
  /** A display name, not an id. */
  model: z.string().optional(),
  apiKeySource: z.string().optional(),
  cwd: z.string().optional(),
});

/** Background work; no capture of these is public. */
const systemNotice = z.looseObject({
  type: z.literal("system"),
  subtype: z.enum(["background_shell_timeout", "task_notification"]),
  ...common,
});

/** The echo of the prompt. */
const user = z.looseObject({ type: z.literal("user"), message, ...common });

const thinkingDelta = z.looseObject({
  type: z.literal("thinking"),
  subtype: z.literal("delta"),
  text: z.string(),
  ...common,
});
const thinkingCompleted = z.looseObject({
  type: z.literal("thinking"),
  subtype: z.literal("completed"),
  ...common,
});

const assistant = z.looseObject({
  type: z.literal("assistant"),
  message,
  model_call_id: z.string().optional(),
  ...common,
});

const toolCall = z.looseObject({
  type: z.literal("tool_call"),
  subtype: z.enum(["started", "completed"]),
  /** Pairs started with completed; holds a newline. */
  call_id: z.string(),
  tool_call: z.looseObject({
    startedAtMs: numeric.optional(),
    completedAtMs: numeric.optional(),
  }),
  model_call_id: z.string().optional(),
  ...common,
});

const interaction = z.looseObject({
  type: z.literal("interaction_query"),
  subtype: z.enum(["request", "response"]),
  query_type: z.string().optional(),
  ...common,
});

const connection = z.looseObject({
  type: z.literal("connection"),
  subtype: z.enum(["reconnecting", "reconnected"]),
  attempt: numeric.optional(),
  ...common,
});

const retry = z.looseObject({
  type: z.literal("retry"),
  subtype: z.enum(["starting", "resuming"]),
  attempt: numeric.optional(),
  ...common,
});

const tokens = numeric.nullish();

/** No genuine capture of a failed one is public, so its `subtype` may be anything. */
const result = z.looseObject({
  type: z.literal("result"),
  subtype: z.string().nullish(),
  is_error: z.boolean().nullish(),
  /** All segments, joined without separators. */
  result: z.string().nullish(),
  /** Absent before 2026-02; `inputTokens` excludes cache reads. */
  usage: z
    .looseObject({
      inputTokens: tokens,
      outputTokens: tokens,
      cacheReadTokens: tokens,
      cacheWriteTokens: tokens,
    })
    .nullish(),
  ...common,
});

const families = [
  z.discriminatedUnion("subtype", [systemInit, systemNotice]),
  user,
  z.discriminatedUnion("subtype", [thinkingDelta, thinkingCompleted]),
  assistant,
  toolCall,
  interaction,
  connection,
  retry,
  result,
] as const;

/**
 * The strict decoder of one stream-json object. Unknown fields are kept; an unknown `type`, or an unknown `subtype`
 * of a type that has a closed list of them, is refused with its name.
 */
export const cursorStreamEvent = z.discriminatedUnion("type", families, {
  error: (issue) => {
    if (issue.code !== "invalid_union") {
      return undefined;
    }
    const type = (issue.input as { type?: unknown } | undefined)?.type;
    return `unknown Cursor stream event type ${JSON.stringify(type) ?? "(none)"}`;
  },
});
export type CursorStreamEvent = z.infer<typeof cursorStreamEvent>;

export type AssistantEvent = z.infer<typeof assistant>;
export type ToolCallEvent = z.infer<typeof toolCall>;
export type ResultEvent = z.infer<typeof result>;

/** A JSON object that the strict decoder refuses: of an unknown kind, or a known one that lacks something. */
export type UnknownEvent = {
  kind: "unknown";
  /** `(none)` where the object has no `type`. */
  type: string;
  subtype?: string;
  /** Why it is not a known event. */
  reason: string;
  raw: Record<string, unknown>;
};

/** One decoded JSON object of the stream. */
export type DecodedEvent = { kind: "event"; event: CursorStreamEvent } | UnknownEvent;

const isAbsentOrText = (value: unknown) => value === undefined || typeof value === "string";

/** Whether `raw` is a delta, of text or thought, that the schema would return as it is: nearly all of a stream is. */
function isPlainDelta(raw: Record<string, unknown>): raw is CursorStreamEvent {
  const { type, subtype, text, message: said, timestamp_ms: at, session_id: chat } = raw;
  const isCommon = isAbsentOrText(chat) && Number.isFinite(at) && !Object.hasOwn(raw, "__proto__");
  if (type === "thinking") {
    return isCommon && subtype === "delta" && typeof text === "string";
  }
  return isCommon && type === "assistant" && isAbsentOrText(raw.model_call_id) && isPlainMessage(said);
}

function isPlainMessage(value: unknown): boolean {
  if (!isPlainObject(value) || !Array.isArray(value.content)) {
    return false;
  }
  return value.content.every(
    (part) => isPlainObject(part) && typeof part.type === "string" && isAbsentOrText(part.text),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && !Object.hasOwn(value, "__proto__");
}

/** The soft decoder: what the strict one refuses is kept as `unknown`, so that a newer CLI is no reason to stop. */
export function decodeEvent(raw: Record<string, unknown>): DecodedEvent {
  if (isPlainDelta(raw)) {
    return { kind: "event", event: raw };
  }
  const parsed = cursorStreamEvent.safeParse(raw);
  if (parsed.success) {
    return { kind: "event", event: parsed.data };
  }
  const issue = parsed.error.issues[0];
  const place = issue?.path.join(".");
  return {
    kind: "unknown",
    type: typeof raw.type === "string" ? raw.type : "(none)",
    ...(typeof raw.subtype === "string" ? { subtype: raw.subtype } : {}),
    reason: place ? `${place}: ${issue?.message}` : (issue?.message ?? "not a stream event"),
    raw,
  };
}

/** The text parts of an assistant or user event, joined. */
export function textOf(event: { message: z.infer<typeof message> }): string {
  return event.message.content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** Whether a run reached what it was for. A result that does not name its kind is no success. */
export function isSuccess({ subtype, is_error: isError }: ResultEvent): boolean {
  return subtype === "success" && isError !== true;
}

/** The token counts of a result, zero where one is missing; `undefined` where it has none. */
export function usageOf({ usage }: ResultEvent): Usage | undefined {
  return usage
    ? {
        inputTokens: usage.inputTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
        cacheReadTokens: usage.cacheReadTokens ?? 0,
        cacheWriteTokens: usage.cacheWriteTokens ?? 0,
      }
    : undefined;
}
