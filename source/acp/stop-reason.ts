/** How a turn ended, as the answer to its prompt. */
import { RequestError, type StopReason } from "@agentclientprotocol/sdk";
import type { Failure } from "../base/failure.js";
import { visible } from "../base/text/safe-text.js";
import type { TurnResult } from "../loop/state.js";

/** Throws the request's error for a turn that failed. */
export function stopReasonOf({ status, failure }: Pick<TurnResult, "status" | "failure">): StopReason {
  switch (status) {
    case "completed":
      return "end_turn";
    case "refused":
      return "refusal";
    case "interrupted":
      return "cancelled";
    case "failed":
      if (failure?.code === "steps-used-up") {
        return "max_turn_requests";
      }
      throw requestError(failure ?? { code: "failed", message: "The turn failed." });
    default:
      return status satisfies never;
  }
}

/** `-32000`: log in first. */
const loginNeeded = -32000;
const wrongParameters = -32602;
const internal = -32603;

const ofTheRequest: ReadonlySet<string> = new Set([
  "usage",
  "session-not-found",
  "session-ambiguous",
  "session-foreign",
  "path-refused",
  "outside",
  "no-project",
  "not-in-design",
  "reference-not-found",
  "nothing-to-draw",
]);

/** The failure's sentence and advice, as the error of a request. */
export function requestError({ code, message, advice }: Pick<Failure, "code" | "message" | "advice">) {
  const number = code === "not-logged-in" ? loginNeeded : ofTheRequest.has(code) ? wrongParameters : internal;
  return new RequestError(number, visible(advice === undefined ? message : `${message}\n${advice}`), {
    code,
  });
}
