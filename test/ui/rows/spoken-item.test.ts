import { expect, test } from "vitest";
import { spokenItem } from "../../../source/ui/rows/spoken-item.js";

test("each item begins with its kind, and is made safe", () => {
  const call = {
    itemId: "1",
    kind: "other",
    title: "read\x1b]0;x\x07",
    detail: "line 1",
    origin: "copperhead",
    startedAt: 0,
    outcome: "success",
  } as const;
  expect(spokenItem({ kind: "call", call })).toEqual(["Tool, done: read␛]0;x␇", "line 1"]);
  expect(spokenItem({ kind: "notice", tone: "error", message: "No.", advice: "Go." })).toEqual([
    "Error: No.",
    "Advice: Go.",
  ]);
});
