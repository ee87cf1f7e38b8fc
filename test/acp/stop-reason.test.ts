/** How a turn's ending and a failure look to an editor. */
import { expect, it } from "vitest";
import { requestError, stopReasonOf } from "../../source/acp/stop-reason.js";
import { exitCodes } from "../../source/base/failure.js";

const failure = { code: "failed", message: "It broke.", exitCode: exitCodes.failed };

it("answers a prompt by how its turn ended", () => {
  expect(stopReasonOf({ status: "completed" })).toBe("end_turn");
  expect(stopReasonOf({ status: "refused" })).toBe("refusal");
  expect(stopReasonOf({ status: "interrupted" })).toBe("cancelled");
  expect(stopReasonOf({ status: "failed", failure: { ...failure, code: "steps-used-up" } })).toBe(
    "max_turn_requests",
  );
  expect(() => stopReasonOf({ status: "failed", failure })).toThrow("It broke.");
  expect(() => stopReasonOf({ status: "failed" })).toThrow("The turn failed.");
});

it("says what failed and what to do, without a control sequence, and whose fault it is", () => {
  expect(requestError({ ...failure, message: "\u001b[31mNo.", advice: "Try." })).toMatchObject({
    code: -32603,
    message: "␛[31mNo.\nTry.",
    data: { code: "failed" },
  });
  expect(requestError({ ...failure, code: "not-logged-in" }).code).toBe(-32000);
  for (const code of ["usage", "session-not-found", "path-refused", "no-project", "reference-not-found"]) {
    expect(requestError({ ...failure, code }).code).toBe(-32602);
  }
});
