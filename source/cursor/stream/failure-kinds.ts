/** The lines by which the Cursor CLI tells that something is wrong, as people have quoted them. */
import leven from "leven";
import { type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import { oneLine } from "../../base/safe-text.js";

export const loginAdvice =
  "Run `agent login`, then `agent status` to check. COPPERHEAD_CURSOR_PATH names another Cursor CLI to use.";

/** The codes of the CLI's transport that say nothing of the request itself. */
export const transportCodes =
  "canceled|unknown|deadline_exceeded|aborted|internal|unavailable|data_loss|out_of_range|unimplemented";

/** One kind of failure that a line of the CLI's output can tell; earlier kinds explain more than later ones. */
type Kind = {
  code: string;
  pattern: RegExp;
  exitCode: ExitCode;
  describe(line: string, match: RegExpExecArray): { message: string; advice?: string };
};

function quoting(sentence: string, advice?: string) {
  return (line: string) => ({
    message: `${sentence} (${oneLine(line)}).`,
    ...(advice === undefined ? {} : { advice }),
  });
}

function fixed(message: string, advice?: string) {
  return () => ({ message, ...(advice === undefined ? {} : { advice }) });
}

function describeModel(_: string, match: RegExpExecArray): { message: string; advice: string } {
  const asked = match[1] ?? "";
  const offered = (match[2] ?? "").split(/[\s,]+/).filter((id) => /^[\w.-]*\w$/.test(id));
  const base = asked.slice(0, 100).replace(/\[.*/, "");
  const distance = new Map(offered.map((id) => [id, leven(base, id)]));
  const nearest = [...distance].sort((a, b) => a[1] - b[1]).slice(0, 3);
  const ids = nearest.map(([id]) => id).join(", ");
  return {
    message: `Cursor does not offer the model "${oneLine(asked, 80)}".`,
    advice: `${ids === "" ? "" : `The nearest are ${ids}. `}\`copperhead models\`, or /model in the panes, lists all.`,
  };
}

function describeLimit(line: string): { message: string; advice: string } {
  const reset = /\breset\w*\b.{0,80}?\bon (\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2})/i.exec(line)?.[1];
  const when = reset === undefined ? "" : `; it resets on ${reset}`;
  return {
    message: `Your Cursor subscription is at its usage limit${when}.`,
    advice:
      "Wait for the reset, or choose a model outside the limit with --model; copperhead uses no other provider.",
  };
}

const { failed, usage, cursor } = exitCodes;

const kinds: readonly Kind[] = [
  {
    code: "not-logged-in",
    pattern: /Authentication required|\bNot logged in\b|API key is invalid|\[unauthenticated\]/i,
    exitCode: cursor,
    describe: fixed("The Cursor CLI is not logged in.", loginAdvice),
  },
  {
    code: "limit-reached",
    pattern: /\[resource_exhausted\]|\b(?:reached|hit) your usage limit/i,
    exitCode: cursor,
    describe: describeLimit,
  },
  {
    code: "model-unknown",
    pattern: /Cannot use this model: (.+?)(?:\. Available models: (.*))?$/,
    exitCode: usage,
    describe: describeModel,
  },
  {
    code: "workspace-untrusted",
    pattern: /Workspace Trust Required/i,
    exitCode: failed,
    describe: fixed(
      "Cursor does not trust this folder.",
      "Run `agent` in it once and accept, or let copperhead trust it for you.",
    ),
  },
  {
    code: "sandbox-unavailable",
    pattern: /Sandbox mode is enabled but not available/i,
    exitCode: failed,
    describe: fixed(
      "Cursor's sandbox is not available on this system, and reasoning mode does not run without it.",
      "See Cursor's documentation for what its sandbox needs here; `--native` works without it.",
    ),
  },
  {
    code: "config-race",
    pattern: /cli-config\.json|^(?:SyntaxError: )?Unexpected end of JSON input/,
    exitCode: failed,
    describe: quoting(
      "Cursor stumbled over its configuration file, as happens when several start at once",
      "Try again.",
    ),
  },
  {
    code: "rules-unreadable",
    pattern: /\bcli\.json\b/,
    exitCode: failed,
    describe: quoting("Cursor rejected the permissions file of its workspace"),
  },
  {
    code: "chat-in-use",
    pattern: /Session ID .{0,80} is already in use/i,
    exitCode: failed,
    describe: fixed(
      "Another process is using this Cursor chat.",
      "End it, or start a new session without --resume.",
    ),
  },
  {
    code: "chat-gone",
    pattern:
      /Invalid conversation history|\b(?:chat|session|conversation)\b.{0,80}\b(?:not found|not exist|no longer|unknown)|\bno (?:such )?(?:chat|session|conversation)\b/i,
    exitCode: failed,
    describe: quoting("Cursor no longer has this chat", "Start a new session without --resume."),
  },
  {
    code: "option-unknown",
    pattern: /unknown option '/,
    exitCode: failed,
    describe: quoting("Cursor does not understand how it was called", "Update it with `agent update`."),
  },
  {
    code: "cursor-broken",
    pattern: /Failed to load native binding/,
    exitCode: failed,
    describe: quoting("The Cursor CLI is not installed completely", "Reinstall the Cursor CLI."),
  },
  {
    code: "request-refused",
    pattern: /\[(?:invalid_argument|permission_denied|failed_precondition|not_found|already_exists)\]/,
    exitCode: failed,
    describe: quoting("Cursor refused the request", "Another --model may be allowed."),
  },
  {
    code: "transport",
    pattern: new RegExp(`\\[(?:${transportCodes})\\]|^Connection (?:failed|lost)|^Retry attempt \\d`),
    exitCode: failed,
    describe: quoting("The connection to Cursor failed", "Check the network, then try again."),
  },
];

/** How much a failure of this code explains; the smaller, the more. */
export function rankOf(found: Failure): number {
  const index = kinds.findIndex(({ code }) => code === found.code);
  return index === -1 ? kinds.length : index;
}

/** What one line says went wrong; `undefined` where it is no known error line. Pure. */
export function classifyLine(line: string): Failure | undefined {
  const text = line.trim();
  for (const { code, pattern, exitCode, describe } of kinds) {
    const match = pattern.exec(text);
    if (match) {
      return { code, exitCode, ...describe(text, match) };
    }
  }
  return undefined;
}
