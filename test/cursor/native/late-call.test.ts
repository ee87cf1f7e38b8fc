import { expect, it } from "vitest";
import { TurnProjection } from "../../../source/cursor/native/turn-projection.js";
import { decodeEvent } from "../../../source/cursor/stream/events.js";
import type { StreamItem } from "../../../source/cursor/stream/stream-reader.js";

const item = (raw: Record<string, unknown>): StreamItem => ({
  ...decodeEvent(raw),
  line: JSON.stringify(raw),
});
const call = item({
  type: "tool_call",
  subtype: "started",
  call_id: "c",
  tool_call: { shellToolCall: { args: { command: "rm -rf x" } } },
});

it("warns of a call that Cursor begins after its result, and of none once the turn is over", () => {
  const turn = new TurnProjection({ turnId: "T" });
  turn.push(item({ type: "system", subtype: "init", session_id: "chat" }));
  turn.push(item({ type: "result", subtype: "success", result: "", session_id: "chat" }));
  expect(turn.push(call)).toEqual([
    {
      type: "runtime.warning",
      code: "after-result",
      message: expect.stringMatching(/after its result: .*rm -rf x/),
    },
  ]);
  turn.end({ status: "completed", answer: "" } as never);
  expect(turn.push(call)).toEqual([]);
});
