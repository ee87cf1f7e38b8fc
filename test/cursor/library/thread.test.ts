import { describe, expect, it } from "vitest";
import { stampEvent } from "../../../source/base/stamp.js";
import { TurnRecord, threadTurn } from "../../../source/cursor/library/thread.js";
import { endingEvents, TurnProjection } from "../../../source/cursor/native/turn-projection.js";
import {
  completed,
  init,
  projected,
  recap,
  result,
  say,
  started,
  text,
  think,
} from "../native/native-events.js";

const startedAt = "2026-01-01T00:00:00.000Z";

describe("a turn's record", () => {
  it("holds what came of it, in order", () => {
    const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
    const edit = { path: "/repo/a.md", linesAdded: 1, linesRemoved: 0, diffString: "@@" };
    const turn = new TurnProjection({ turnId: "T" });
    const items = [
      init(),
      text("A new version is available"),
      ...[think("Hm"), think("m.")],
      ...[say("I "), say("edit."), recap("I edit.")],
      started("c", "edit", { args: { path: "/repo/a.md" }, at: 1 }),
      completed("c", "edit", { result: { success: edit }, at: 5 }),
      say(" Done."),
      result("I edit. Done.", { usage }),
    ];
    const happened = projected(turn, ...items);
    const { events, outcome } = turn.end({ status: "interrupted", exitCode: 130 });
    const record = new TurnRecord({ turnId: "T", input: "Edit it.", startedAt });
    for (const event of [...happened, ...events, ...endingEvents(outcome)]) {
      record.add(stampEvent(event, { sessionId: "S" }, new Date(startedAt)));
    }
    const snapshot = record.snapshot();
    expect(snapshot).toEqual({
      turnId: "T",
      input: "Edit it.",
      status: "completed",
      startedAt,
      completedAt: startedAt,
      usage,
      items: [
        { type: "notice", level: "warning", code: "cursor-output", message: "A new version is available" },
        { type: "thinking", itemId: "T:thinking:1", text: "Hmm." },
        { type: "message", itemId: "T:assistant", text: "I edit. Done." },
        {
          type: "tool",
          itemId: "T:c",
          toolKind: "file-change",
          title: "Edit",
          detail: "a.md · +1 −0",
          outcome: "success",
          diff: "@@",
          durationMs: 4,
        },
      ],
    });
    expect(threadTurn.parse(snapshot)).toEqual(snapshot);
  });
});
