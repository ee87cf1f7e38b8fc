import { expect, it } from "vitest";
import { isRecorded } from "../../source/loop/actions.js";
import { readRecord, recordedAction } from "../../source/loop/records.js";

it("records what there is a schema for, and nothing else", () => {
  const types = recordedAction.options.map((option) => option.shape.type.value);
  const event = { type: "runtime.warning", message: "" } as const;
  for (const type of types) {
    expect(isRecorded({ type, event } as Parameters<typeof isRecorded>[0]), type).toBe(true);
  }
  expect(isRecorded({ type: "prose", delta: "" })).toBe(false);
  expect(isRecorded({ type: "call-started", title: "", toolKind: "other" })).toBe(false);
  expect(isRecorded({ type: "native-event", event: { type: "message.delta", delta: "" } })).toBe(false);
});

it("reads the records of versions in which a call changed one file", () => {
  const tool = { tool: "edit_file", args: {}, toolKind: "file-change", title: "Edit a", outcome: "success" };
  const changed = { path: "a", added: 1, removed: 0 };
  const seen = { path: "a", hash: "x" };
  const now = { type: "tool", ...tool, text: "", changed: [changed], seen: [seen] };
  expect(readRecord({ type: "tool", data: { ...tool, text: "", changed, seen } })).toEqual(now);
  expect(readRecord(readFrom(now))).toEqual(now);
  expect(readRecord({ type: "proposed", data: { title: "Edit a", path: "a", diff: "+x" } })).toEqual({
    type: "proposed",
    title: "Edit a",
    paths: ["a"],
    meaning: [],
    diff: "+x",
  });
});

function readFrom({ type, ...data }: { type: string }): { type: string; data: object } {
  return { type, data };
}
