import { describe, expect, it } from "vitest";
import type { RuntimeEventBody } from "../../../source/base/events.js";
import {
  endingEvents,
  failedEnding,
  type TurnEnding,
  TurnProjection,
} from "../../../source/cursor/native/turn-projection.js";
import { classifyExit } from "../../../source/cursor/stream/classify-failure.js";
import type { StreamItem } from "../../../source/cursor/stream/stream-reader.js";
import {
  completed,
  connection,
  init,
  item,
  projected,
  recap,
  result,
  retry,
  say,
  started,
  text,
  think,
  thought,
} from "./native-events.js";

function end(turn: TurnProjection, ending: TurnEnding): RuntimeEventBody[] {
  const { events, outcome } = turn.end(ending);
  return [...events, ...endingEvents(outcome)];
}

/** The process exits without a result. */
function crash(turn: TurnProjection, stderr = ""): TurnEnding {
  return failedEnding(classifyExit({ stderr, lines: turn.lines, code: 1, signal: null }));
}

function project(
  items: StreamItem[],
  ending: (turn: TurnProjection) => TurnEnding = crash,
): RuntimeEventBody[] {
  const turn = new TurnProjection({ turnId: "T", announced: "chat-1", expected: "chat-1" });
  const events = projected(turn, ...items);
  return [...events, ...end(turn, ending(turn))];
}

/** Each event of some types as one line: its item, and what distinguishes it. */
function linesOf(events: RuntimeEventBody[], ...types: RuntimeEventBody["type"][]): string[] {
  return events
    .filter((event) => types.includes(event.type))
    .map((event) => {
      const id = event.itemId?.replace(/^T:/, "");
      if (event.type === "tool.completed") {
        return `${id} ${event.outcome}`;
      }
      if (event.type === "message.delta") {
        return `${id} ${event.delta}`;
      }
      if (event.type === "message.completed") {
        return `${id} = ${event.text}`;
      }
      return id ?? event.type;
    });
}
const tools = (items: StreamItem[]) => linesOf(project(items), "tool.started", "tool.completed");
const types = (events: RuntimeEventBody[]) => events.map(({ type }) => type);

describe("a turn's frame", () => {
  it("starts a thread once, with the facts of the init", () => {
    const turn = new TurnProjection({ turnId: "T" });
    expect(turn.threadId).toBeUndefined();
    expect(projected(turn, init())).toEqual([
      { type: "thread.started", threadId: "chat-1", model: "Auto", apiKeySource: "login" },
    ]);
    expect(turn.threadId).toBe("chat-1");
    expect(projected(turn, init())).toEqual([]);
    expect(types(project([init()]))).not.toContain("thread.started");
  });

  it("warns when another chat answers than was asked", () => {
    const turn = new TurnProjection({ turnId: "T", announced: "chat-1", expected: "chat-1" });
    expect(projected(turn, init({ session_id: "chat-2" }))).toMatchObject([
      { type: "thread.started", threadId: "chat-2" },
      { type: "runtime.warning", code: "chat-replaced" },
    ]);
    expect(turn.threadId).toBe("chat-2");
    const unexpected = new TurnProjection({ turnId: "T", announced: "chat-1" });
    expect(types(projected(unexpected, init({ session_id: "chat-2" })))).toEqual(["thread.started"]);
  });

  it("completes with the result's verdict, whatever the process does afterwards", () => {
    const events = project([init(), say("ok"), result("ok"), say("late"), started("c", "read")]);
    expect(events.at(-1)).toEqual({
      type: "turn.completed",
      status: "completed",
      exitCode: 0,
    });
    expect(JSON.stringify(events)).not.toContain("late");
    expect(types(events)).not.toContain("tool.started");
  });

  it("ends with an error where there was no result", () => {
    expect(types(project([]))).toEqual(["runtime.error", "turn.completed"]);
  });

  it("fails with what the process left behind", () => {
    const stderr = "Error: Authentication required. Please run 'agent login' first";
    const events = project([init()], (turn) => crash(turn, stderr));
    expect(events.slice(-2)).toMatchObject([
      { type: "runtime.error", code: "not-logged-in", advice: expect.stringContaining("agent login") },
      { type: "turn.completed", status: "failed", exitCode: 3 },
    ]);
  });

  it("is interrupted without an error", () => {
    const events = project([init(), say("some")], () => ({ status: "interrupted", exitCode: 130 }));
    expect(types(events)).not.toContain("runtime.error");
    expect(events.at(-1)).toMatchObject({ status: "interrupted", exitCode: 130 });
    expect(linesOf(events, "message.completed")).toEqual(["assistant = some"]);
  });

  it("fails where the result is an error, and where the answer is a transport line", () => {
    const error = project([init(), result("it broke", { is_error: true })]);
    expect(error.slice(-2)).toMatchObject([
      { type: "runtime.error", message: expect.stringContaining("it broke") },
      { type: "turn.completed", status: "failed", exitCode: 1 },
    ]);
    expect(types(error)).not.toContain("message.delta");
    const line = "Error: T: [canceled]";
    expect(project([init(), say(line), result(line)]).at(-1)).toMatchObject({ status: "failed" });
    expect(project([init(), say(`${line}, it said`), result(`${line}, it said`)]).at(-1)).toMatchObject({
      status: "completed",
    });
  });

  it("reports the usage", () => {
    const usage = { inputTokens: "10", outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 0 };
    const events = project([init(), result("ok", { usage })]);
    expect(events.at(-2)).toMatchObject({ type: "usage.updated", inputTokens: 10, cacheReadTokens: 3 });
    expect(types(project([init(), result("ok")]))).not.toContain("usage.updated");
  });
});

