import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorStreamEvent, decodeEvent, textOf, usageOf } from "../../../source/cursor/stream/events.js";
import { sampled } from "../../sampled.js";
import * as stream from "../stream.js";

const families = {
  init: stream.init(),
  "background work": { type: "system", subtype: "task_notification", anything: [1] },
  user: stream.user("hello"),
  "thinking delta": stream.thinking(""),
  "thinking completed": stream.thought(),
  "assistant delta": stream.delta("a"),
  "assistant recap": stream.recap("a"),
  "tool call started": stream.started("1", "read", { path: "a" }),
  "tool call completed": stream.completed("1", "read", {}, { success: {} }),
  "function call": {
    type: "tool_call",
    subtype: "started",
    call_id: "1",
    tool_call: { function: { name: "f" } },
  },
  query: {
    type: "interaction_query",
    subtype: "request",
    query_type: "switchModeRequestQuery",
    query: { id: 0 },
  },
  answer: { type: "interaction_query", subtype: "response", query_type: "x", response: { id: 0 } },
  reconnecting: stream.reconnecting(1),
  reconnected: stream.reconnected(),
  retry: stream.retrying(1),
  result: stream.result("done"),
  "result without usage": { ...stream.result("done"), usage: undefined },
  "failed result": { type: "result", subtype: "error_during_execution", is_error: true, result: "no" },
};

describe("cursorStreamEvent", () => {
  it.each(Object.entries(families))("accepts %s and keeps fields it does not know", (_, event) => {
    const parsed = cursorStreamEvent.parse({ ...event, brand_new: { deep: 1 } });
    expect(parsed).toMatchObject({ type: event.type, brand_new: { deep: 1 } });
  });

  it("keeps unknown fields inside messages, calls and usage", () => {
    const call = stream.completed("1", "shell", { command: "ls" }, { success: { exitCode: 0 } });
    expect(cursorStreamEvent.parse(call)).toMatchObject({
      tool_call: { shellToolCall: call.tool_call.shellToolCall },
    });
    const result = stream.result("", { usage: { inputTokens: 1, reasoningTokens: 5 } });
    expect(cursorStreamEvent.parse(result)).toMatchObject({ usage: { reasoningTokens: 5 } });
  });

  it("refuses an unknown type by name", () => {
    const parsed = cursorStreamEvent.safeParse({ type: "telemetry", subtype: "x" });
    expect(parsed.error?.issues[0]?.message).toBe('unknown Cursor stream event type "telemetry"');
    expect(cursorStreamEvent.safeParse({}).error?.issues[0]?.message).toContain("(none)");
  });

  it("refuses an unknown subtype and a known event that lacks what it is for", () => {
    expect(cursorStreamEvent.safeParse({ type: "thinking", subtype: "paused" }).success).toBe(false);
    expect(cursorStreamEvent.safeParse({ type: "thinking", subtype: "delta" }).success).toBe(false);
    expect(cursorStreamEvent.safeParse({ ...stream.init(), session_id: 7 }).success).toBe(false);
    expect(cursorStreamEvent.safeParse({ type: "assistant", message: "hi" }).success).toBe(false);
  });

  it("reads the milliseconds of a call as strings or numbers", () => {
    const call = stream.completed("1", "read", {}, { success: {} });
    expect(cursorStreamEvent.parse(call)).toMatchObject({
      tool_call: { startedAtMs: 1787577797101, completedAtMs: 1787577799780 },
    });
    expect(cursorStreamEvent.safeParse({ ...call, timestamp_ms: "soon" }).success).toBe(false);
  });
});

describe("decodeEvent", () => {
  it("returns known events and keeps the others with their names and a reason", () => {
    expect(decodeEvent(stream.init()).kind).toBe("event");
    expect(decodeEvent({ type: "telemetry", subtype: "ping", n: 1 })).toEqual({
      kind: "unknown",
      type: "telemetry",
      subtype: "ping",
      reason: expect.stringContaining("telemetry"),
      raw: { type: "telemetry", subtype: "ping", n: 1 },
    });
    expect(decodeEvent({ n: 1 })).toMatchObject({ kind: "unknown", type: "(none)" });
    expect(decodeEvent({ type: "assistant", message: {} })).toMatchObject({
      kind: "unknown",
      reason: expect.stringContaining("message.content"),
    });
  });
});

describe("what events hold", () => {
  it("joins the text parts of a message", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "image", url: "x" },
      { type: "text", text: "b" },
    ];
    expect(textOf({ message: { content } })).toBe("ab");
  });

  it("reads the usage of a result, zero where a number is missing", () => {
    const usage = (value: unknown) => {
      const event = cursorStreamEvent.parse(stream.result("", { usage: value }));
      return event.type === "result" ? usageOf(event) : undefined;
    };
    expect(usage({ inputTokens: 3, outputTokens: "4", cacheReadTokens: null })).toEqual({
      inputTokens: 3,
      outputTokens: 4,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
    expect(usage(undefined)).toBeUndefined();
  });
});

describe("the first look at deltas", () => {
  /** Values of the right type and of wrong ones. */
  const odd = fc.oneof(
    fc.constantFrom<unknown>(null, true, "1760000000000", "text", "", 12.5, Number.POSITIVE_INFINITY, [], {}),
    fc.jsonValue(),
  );
  const text = fc.oneof({ weight: 4, arbitrary: fc.string() }, odd);
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: text, text, extra: odd }, { requiredKeys: [] }) },
    odd,
  );
  const message = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        { role: text, content: fc.oneof({ weight: 5, arbitrary: fc.array(part, { maxLength: 3 }) }, odd) },
        { requiredKeys: [] },
      ),
    },
    odd,
  );
  const raw = fc.record(
    {
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom("assistant", "thinking") },
        fc.constantFrom("user", "result", "other"),
        odd,
      ),
      subtype: fc.oneof({ weight: 4, arbitrary: fc.constantFrom("delta", "completed") }, odd),
      text,
      message,
      model_call_id: text,
      session_id: text,
      timestamp_ms: fc.oneof({ weight: 4, arbitrary: fc.nat() }, odd),
      unknown: odd,
    },
    { requiredKeys: ["type"] },
  );

  it("accepts what the schema accepts, and returns what it returns", () => {
    fc.assert(
      fc.property(raw, (value) => {
        const parsed = cursorStreamEvent.safeParse(value);
        const decoded = decodeEvent(value);
        expect(decoded.kind).toBe(parsed.success ? "event" : "unknown");
        expect(decoded.kind === "event" && decoded.event).toEqual(parsed.success && parsed.data);
      }),
      { numRuns: sampled(3000) },
    );
  });

  it("leaves to the schema what only looks like an object of its own", () => {
    for (const line of [
      '{"type":"thinking","subtype":"delta","text":"x","timestamp_ms":1,"__proto__":{"text":1}}',
      '{"type":"assistant","timestamp_ms":1,"message":{"content":[{"type":"text","__proto__":{"text":"x"}}]}}',
      '{"type":"assistant","timestamp_ms":1e999,"message":{"content":[]}}',
    ]) {
      const value = JSON.parse(line);
      const parsed = cursorStreamEvent.safeParse(value);
      expect(decodeEvent(value).kind).toBe(parsed.success ? "event" : "unknown");
    }
  });
});
