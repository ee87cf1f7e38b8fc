import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuntimeEvent } from "../../../source/base/events.js";
import { projectEvents } from "../../../source/cursor/native/project-events.js";
import { cursorStreamEvent } from "../../../source/cursor/stream/events.js";
import { readEvents, type StreamItem } from "../../../source/cursor/stream/stream-reader.js";
import * as native from "./native-events.js";
import { checkTimeline, of } from "./timeline.js";

async function gather(events: Parameters<typeof projectEvents>[0]): Promise<RuntimeEvent[]> {
  const gathered: RuntimeEvent[] = [];
  let turns = 0;
  const options = { sessionId: "S", turnId: () => `T${++turns}`, now: () => new Date(0) };
  for await (const event of projectEvents(events, options)) {
    gathered.push(event);
  }
  return gathered;
}

function recording(name: string): AsyncIterable<StreamItem> {
  return readEvents(
    createReadStream(fileURLToPath(new URL(`../../../fixtures/streams/${name}`, import.meta.url))),
  );
}

describe("recordings", () => {
  it.each([
    ["tools-without-partial.ndjson", ["other success", "command failure", "file-change success"]],
    ["read-with-partial.ndjson", ["other success"]],
    ["shell-with-partial.ndjson", ["command success"]],
  ])("%s has its tools, its answer once and its usage", async (name, tools) => {
    const events = await gather(recording(name));
    checkTimeline(events);
    expect(of(events, "thread.started")).toHaveLength(1);
    const kinds = of(events, "tool.completed").map(({ toolKind, outcome }) => `${toolKind} ${outcome}`);
    expect(kinds.sort()).toEqual([...tools].sort());
    const items: StreamItem[] = [];
    for await (const item of recording(name)) {
      items.push(item);
    }
    const last = items.at(-1);
    const answer = last?.kind === "event" && last.event.type === "result" ? last.event.result : undefined;
    const [message, ...others] = of(events, "message.completed");
    expect(others).toEqual([]);
    expect(message).toMatchObject({ itemId: "T1:assistant", text: answer });
    expect(of(events, "usage.updated")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "turn.completed", status: "completed", exitCode: 0 });
  });

  it("makes a failed turn of a transport failure, with its line", async () => {
    const events = await gather(recording("transport-failure.ndjson"));
    checkTimeline(events);
    expect(of(events, "tool.completed").map(({ title }) => title)).toEqual(Array(3).fill("Connection retry"));
    expect(of(events, "runtime.error")).toMatchObject([
      { message: expect.stringContaining("[unavailable]") },
    ]);
    expect(events.at(-1)).toMatchObject({ status: "failed", exitCode: 1 });
  });

  it("has its times from the recording, never backwards", async () => {
    const events = await gather(recording("read-with-partial.ndjson"));
    const times = events.map(({ createdAt }) => createdAt);
    expect(times[0]).toBe(new Date(1_793_000_000_002).toISOString());
    expect([...times].sort()).toEqual(times);
  });

  it("makes the same events twice, but for the events' own ids", async () => {
    const plain = async () =>
      (await gather(recording("tools-without-partial.ndjson"))).map((event) => ({ ...event, eventId: "" }));
    expect(await plain()).toEqual(await plain());
  });
});

describe("any stream", () => {
  it("makes a turn of each run in it, and a thread of each chat", async () => {
    const { init, say, result } = native;
    const events = await gather([
      ...[init(), say("one"), result("one")],
      ...[init(), say("two"), result("two")],
      ...[init({ session_id: "chat-2" }), say("three")],
    ]);
    checkTimeline(events);
    expect(of(events, "turn.completed").map(({ turnId, status }) => `${turnId} ${status}`)).toEqual([
      "T1 completed",
      "T2 completed",
      "T3 failed",
    ]);
    expect(of(events, "thread.started").map(({ threadId }) => threadId)).toEqual(["chat-1", "chat-2"]);
    expect(JSON.stringify(events)).not.toContain("chat-replaced");
  });

  it("accepts events that were parsed elsewhere", async () => {
    const event = cursorStreamEvent.parse({ type: "result", subtype: "success", result: "ok" });
    expect(of(await gather([event]), "message.completed")).toMatchObject([{ text: "ok" }]);
  });

  it("makes a failed turn of an empty recording", async () => {
    const events = await gather([]);
    checkTimeline(events);
    expect(of(events, "runtime.error")).toMatchObject([{ code: "no-result" }]);
  });

  it("gives a sound timeline, whatever comes in whatever order", async () => {
    const id = fc.constantFrom("a", "a b", "a\nb", "assistant", "connection_1");
    const variant = fc.constantFrom("shell", "edit", "mcp", "unknown", "");
    const outcome = fc.constantFrom("success", "failure", "rejected", "odd");
    const modelCall = fc.constantFrom("m1", "m2");
    const word = fc.constantFrom("", "ha", "ha ha", "other");
    const connectionKind = fc.constantFrom("reconnecting", "reconnected", "odd");
    const item: fc.Arbitrary<StreamItem> = fc.oneof(
      fc.constantFrom("chat-1", "chat-2").map((session_id) => native.init({ session_id })),
      word.map(native.think),
      fc.constant(native.thought()),
      word.map(native.say),
      word.map(native.recap),
      fc.tuple(id, variant, modelCall).map(([a, b, m]) => native.started(a, b, { modelCall: m })),
      fc
        .tuple(id, variant, outcome, modelCall)
        .map(([a, b, o, m]) => native.completed(a, b, { result: { [o]: {} }, modelCall: m })),
      connectionKind.map((kind) => native.connection(kind)),
      fc.constantFrom("starting", "resuming").map((kind) => native.retry(kind)),
      fc.string().map(native.text),
      fc.dictionary(fc.string(), fc.jsonValue()).map((raw) => native.item(raw as Record<string, unknown>)),
      fc.tuple(word, fc.boolean()).map(([answer, is_error]) => native.result(answer, { is_error })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 40 }), async (items) =>
        checkTimeline(await gather(items)),
      ),
    );
  });
});
