/** What went wrong with the Cursor CLI, as a typed failure with advice. One place makes them all. */
import { CopperheadError, type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import { oneLine } from "../../base/safe-text.js";
import type { ResultEvent } from "./events.js";
import { classifyLine, loginAdvice, rankOf, transportCodes } from "./failure-kinds.js";

/** What a run that gave no answer left behind. */
export type Remains = {
  stderr: string;
  /** Lines on stdout that were no JSON. */
  lines: readonly string[];
  /** The exit code; `null` where a signal ended the process. */
  code: number | null;
  signal: string | null;
};

function failure(code: string, exitCode: ExitCode, message: string, advice?: string): Failure {
  return { code, message, ...(advice === undefined ? {} : { advice }), exitCode };
}

/** `setting` is the value of COPPERHEAD_CURSOR_PATH, where that is set and leads nowhere. */
export function cursorMissing(setting?: string): CopperheadError {
  const message =
    setting === undefined
      ? "The Cursor CLI was not found: neither `agent` nor `cursor-agent` is on PATH."
      : `The Cursor CLI was not found: COPPERHEAD_CURSOR_PATH is "${oneLine(setting, 200)}", which is no program.`;
  const advice =
    "Install the Cursor CLI and run `agent login`, then `agent status` to check; or set COPPERHEAD_CURSOR_PATH to its path.";
  return new CopperheadError(failure("cursor-missing", exitCodes.cursor, message, advice));
}

/** The program is there and can't be started; `reason` is the system's code. */
export function cursorNotStarted(path: string, reason: string): CopperheadError {
  const message = `The Cursor CLI could not be started: ${oneLine(path, 200)} (${reason}).`;
  return new CopperheadError(
    failure("cursor-missing", exitCodes.cursor, message, `Reinstall the Cursor CLI. ${loginAdvice}`),
  );
}

/** `path` is a program called `agent` that is not Cursor's. */
export function otherVendor(path: string, version: string): CopperheadError {
  const says = version.trim() === "" ? "" : ` (it says "${oneLine(version, 80)}")`;
  return new CopperheadError(
    failure(
      "cursor-other-vendor",
      exitCodes.cursor,
      `${oneLine(path, 200)} is not the Cursor CLI${says}.`,
      "Install the Cursor CLI, then run `agent login` and `agent status`; or set COPPERHEAD_CURSOR_PATH to its path.",
    ),
  );
}

export function interrupted(): CopperheadError {
  return new CopperheadError(failure("interrupted", exitCodes.interrupted, "Interrupted."));
}

/** `tool` is what Cursor used, for people; `policy` the tripwire's. */
export function tripped(tool: string, policy: string): CopperheadError {
  return new CopperheadError(
    failure(
      "tripwire",
      exitCodes.tripwire,
      `Cursor used a tool of its own, ${tool}, which the tripwire policy "${policy}" forbids: the step was stopped and none of its calls ran.`,
      policy === "strict"
        ? "Try again; --tripwire actions lets Cursor's read-only tools pass, --native lets Cursor act itself."
        : "Try again; --native lets Cursor act itself.",
    ),
  );
}

/** The chat that was to be resumed is not the one that answers. */
export function otherChat(): CopperheadError {
  const message = "Another chat answers than the one that was resumed.";
  return new CopperheadError(failure("chat-other", exitCodes.failed, message));
}

/** Silence of the CLI for `idleTimeoutMs`. */
export function silent(idleTimeoutMs: number): CopperheadError {
  return new CopperheadError(
    failure(
      "cursor-silent",
      exitCodes.failed,
      `Cursor said nothing for ${Math.round(idleTimeoutMs / 1000)} s and was stopped.`,
      "Try again; idleTimeoutMs in the configuration sets how long to wait.",
    ),
  );
}

/** What the CLI prints while it still tries; says nothing beside any other line. */
const progress = /^(?:Connection lost, reconnecting|Retry attempt \d)/;

/** The failure that explains most of what these lines tell; the later line of two that explain as much. */
function classifyLines(lines: readonly string[]): Failure | undefined {
  const found = lines.map(classifyLine).filter((failure) => failure !== undefined);
  return found.reverse().sort((a, b) => rankOf(a) - rankOf(b))[0];
}

/** Why a run ended without a result: by what it printed beside its events, never by the prompt or the answer. */
export function classifyExit({ stderr, lines, code, signal }: Remains): Failure {
  const said = [...lines, ...stderr.split(/\r?\n/)].filter((line) => line.trim() !== "");
  const telling = said.filter((line) => !progress.test(line));
  const known = classifyLines(telling) ?? classifyLines(said.slice(-1));
  if (known) {
    return known;
  }
  const how = signal === null ? `exit code ${code}` : signal;
  const last = telling.at(-1);
  return failure(
    "no-result",
    exitCodes.failed,
    last === undefined
      ? `Cursor ended without an answer (${how}).`
      : `Cursor ended without an answer (${how}): ${oneLine(last)}`,
    "Try again; `agent status` tells whether the Cursor CLI works.",
  );
}

const transportAnswer = new RegExp(
  "^(?:Error: )?(?:" +
    `\\w+: \\[(?:${transportCodes}|resource_exhausted)\\](?: Error)?` +
    "|ActionRequiredError: You've reached your usage limit.{0,200}" +
    "|You've hit your usage limit.{0,200}" +
    "|Connection failed\\. Check your internet connection\\." +
    ")$",
);

/**
 * The failure that a result is: one that says so itself, or one whose `answer` is not the model's. `undefined` for every
 * other result. Pure.
 */
export function classifyResult(
  result: ResultEvent,
  answer: string,
  lines: readonly string[],
): Failure | undefined {
  return result.is_error ? classifyErrorResult(result.result ?? "") : classifyAnswer(answer, lines);
}

/**
 * The whole of an answer can be exactly one transport line: the CLI prints those as the model's words, with a successful
 * result. An empty answer is judged by the lines among the events.
 */
function classifyAnswer(answer: string, lines: readonly string[]): Failure | undefined {
  const text = answer.trim();
  if (text === "") {
    return classifyLines(lines.filter((line) => !progress.test(line)));
  }
  return transportAnswer.test(text) ? classifyLine(text) : undefined;
}

/** The text of such a result is the error, not an answer. */
function classifyErrorResult(text: string): Failure {
  const known = text.trim().includes("\n") ? undefined : classifyLine(text);
  if (known) {
    return known;
  }
  const line = oneLine(text);
  const message = line === "" ? "Cursor reported an error." : `Cursor reported an error: ${line}`;
  return failure("cursor-error", exitCodes.failed, message, "Try again.");
}
