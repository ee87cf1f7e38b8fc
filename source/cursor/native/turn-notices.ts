/** What a turn tells of itself in words. */
import { exitCodes, type Failure } from "../../base/failure.js";
import type { TurnEvent } from "./call-timeline.js";

export const allRejected: TurnEvent = {
  type: "runtime.warning",
  code: "all-rejected",
  message: "Every tool call of this turn was rejected: nothing was done, and the answer may be invented.",
  advice: "--approval never lets Cursor run its tools without asking.",
};

export const chatReplaced: TurnEvent = {
  type: "runtime.warning",
  code: "chat-replaced",
  message: "Cursor answers in a new chat: it does not remember the earlier turns.",
};

export const cutShort: Failure = {
  code: "no-result",
  message: "The recording ends without an answer.",
  exitCode: exitCodes.failed,
};

export function warningOf(code: string, message: string): TurnEvent {
  return { type: "runtime.warning", code, message };
}

export function errorOf({ code, message, advice }: Failure): TurnEvent {
  return { type: "runtime.error", code, message, ...(advice !== undefined && { advice }) };
}
