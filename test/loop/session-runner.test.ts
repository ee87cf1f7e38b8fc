import { expect, it } from "vitest";
import type { Scenario, Step } from "../../fixtures/agent/scenario-types.js";
import { TranscriptReplay } from "../../source/recording/transcript-replay.js";
import { of } from "../cursor/native/timeline.js";
import { asked, type Bench } from "../program.js";
import { open } from "./opened-session.js";

async function replay(bench: Bench) {
  const transcript = new TranscriptReplay();
  const events = [
    ...(await bench.transcript()).flatMap((record) => transcript.push(record)),
    ...transcript.end(),
  ];
  return of(
    events.flatMap((event) => (event.type === "request" ? [] : [event])),
    "tool.completed",
  );
}

const todos: Step = { call: { tool: "updateTodos", args: { todos: [] }, result: { success: {} } } };
const retry: Step = { connectionLost: { attempt: 1 } };
const twoCalls = `Looking.\n${asked("list_files")}\n${asked("read_file", { path: "none" })}`;

it("a reasoning session's calls have the same items live and when its transcript is replayed", async () => {
  const scenario: Scenario = {
    replies: [
      { steps: [todos, retry, { say: twoCalls }] },
      { steps: [retry, todos, { say: asked("list_files") }] },
      { say: "Done." },
    ],
  };
  const { bench, session, events } = await open(scenario);
  session.submit("look");
  await session.idle();
  await session.close();
  const live = of(events, "tool.completed");
  const titles = live.map(({ title, itemId }) => `${itemId?.split(":").at(-1)} ${title}`);
  expect(titles).toEqual([
    "note_1 updateTodos",
    "connection_1 Connection retry",
    expect.stringMatching(/^call_1 /),
    expect.stringMatching(/^call_2 /),
    "connection_2 Connection retry",
    "note_2 updateTodos",
    expect.stringMatching(/^call_3 /),
  ]);
  const calls = live.filter(({ origin }) => origin === "copperhead");
  const facts = (all: typeof calls) => all.map(({ itemId, title, outcome }) => ({ itemId, title, outcome }));
  expect(facts(await replay(bench))).toEqual(facts(calls));
});

it("a native session's items are the same live and when its transcript is replayed", async () => {
  const read: Step = { call: { tool: "read", args: { path: "a.txt" }, result: { success: {} } } };
  const scenario: Scenario = { replies: [{ steps: [todos, retry, read, retry, read, { say: "Done." }] }] };
  const { bench, session, events } = await open(scenario, "--native");
  session.submit("look");
  await session.idle();
  await session.close();
  const live = of(events, "tool.completed");
  expect(live.map(({ title }) => title)).toEqual([
    "Update todos",
    "Connection retry",
    "Read",
    "Connection retry",
    "Read",
  ]);
  expect((await replay(bench)).map(({ itemId }) => itemId)).toEqual(live.map(({ itemId }) => itemId));
});

it("a session ends once, however often it is closed", async () => {
  const { bench, session, events } = await open({ replies: [{ say: "Done." }] });
  session.submit("go");
  await Promise.all([session.close(), session.close()]);
  await session.close();
  expect((await bench.transcript()).filter(({ type }) => type === "session-end")).toHaveLength(1);
  expect(of(events, "session.exited")).toHaveLength(1);
  expect(session.snapshot().phase).toBe("closed");
});