describe("the answer", () => {
  const answer = (items: StreamItem[]) => linesOf(project(items), "message.delta", "message.completed");

  it("is one item whose deltas join to the result", () => {
    const items = [init(), say("ha"), say("ha"), recap("haha"), started("c", "read"), completed("c", "read")];
    expect(answer([...items, say("!"), recap("!"), result("haha!")])).toEqual([
      "assistant ha",
      "assistant ha",
      "assistant !",
      "assistant = haha!",
    ]);
  });

  it("comes from recaps alone, or from the result alone", () => {
    expect(answer([init(), recap("all"), result("all")])).toEqual(["assistant all", "assistant = all"]);
    expect(answer([init(), result("all")])).toEqual(["assistant all", "assistant = all"]);
  });

  it("keeps a superseded text apart from the one that the result has", () => {
    const events = project([init(), say("one"), result("two")]);
    expect(linesOf(events, "message.delta", "message.completed")).toEqual([
      "assistant one",
      "assistant = one",
      "assistant:2 two",
      "assistant:2 = two",
    ]);
    expect(events).toContainEqual(expect.objectContaining({ code: "answer-repeated-differently" }));
  });

  it("is, for a reader of text, the last segment", () => {
    const turn = new TurnProjection({ turnId: "T" });
    const items = [say("First."), started("c", "read"), completed("c", "read"), say("Last.")];
    projected(turn, ...items, result("First.Last."));
    expect(turn.end(crash(turn)).outcome.answer).toBe("Last.");
  });
});

describe("thinking", () => {
  it("is an item each time, ended by whatever follows", () => {
    const events = project([
      think("a"),
      think(""),
      think("b"),
      thought(),
      thought(),
      think("c"),
      say("x"),
      think("d"),
    ]);
    expect(linesOf(events, "thinking.delta", "thinking.completed")).toEqual([
      "thinking:1",
      "thinking:1",
      "thinking:1",
      "thinking:2",
      "thinking:2",
      "thinking:3",
      "thinking:3",
    ]);
    expect(types(events).indexOf("message.delta")).toBeGreaterThan(
      types(events).indexOf("thinking.completed"),
    );
  });
});

