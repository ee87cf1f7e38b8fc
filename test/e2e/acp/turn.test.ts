/** A turn in an editor: what is shown of it, what is asked, and how it ends. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { methods, RequestError } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";
import { Editor } from "./editor.js";

const notes = { path: "docs/notes.md", content: "one\ntwo\n" };
const edit = { path: "docs/notes.md", old_string: "two", new_string: "three" };

const editing: Scenario = {
  replies: [
    { steps: [{ think: ["Let me ", "see."] }, { say: `I write notes.\n${asked("write_file", notes)}` }] },
    { say: `${asked("read_file", { path: "docs/notes.md", start_line: 2 })}\n${asked("edit_file", edit)}` },
    { say: "Done." },
  ],
};

async function failureOf(answer: Promise<unknown>): Promise<RequestError> {
  return answer.then(
    () => expect.fail("it was answered"),
    (error: unknown) => (error instanceof RequestError ? error : expect.fail(String(error))),
  );
}

it("shows thinking, answer, calls with their files and whole changes, and asks before each change", async () => {
  const bench = await Bench.create(editing, { board: true });
  const editor = await Editor.start(bench);
  const session = await editor.open(join(bench.repository, "docs"));
  expect(await editor.prompt(session, "Write notes.")).toEqual({ stopReason: "end_turn" });
  const thoughts = editor.of("agent_thought_chunk").map(({ content }) => content);
  expect(thoughts).toEqual([
    { type: "text", text: "Let me " },
    { type: "text", text: "see." },
  ]);
  expect(editor.text).toBe("I write notes.Done.");
  const path = join(bench.repository, "docs/notes.md");
  const [first, read, second] = editor.of("tool_call");
  expect(first).toMatchObject({
    title: "Write docs/notes.md",
    kind: "edit",
    status: "pending",
    locations: [{ path, line: 1 }],
    content: [{ type: "diff", path, oldText: null, newText: "one\ntwo\n" }],
  });
  expect(read).toMatchObject({ kind: "read", status: "in_progress", locations: [{ path, line: 2 }] });
  expect(second).toMatchObject({ locations: [{ path, line: 2 }] });
  const done = editor.of("tool_call_update").filter(({ status }) => status === "completed");
  expect(done.map(({ toolCallId }) => toolCallId)).toEqual(
    [first, read, second].map((call) => call?.toolCallId),
  );
  expect(done[2]?.content).toContainEqual({
    type: "diff",
    path,
    oldText: "one\ntwo\n",
    newText: "one\nthree\n",
  });
  expect(editor.permissions.map(({ toolCall }) => toolCall.toolCallId)).toEqual([
    first?.toolCallId,
    second?.toolCallId,
  ]);
  expect(await bench.read("docs/notes.md")).toBe("one\nthree\n");
  expect(await editor.leave()).toBe(0);
  expect(editor.protocol.faults).toEqual([]);
  expect(editor.log).toBe("");
});

it("reports a declined change to the model, and asks once where all are allowed", async () => {
  const bench = await Bench.create(editing, { board: true });
  const editor = await Editor.start(bench);
  const session = await editor.open(bench.repository);
  editor.answer = () => ({ outcome: "selected", optionId: "no" });
  await editor.prompt(session, "Write notes.");
  expect(existsSync(join(bench.repository, "docs/notes.md"))).toBe(false);
  const prompts = await bench.agent.recorded("prompt");
  expect(prompts[1]?.stdin).toContain("Declined by the user");
  expect(editor.of("tool_call_update").find(({ status }) => status === "failed")).toBeDefined();

  editor.answer = () => ({ outcome: "selected", optionId: "always" });
  editor.permissions.length = 0;
  await bench.agent.play({
    replies: [
      { when: { promptContains: "[result of edit_file]" }, say: "Done." },
      {
        when: { promptContains: "Again" },
        say: `${asked("write_file", notes)}\n${asked("edit_file", edit)}`,
      },
    ],
  });
  expect(await editor.prompt(session, "Again.")).toEqual({ stopReason: "end_turn" });
  expect(editor.permissions).toHaveLength(1);
  expect(await bench.read("docs/notes.md")).toBe("one\nthree\n");
  expect(editor.protocol.faults).toEqual([]);
});

it("cancels a step, and a question", async () => {
  const bench = await Bench.create(
    { replies: [{ steps: [{ say: "Working" }, { hang: true }] }] },
    { board: true },
  );
  const editor = await Editor.start(bench);
  const session = await editor.open(bench.repository);
  const hanging = editor.prompt(session, "Go.");
  await editor.update("agent_message_chunk");
  await editor.agent.notify(methods.agent.session.cancel, { sessionId: session });
  expect(await hanging).toEqual({ stopReason: "cancelled" });
  await bench.agent.gone();

  await bench.agent.play({
    replies: [{ when: { promptContains: "Write" }, say: asked("write_file", notes) }],
  });
  editor.answer = async () => {
    await editor.agent.notify(methods.agent.session.cancel, { sessionId: session });
    return { outcome: "cancelled" };
  };
  expect(await editor.prompt(session, "Write.")).toEqual({ stopReason: "cancelled" });
  expect(existsSync(join(bench.repository, "docs/notes.md"))).toBe(false);
  expect(editor.protocol.faults).toEqual([]);
});

it("ends as the turn ended: refused, out of steps, failed, not logged in", async () => {
  const bench = await Bench.create(
    {
      replies: [
        {
          when: { promptContains: "task-refuse" },
          say: asked("finish", { outcome: "refused", summary: "No." }),
        },
        { when: { promptContains: "task-loop" }, say: asked("list_files") },
        {
          when: { promptContains: "task-fail" },
          result: { subtype: "error", is_error: true, result: "It broke." },
        },
        {
          when: { promptContains: "task-login" },
          prelude: [
            { stderr: "Error: Authentication required. Please run 'agent login' first." },
            { exit: 1 },
          ],
        },
      ],
    },
    { board: true },
  );
  const editor = await Editor.start(bench, ["--max-steps", "2"]);
  const sessions = [];
  for (const _ of [1, 2, 3, 4]) {
    sessions.push(await editor.open(bench.repository));
  }
  const [one = "", two = "", three = "", four = ""] = sessions;
  expect(await editor.prompt(one, "task-refuse")).toEqual({ stopReason: "refusal" });
  expect(await editor.prompt(two, "task-loop")).toEqual({ stopReason: "max_turn_requests" });
  expect(editor.text).toContain("The turn used all of its 2 steps.");
  const failed = await failureOf(editor.prompt(three, "task-fail"));
  expect(failed).toMatchObject({ code: -32603, message: expect.stringContaining("It broke.") });
  const loggedOut = await failureOf(editor.prompt(four, "task-login"));
  expect(loggedOut).toMatchObject({ code: -32000, message: expect.stringContaining("agent login") });
  expect(editor.protocol.faults).toEqual([]);
});

it("shows an invented result as what it is, and verifies a change of the design", async () => {
  const sheet = "hardware/blinker.kicad_sch";
  const bench = await Bench.create(
    {
      replies: [
        { say: `${asked("list_files")}\n[result of list_files]\nnothing\n${asked("run_erc")}` },
        { say: asked("set_fields", { ref: "R1", fields: { Value: "9k1" } }) },
        { say: "Done." },
      ],
    },
    { board: true },
  );
  const editor = await Editor.start(bench);
  const session = await editor.open(bench.repository);
  expect(await editor.prompt(session, "Change R1.")).toEqual({ stopReason: "end_turn" });
  const titles = editor.of("tool_call").map(({ title }) => title);
  expect(titles).toContain("Discarded from the reply: 1 invented block and 1 call");
  const checks = editor.of("tool_call").find(({ title }) => title.startsWith("ERC and DRC"));
  expect(checks).toMatchObject({ kind: "execute", status: "in_progress" });
  const checked = editor.of("tool_call_update").find(({ toolCallId }) => toolCallId === checks?.toolCallId);
  expect(checked).toMatchObject({
    status: "completed",
    content: [{ content: { text: expect.stringContaining("ERC: 0 new errors") } }],
  });
  const picture = editor.of("tool_call").find(({ title }) => title === "Picture of the schematic");
  const drawn = editor.of("tool_call_update").find(({ toolCallId }) => toolCallId === picture?.toolCallId);
  expect(drawn).toMatchObject({
    status: "completed",
    content: [
      { content: { text: expect.stringMatching(/^Before and after: /) } },
      { content: { type: "image", mimeType: "image/png" } },
      { content: { type: "image", mimeType: "image/png" } },
    ],
  });
  const change = editor.permissions[0]?.toolCall;
  expect(change?.locations?.[0]?.path).toBe(join(bench.repository, sheet));
  expect(editor.protocol.faults).toEqual([]);
});

it("ends what it started when stdin ends, and when its editor is killed", async () => {
  const bench = await Bench.create({ replies: [{ steps: [{ say: "Working" }, { hang: true }] }] });
  const editor = await Editor.start(bench);
  const session = await editor.open(bench.repository);
  void editor.prompt(session, "Go.").catch(() => {});
  await editor.update("agent_message_chunk");
  expect(await editor.leave()).toBe(0);
  await bench.agent.gone();
  expect(existsSync(join(bench.repository, ".copperhead", "lock"))).toBe(false);
  expect((await bench.transcript()).map(({ type }) => type)).toContain("turn-end");
});
