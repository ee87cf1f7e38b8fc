import { describe, expect, it } from "vitest";
import { judge, type TripwirePolicy } from "../../../source/cursor/reasoning/tripwire.js";
import { type StreamItem, StreamReader } from "../../../source/cursor/stream/stream-reader.js";
import * as stream from "../stream.js";

function item(event: object): StreamItem {
  const [first] = new StreamReader().push(Buffer.from(`${JSON.stringify(event)}\n`));
  if (!first) {
    throw new Error("no item");
  }
  return first;
}

const verdict = (event: object, policy: TripwirePolicy = "strict") => judge(item(event), policy);

describe("judge", () => {
  it.each([
    stream.init(),
    stream.user("shell"),
    stream.thinking("write"),
    stream.delta("edit"),
    stream.reconnecting(1),
    stream.retrying(1),
    stream.result("ok", { subtype: "error_during_execution" }),
    { type: "system", subtype: "exec" },
    { type: "telemetry", subtype: "rewrite" },
    { type: "telemetry", subtype: "edited" },
  ])("lets pass what acts on nothing: $type $subtype", (event) => {
    expect(verdict(event)).toEqual({ verdict: "pass" });
  });

  it.each(["createPlan", "updateTodos", "readTodos", "askQuestion", "switchMode"])(
    "notes the planning call %s in all its forms, under both policies",
    (name) => {
      const value = { args: {}, result: { success: {} } };
      for (const policy of ["strict", "actions"] as const) {
        expect(verdict(stream.started("1", name), policy)).toMatchObject({ verdict: "note", title: name });
        expect(verdict(stream.completed("1", name, {}, { rejected: {} }), policy).verdict).toBe("note");
        const inCase = {
          ...stream.started("1", ""),
          tool_call: { tool: { case: `${name}ToolCall`, value } },
        };
        expect(verdict(inCase, policy).verdict).toBe("note");
        for (const queryType of [`${name}RequestQuery`, `${name}InteractionQuery`, name]) {
          const query = { type: "interaction_query", subtype: "request", query_type: queryType, query: {} };
          expect(verdict(query, policy)).toMatchObject({ verdict: "note", title: name });
        }
        expect(verdict({ ...stream.started("1", name), subtype: "exec" }, policy).verdict).toBe("note");
      }
    },
  );

  it("shows what a planning call is about", () => {
    expect(verdict(stream.started("1", "createPlan", { name: "Route\u001b[31m it" }))).toEqual({
      verdict: "note",
      title: "createPlan",
      detail: "Route it",
    });
  });

  it.each(["shell", "edit", "write", "delete", "mcp", "task", "webFetch", "webSearch", "brandNew"])(
    "trips on %s under both policies",
    (name) => {
      expect(verdict(stream.started("1", name)).verdict).toBe("trip");
      expect(verdict(stream.started("1", name), "actions").verdict).toBe("trip");
      expect(verdict(stream.completed("1", name, {}, { rejected: {} }), "actions").verdict).toBe("trip");
    },
  );

  it.each(["read", "grep", "glob", "ls", "readLints", "semSearch"])(
    "trips on the read-only %s, and notes it under actions",
    (name) => {
      expect(verdict(stream.started("1", name, { path: "a.txt" }))).toEqual({
        verdict: "trip",
        tool: `${name} (a.txt)`,
      });
      expect(verdict(stream.started("1", name), "actions").verdict).toBe("note");
    },
  );

  it.each([
    "apply_patch",
    "exec",
    "execute",
    "executed",
    "execution",
    "shell",
    "command",
    "write",
    "edit",
    "tool",
  ])("trips on a subtype that names %s as a whole word", (word) => {
    for (const subtype of [word, `pre_${word}`, `${word}_started`]) {
      expect(verdict({ type: "thinking", subtype })).toEqual({ verdict: "trip", tool: subtype });
      expect(verdict({ type: "telemetry", subtype }, "actions").verdict).toBe("trip");
    }
    expect(verdict({ type: "telemetry", subtype: `x${word.replace("_", "")}` }).verdict).toBe("pass");
  });

  it.each([
    { type: "file_change" },
    { type: "tool-call" },
    { type: "patch" },
    { type: "delete_file" },
    { type: "function_call" },
    { type: "computer_use" },
    { type: "fileChange" },
    { type: "interaction", action: { kind: "delete_file", path: "a" } },
    { type: "MCPCall" },
    { type: "workspace", subtype: "file/renamed-move" },
    { type: "item.completed", item: { type: "command_execution" } },
    { type: "stream_event", event: { content_block: { type: "tool_use", name: "Write" } } },
    {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "tool_use", name: "Write", input: {} }] },
    },
  ])("trips on an event that names a mutation in a new way: %j", (event) => {
    expect(verdict(event).verdict).toBe("trip");
    expect(verdict(event, "actions").verdict).toBe("trip");
  });

  it("lets pass a new kind of event whose name only holds such a word within another", () => {
    for (const type of ["usage", "profile", "exchange", "recall", "credit_edition", "telemetry"]) {
      expect(verdict({ type, subtype: "progress", data: { text: "edit the file" } }).verdict).toBe("pass");
    }
  });

  it("trips on events of a new kind that name a tool, and on calls it cannot read", () => {
    expect(verdict({ type: "tool_output", data: 1 }).verdict).toBe("trip");
    expect(verdict({ type: "tool_call", subtype: "started" }).verdict).toBe("trip");
    expect(verdict({ ...stream.started("1", "shell"), type: "brand_new" }).verdict).toBe("trip");
    expect(verdict({ ...stream.started("1", "shell"), call_id: 5 }).verdict).toBe("trip");
    expect(verdict({ ...stream.started("1", ""), tool_call: {} }, "actions").verdict).toBe("trip");
  });

  it("trips when a planning call hides another", () => {
    const call = stream.started("1", "createPlan");
    expect(verdict({ ...call, tool_call: { ...call.tool_call, shellToolCall: {} } })).toMatchObject({
      verdict: "trip",
      tool: "shell",
    });
  });

  it("trips on every other query, and on one of no kind", () => {
    const query = { type: "interaction_query", subtype: "request", query: {} };
    expect(verdict({ ...query, query_type: "webSearchRequestQuery" })).toMatchObject({
      tool: "webSearch query",
    });
    expect(verdict(query, "actions").verdict).toBe("trip");
  });
});