describe("native calls", () => {
  it("pair by id, in parallel and out of order", () => {
    const items = [
      started("a\nb", "read"),
      started("c", "shell"),
      completed("c", "shell"),
      completed("a\nb", "read"),
    ];
    expect(tools(items)).toEqual(["a_b", "c", "c success", "a_b success"]);
  });

  it("keep ids apart that become the same, and away from the turn's own", () => {
    const ids = ["a b", "a\nb", "a_b", "assistant", "assistant:2", "thinking:1", "connection_1"];
    const items = ids.map((id) => started(id, "read"));
    const given = linesOf(project(items), "tool.started");
    expect(new Set(given).size).toBe(ids.length);
    expect(given.slice(0, 4)).toEqual(["a_b", "a_b_2", "a_b_3", "assistant_2"]);
    for (const id of ids) {
      if (!id.startsWith("a")) {
        expect(given).not.toContain(id);
      }
    }
  });

  it("start an orphan, drop a repetition, and interrupt what never completed", () => {
    const items = [
      completed("orphan", "read"),
      completed("orphan", "read"),
      started("open", "shell"),
      started("open", "shell"),
      result("done"),
    ];
    expect(tools(items)).toEqual(["orphan", "orphan success", "open", "open interrupted"]);
  });

  it("take an id that another call of the model uses again as another call", () => {
    const use = (modelCall: string) => [
      started("call_0", "read", { modelCall }),
      completed("call_0", "read", { modelCall }),
    ];
    expect(tools([...use("m1"), ...use("m1"), ...use("m2")])).toEqual([
      "call_0",
      "call_0 success",
      "call_0_2",
      "call_0_2 success",
    ]);
  });

  it("keep the subject of the start where the completion has no arguments, and have a duration", () => {
    const events = project([
      init(),
      started("c", "shell", { args: { command: "make" }, at: 1000 }),
      completed("c", "shell", { result: { rejected: { reason: "" } }, at: 1250 }),
    ]);
    expect(events.find(({ type }) => type === "tool.completed")).toEqual({
      type: "tool.completed",
      tool: "shell",
      itemId: "T:c",
      toolKind: "command",
      title: "Shell",
      detail: "make",
      origin: "cursor",
      outcome: "rejected",
      durationMs: 250,
    });
  });

  it("are said to be all rejected, where they were", () => {
    const rejected = { result: { rejected: { reason: "" } } };
    const all = [completed("a", "shell", rejected), completed("b", "mcp", rejected), result("I ran it.")];
    expect(project(all).slice(-2)).toMatchObject([
      { type: "runtime.warning", code: "all-rejected" },
      { type: "turn.completed", status: "completed" },
    ]);
    const some = [completed("a", "shell", rejected), completed("b", "read"), result("ok")];
    expect(JSON.stringify(project(some))).not.toContain("all-rejected");
    expect(JSON.stringify(project([result("ok")]))).not.toContain("all-rejected");
  });
});

describe("the connection", () => {
  const pairs = (items: StreamItem[]) =>
    project(items).filter((event) => event.type.startsWith("tool.") && "title" in event);

  it("is one pair an interruption", () => {
    const trouble = [connection("reconnecting", { attempt: 1 }), retry("starting", { attempt: 1 })];
    const items = [...trouble, connection("reconnected"), ...trouble, say("x")];
    expect(tools(items)).toEqual([
      "connection_1",
      "connection_1 success",
      "connection_2",
      "connection_2 success",
    ]);
    expect(pairs(items)[0]).toMatchObject({
      title: "Connection retry",
      detail: "attempt 1",
      toolKind: "other",
    });
  });

  it("is closed by the end", () => {
    expect(tools([connection("reconnecting")])).toEqual(["connection_1", "connection_1 interrupted"]);
  });
});

describe("what is no known event", () => {
  it("is a warning while the turn can still succeed, the error where it does not", () => {
    const banner = text("A new version is available");
    const good = project([banner, init(), result("ok")]);
    expect(good).toContainEqual(
      expect.objectContaining({ type: "runtime.warning", message: "A new version is available" }),
    );
    const bad = project([init(), banner, text("Error: RetriableError: [unavailable]")]);
    expect(types(bad)).toEqual(["runtime.error", "turn.completed"]);
    expect(bad[0]).toMatchObject({ message: expect.stringContaining("RetriableError: [unavailable]") });
  });

  it("is held in bounds; the first twenty lines are warned of, and the rest counted", () => {
    const turn = new TurnProjection({ turnId: "T" });
    const messages = (events: RuntimeEventBody[]) =>
      events.map((event) => "message" in event && event.message);
    const pushed = projected(turn, ...Array.from({ length: 350 }, (_, n) => text(`line ${n}`)));
    expect(messages(pushed)).toEqual(Array.from({ length: 20 }, (_, n) => `line ${n}`));
    expect(messages(projected(turn, result("ok")))[0]).toContain("330 more");
  });

  it("is counted by kind and warned of once, over turns too", () => {
    const unknown = new Map<string, number>();
    const turn = new TurnProjection({ turnId: "T", unknown });
    const strange = item({ type: "brand_new", subtype: "x" });
    expect(projected(turn, strange)).toMatchObject([{ type: "runtime.warning", code: "unknown-event" }]);
    expect(projected(turn, strange)).toEqual([]);
    expect(projected(turn, item({ type: "thinking", subtype: "paused" }))).toHaveLength(1);
    expect(projected(new TurnProjection({ turnId: "U", unknown }), strange)).toEqual([]);
    expect([...unknown]).toEqual([
      ["brand_new/x", 3],
      ["thinking/paused", 1],
    ]);
  });
});
