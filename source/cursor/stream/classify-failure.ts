/** Why a run or its result failed, by what the Cursor CLI printed. Pure. */
import { exitCodes, type Failure } from "../../base/failure.js";
import { oneLine } from "../../base/text/safe-text.js";
import { classifyLine, classifyLines, transportCodes } from "./error-lines.js";
import { isSuccess, type ResultEvent } from "./events.js";

/** What the CLI prints while it still tries; it explains nothing beside any other line. */
const progress = /^(?:Connection lost, reconnecting|Retry attempt \d)/;

/** What a run without a result left behind. */
export type Remains = {
  stderr: string;
  /** Lines on stdout that were no JSON. */
  lines: readonly string[];
  /** The exit code; `null` where a signal ended the process. */
  code: number | null;
  signal: string | null;
};

/** Why a run ended without a result: by what it printed beside its events, never by the prompt or the answer. */
export function classifyExit({ stderr, lines, code, signal }: Remains): Failure {
  const printed = [...lines, ...stderr.split(/\r?\n/)].filter((line) => line.trim() !== "");
  const reasons = printed.filter((line) => !progress.test(line));
  const known = classifyLines(reasons) ?? classifyLines(printed.slice(-1));
  if (known) {
    return known;
  }
  const how = signal === null ? `exit code ${code}` : signal;
  const reason = shownLines(reasons);
  return {
    code: "no-result",
    exitCode: exitCodes.failed,
    message: `Cursor ended without an answer (${how})${reason === "" ? "." : `: ${reason}`}`,
    advice: "Try again; `agent status` shows whether the Cursor CLI works.",
  };
}

/** How many lines of what the CLI printed a message shows. */
const maxShown = 20;
/** What Node prints around the error that it ends with, and which explains nothing to a user. */
const crashDetail = /^\s+at |^Node\.js v\d|^\s*\^+\s*$|^node:internal\/\S+:\d+$/;
const thrown = /^(?:Uncaught )?(?:[A-Z]\w*)?(?:Error|Exception)\b/;

/** These lines as part of a message: of a crash the error alone, of very many lines the first and the last. */
function shownLines(lines: readonly string[]): string {
  const printed = lines.filter((line) => line.trim() !== "");
  const error = printed.findIndex((line) => thrown.test(line));
  const isCrash = error !== -1 && printed.some((line) => /^Node\.js v\d/.test(line));
  const reasons = (isCrash ? printed.slice(error) : printed).filter((line) => !crashDetail.test(line));
  const shown = (reasons.length > 0 ? reasons : printed)
    .map((line) => oneLine(line))
    .filter((line) => line !== "");
  const half = maxShown / 2;
  return (shown.length > maxShown ? [...shown.slice(0, half), "…", ...shown.slice(1 - half)] : shown).join(
    "\n",
  );
}

/**
 * The failure that a result is: one that is no success, or one whose `answer` (its last segment, where the segments are
 * known) does not end with the model's words. `undefined` for every other result. Pure.
 */
export function classifyResult(
  result: ResultEvent,
  answer: string,
  lines: readonly string[],
): Failure | undefined {
  return isSuccess(result) ? classifyAnswer(answer, lines) : classifyErrorResult(result.result ?? "");
}

const anyCode = `${transportCodes}|resource_exhausted|unauthenticated|permission_denied|failed_precondition`;
const transportAnswer = new RegExp(
  "^(?:Error: )?(?:" +
    // What follows is the transport's own text, of any kind, but no sentence about it.
    "(?:Connect|Retriable)Error: (?!.*\\b(?:means?|indicates?|is an?|was an?|says)\\b).{1,300}" +
    `|\\w+: \\[(?:${anyCode})\\](?: Error| HTTP \\d{3})?` +
    "|ActionRequiredError: You've reached your usage limit.{0,200}" +
    "|You've hit your usage limit.{0,200}" +
    "|Connection failed\\. Check your internet connection\\." +
    ")$",
);

const paragraphEnd = /\n\s*\n/;

/**
 * The CLI prints the errors of its transport as the model's words, with a successful result: one line that is the whole
 * of an answer, or its last paragraph. An empty answer is judged by the lines among the events.
 */
function classifyAnswer(answer: string, lines: readonly string[]): Failure | undefined {
  const text = answer.trim();
  if (text === "") {
    return classifyLines(lines.filter((line) => !progress.test(line)));
  }
  const last = text.split(paragraphEnd).at(-1)?.trim() ?? "";
  return transportAnswer.test(last) ? classifyLine(last) : undefined;
}

/** The text of such a result is the error, not an answer. */
function classifyErrorResult(text: string): Failure {
  const known = text.trim().includes("\n") ? undefined : classifyLine(text);
  if (known) {
    return known;
  }
  const lines = shownLines(text.split("\n"));
  const message = lines === "" ? "Cursor reported an error." : `Cursor reported an error: ${lines}`;
  return { code: "cursor-error", exitCode: exitCodes.failed, message, advice: "Try again." };
}
