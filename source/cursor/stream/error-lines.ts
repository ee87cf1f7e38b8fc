/** The lines in which the Cursor CLI reports that something is wrong, as people have quoted them. */
import leven from "leven";
import { type ExitCode, exitCodes, type Failure } from "../../base/failure.js";
import { oneLine } from "../../base/text/safe-text.js";
import { loginAdvice } from "./failures.js";

/** The codes of the CLI's transport that mean nothing about the request itself. */
export const transportCodes =
  "canceled|unknown|deadline_exceeded|aborted|internal|unavailable|data_loss|out_of_range|unimplemented";

type Words = { message: string; advice?: string };

/** One kind of failure that a line can report; earlier kinds explain more than later ones. */
type Kind = {
  code: string;
  pattern: RegExp;
  /** 1 where there is none. */
  exitCode?: ExitCode;
} & ((Words & { quotes?: true }) | { describe(match: RegExpExecArray, printed: string): Words });

function describeModel([, asked = "", models = ""]: RegExpExecArray): Words {
  const offered = models.split(/[\s,]+/).filter((id) => /^[\w.-]*\w$/.test(id));
  const base = asked.slice(0, 100).replace(/\[.*/, "");
  const distance = new Map(offered.map((id) => [id, leven(base, id)]));
  const nearest = [...distance].sort((a, b) => a[1] - b[1]).slice(0, 3);
  const ids = nearest.map(([id]) => id).join(", ");
  return {
    message: `Cursor does not offer the model "${oneLine(asked, 80)}".`,
    advice: `${ids === "" ? "" : `The nearest are ${ids}. `}\`copperhead models\`, or /model in the panes, lists all.`,
  };
}

const date = String.raw`\d{1,2}/\d{1,2}/\d{2,4}|\d{4}-\d{2}-\d{2}|(?:\d{1,2}\.? )?[A-Z][a-z]{2,8}\.? \d{1,4}(?:, \d{4})?`;
const resetDate = new RegExp(String.raw`\breset\w*\b.{0,80}?\b(?:on|at|until|after)? ?(${date})`, "s");

function describeLimit({ input }: RegExpExecArray, printed: string): Words {
  const reset = resetDate.exec(input)?.[1] ?? resetDate.exec(printed)?.[1];
  const when = reset === undefined ? "" : `; it resets on ${reset}`;
  return {
    message: `Your Cursor subscription is at its usage limit${when} (${oneLine(input)}).`,
    advice:
      "Wait for the reset, or choose a model outside the limit with --model; copperhead uses no other provider.",
  };
}

const kinds: readonly Kind[] = [
  {
    code: "not-logged-in",
    pattern: /Authentication required|\bNot logged in\b|\[unauthenticated\]/i,
    exitCode: exitCodes.cursor,
    message: "The Cursor CLI is not logged in.",
    advice: loginAdvice,
  },
  {
    code: "not-logged-in",
    pattern: /\bAPI key\b.{0,80}\binvalid\b|\binvalid API key\b/i,
    exitCode: exitCodes.cursor,
    message: "Cursor rejected the API key that its CLI uses",
    advice: `Unset CURSOR_API_KEY or make a new key. ${loginAdvice}`,
    quotes: true,
  },
  {
    code: "limit-reached",
    pattern:
      /\b(?:reached|hit|exceeded) your (?:\w+ )?usage limit|\[resource_exhausted\].*\b(?:usage|quota)\b/i,
    exitCode: exitCodes.cursor,
    describe: describeLimit,
  },
  {
    code: "overloaded",
    pattern: /\[resource_exhausted\].*\b(?:overload\w*|capacity|high (?:demand|load)|too many requests)\b/i,
    message: "Cursor is overloaded",
    advice: "Try again in a few minutes, or choose another model with --model.",
    quotes: true,
  },
  {
    code: "limit-reached",
    pattern: /\[resource_exhausted\]/i,
    exitCode: exitCodes.cursor,
    message: "Cursor is overloaded, or your subscription is at its usage limit",
    advice:
      "Try again in a few minutes, or choose another model with --model; where it is the limit, wait for its reset.",
    quotes: true,
  },
  {
    code: "model-unknown",
    pattern: /Cannot use this model: (.+?)(?:\. Available models: (.*))?$/,
    exitCode: exitCodes.usage,
    describe: describeModel,
  },
  {
    code: "workspace-untrusted",
    pattern: /Workspace Trust Required/i,
    message: "Cursor does not trust this folder.",
    advice: "Run `agent` in it once and accept, or let copperhead trust it for you.",
  },
  {
    code: "sandbox-unavailable",
    pattern: /Sandbox mode is enabled but not available/i,
    message: "Cursor's sandbox is not available on this system, and reasoning mode does not run without it.",
    advice: "See Cursor's documentation for what its sandbox needs here; `--native` works without it.",
  },
  {
    code: "config-race",
    pattern: /cli-config\.json|^(?:SyntaxError: )?Unexpected end of JSON input/,
    message: "Cursor stumbled over its configuration file, as happens when several start at once",
    advice: "Try again.",
    quotes: true,
  },
  {
    code: "rules-unreadable",
    pattern: /\bcli\.json\b/,
    message: "Cursor rejected the permissions file of its workspace",
    quotes: true,
  },
  {
    code: "chat-in-use",
    pattern: /Session ID .{0,80} is already in use/i,
    message: "Another process is using this Cursor chat.",
    advice: "End it, or start a new session without --resume.",
  },
  {
    code: "chat-gone",
    pattern:
      /Invalid conversation history|\b(?:chat|session|conversation)\b.{0,80}\b(?:not found|not exist|no longer|unknown)|\bno (?:such )?(?:chat|session|conversation)\b/i,
    message: "Cursor no longer has this chat",
    advice: "Start a new session without --resume.",
    quotes: true,
  },
  {
    code: "option-unknown",
    pattern: /unknown option '/,
    message: "Cursor does not understand how it was called",
    advice: "Update it with `agent update`.",
    quotes: true,
  },
  {
    code: "cursor-broken",
    pattern: /Failed to load native binding/,
    message: "The Cursor CLI is not installed completely",
    advice: "Reinstall the Cursor CLI.",
    quotes: true,
  },
  {
    code: "request-refused",
    pattern: /\[(?:invalid_argument|permission_denied|failed_precondition|not_found|already_exists)\]/,
    message: "Cursor refused the request",
    advice: "Another --model may be allowed.",
    quotes: true,
  },
  {
    code: "transport",
    pattern: new RegExp(
      `\\[(?:${transportCodes})\\]|^(?:Error: )?(?:Connect|Retriable)Error: |^Connection (?:failed|lost)|^Retry attempt \\d`,
    ),
    message: "The connection to Cursor failed",
    advice: "Check the network, then try again.",
    quotes: true,
  },
];

/**
 * What one line reports, of all the text that was `printed`; `undefined` where it is no known error line. Pure.
 */
export function classifyLine(line: string, printed = line): Failure | undefined {
  const text = line.trim();
  for (const { code, pattern, exitCode = exitCodes.failed, ...kind } of kinds) {
    const match = pattern.exec(text);
    if (match) {
      return {
        code,
        exitCode,
        ...("describe" in kind ? kind.describe(match, printed) : wordsOf(kind, text)),
      };
    }
  }
  return undefined;
}

function wordsOf({ message, advice, quotes }: Words & { quotes?: true }, line: string): Words {
  return { message: quotes ? `${message} (${oneLine(line)}).` : message, ...(advice && { advice }) };
}

/** The failure that explains most of what these lines report; the later line of two that explain as much. */
export function classifyLines(lines: readonly string[]): Failure | undefined {
  const printed = lines.join("\n");
  const found = lines.map((line) => classifyLine(line, printed)).filter((failure) => failure !== undefined);
  const rank = ({ code }: Failure) => kinds.findIndex((kind) => kind.code === code);
  return found.reverse().sort((a, b) => rank(a) - rank(b))[0];
}
