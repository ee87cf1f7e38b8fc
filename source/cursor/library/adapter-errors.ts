/** What the adapter refuses and fails with. */
import { CopperheadError, exitCodes, type Failure, toFailure } from "../../base/failure.js";

/**
 * `validation`: what was asked for makes no sense now; `session-not-found`: there never was such a session;
 * `session-closed`: it has ended; `request`: the Cursor CLI has no interface for it; `process`: the CLI failed.
 */
export type AdapterErrorKind = "validation" | "session-not-found" | "session-closed" | "request" | "process";

/** Every method of the adapter rejects with one of these, and with nothing else. */
export class AdapterError extends CopperheadError {
  override name = "AdapterError";
  readonly kind: AdapterErrorKind;

  constructor(kind: AdapterErrorKind, failure: Failure, options?: ErrorOptions) {
    super(failure, options);
    this.kind = kind;
  }
}

export function invalid(message: string): AdapterError {
  return new AdapterError("validation", { code: "invalid-request", message, exitCode: exitCodes.usage });
}

export function sessionNotFound(sessionId: string): AdapterError {
  const message = `There is no session "${sessionId}".`;
  return new AdapterError("session-not-found", {
    code: "session-not-found",
    message,
    exitCode: exitCodes.failed,
  });
}

export function sessionClosed(sessionId: string): AdapterError {
  const message = `The session "${sessionId}" has ended.`;
  const advice = "Start it again with its resumeCursor.";
  return new AdapterError("session-closed", {
    code: "session-closed",
    message,
    advice,
    exitCode: exitCodes.failed,
  });
}

/** `what` is a sentence's subject, such as `Rolling a chat back`. */
export function unsupported(what: string, advice: string): AdapterError {
  const message = `${what} is not possible: the Cursor CLI has no interface for it.`;
  return new AdapterError("request", { code: "unsupported", message, advice, exitCode: exitCodes.failed });
}

export function processFailed(error: unknown): AdapterError {
  return error instanceof AdapterError
    ? error
    : new AdapterError("process", toFailure(error), { cause: error });
}
