/** What copperhead itself finds wrong with the Cursor CLI or stops it for, as failures with advice. */
import { CopperheadError, type ExitCode, exitCodes } from "../../base/failure.js";
import { oneLine } from "../../base/text/safe-text.js";

export const loginAdvice =
  "Run `agent login`, then `agent status` to check. COPPERHEAD_CURSOR_PATH names another Cursor CLI to use.";

function failure(code: string, exitCode: ExitCode, message: string, advice?: string): CopperheadError {
  return new CopperheadError({ code, message, ...(advice !== undefined && { advice }), exitCode });
}

/** `setting` is the value of COPPERHEAD_CURSOR_PATH, where that is set and leads nowhere. */
export function cursorMissing(setting?: string): CopperheadError {
  const reason =
    setting === undefined
      ? "neither `agent` nor `cursor-agent` is on PATH"
      : `COPPERHEAD_CURSOR_PATH is "${oneLine(setting, 200)}", which is no program`;
  const advice =
    "Install the Cursor CLI and run `agent login`, then `agent status` to check; or set COPPERHEAD_CURSOR_PATH to its path.";
  return failure("cursor-missing", exitCodes.cursor, `The Cursor CLI was not found: ${reason}.`, advice);
}

/** The program is there and cannot be started; `reason` is the system's code. */
export function cursorNotStarted(path: string, reason: string): CopperheadError {
  const message = `The Cursor CLI could not be started: ${oneLine(path, 200)} (${reason}).`;
  return failure("cursor-missing", exitCodes.cursor, message, `Reinstall the Cursor CLI. ${loginAdvice}`);
}

/** The program does not print its version. */
export function cursorHangs(path: string, waitedMs: number): CopperheadError {
  const message = `${oneLine(path, 200)} --version printed nothing for ${waitedMs / 1000} s.`;
  return failure("cursor-silent", exitCodes.cursor, message, `Run it yourself to see why. ${loginAdvice}`);
}

/** `path` is a program called `agent` that is not Cursor's; `version` is what it printed as its version. */
export function otherVendor(path: string, version: string): CopperheadError {
  const printed = version.trim() === "" ? "" : ` (its version is "${oneLine(version, 80)}")`;
  const advice =
    "Install the Cursor CLI, then run `agent login` and `agent status`; or set COPPERHEAD_CURSOR_PATH to its path.";
  const message = `${oneLine(path, 200)} is not the Cursor CLI${printed}.`;
  return failure("cursor-other-vendor", exitCodes.cursor, message, advice);
}

export function interrupted(): CopperheadError {
  return failure("interrupted", exitCodes.interrupted, "Interrupted.");
}

/** `tool` is what Cursor used, for people; `policy` the tripwire's. */
export function tripped(tool: string, policy: string): CopperheadError {
  const message = `Cursor used a tool of its own, ${tool}, which the tripwire policy "${policy}" forbids: the step was stopped and none of its calls ran.`;
  const advice =
    policy === "strict"
      ? "Try again; --tripwire actions lets Cursor's read-only tools pass, --native lets Cursor act itself."
      : "Try again; --native lets Cursor act itself.";
  return failure("tripwire", exitCodes.tripwire, message, advice);
}

/** The chat that was to be resumed is not the one that answers. */
export function otherChat(): CopperheadError {
  return failure("chat-other", exitCodes.failed, "Another chat answers than the one that was resumed.");
}

export function silent(idleTimeoutMs: number): CopperheadError {
  const message = `Cursor printed nothing for ${Math.round(idleTimeoutMs / 1000)} s and was stopped.`;
  const advice = "Try again; idleTimeoutMs in the configuration sets how long to wait.";
  return failure("cursor-silent", exitCodes.failed, message, advice);
}
