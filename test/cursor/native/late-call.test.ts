import { expect, it } from "vitest";
import { TurnProjection } from "../../../source/cursor/native/turn-projection.js";
import { item, projected } from "./native-events.js";

const call = item({
  type: "tool_call",
  subtype: "started",
  call_id: "c",
  tool_call: { shellToolCall: { args: { command: "rm -rf x" } } },
});

it("warns of a call that Cursor begins after its result, and of none once the turn is over", () => {
  const turn = new TurnProjection({ turnId: "T" });
  projected(turn, item({ type: "system", subtype: "init", session_id: "chat" }));
  projected(turn, item({ type: "result", subtype: "success", result: "", session_id: "chat" }));
  expect(projected(turn, call)).toEqual([
    {
      type: "runtime.warning",
      code: "after-result",
      message: expect.stringMatching(/after its result: .*rm -rf x/),
    },
  ]);
  turn.end({ status: "completed", answer: "" } as never);
  expect(projected(turn, call)).toEqual([]);
});
