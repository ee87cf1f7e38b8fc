/** What the adapter refuses and fails with. */
import { CopperheadError, exitCodes, type Failure, toFailure } from "../../base/failure.js";

/**
 * `validation`: the request makes no sense now; `session-not-found`: there never was such a session;
 * `session-closed`: it has ended; `request`: the Cursor CLI has no interface for it, or another turn is in the folder; `process`: the CLI failed.
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

function refusal(kind: AdapterErrorKind, code: string, message: string, advice?: string): AdapterError {
  const exitCode = kind === "validation" ? exitCodes.usage : exitCodes.failed;
  return new AdapterError(kind, { code, message, ...(advice !== undefined && { advice }), exitCode });
}

export function invalid(message: string): AdapterError {
  return refusal("validation", "invalid-request", message);
}

export function sessionNotFound(sessionId: string): AdapterError {
  return refusal("session-not-found", "session-not-found", `There is no session "${sessionId}".`);
}

export function sessionClosed(sessionId: string): AdapterError {
  const message = `The session "${sessionId}" has ended.`;
  return refusal("session-closed", "session-closed", message, "Start it again with its resumeCursor.");
}

/** `what` is the subject of a sentence, such as `Rolling a chat back`. */
export function unsupported(what: string, advice: string): AdapterError {
  const message = `${what} is not possible: the Cursor CLI has no interface for it.`;
  return refusal("request", "unsupported", message, advice);
}

export function workspaceBusy(cwd: string): AdapterError {
  const message = `Another session is in a turn in ${cwd}: one agent at a time acts in a folder.`;
  return refusal("request", "workspace-busy", message, "Send the turn again when that one has completed.");
}

export function processFailed(error: unknown): AdapterError {
  return error instanceof AdapterError
    ? error
    : new AdapterError("process", toFailure(error), { cause: error });
}
