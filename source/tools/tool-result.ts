/** What a tool returns: bounded to a size that a model can read, the whole of what was cut kept for people. */
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeOwnFolders } from "../base/files/own-folders.js";
import type { ToolOutcome } from "../base/outcomes.js";
import { cutText, oneLine } from "../base/text/safe-text.js";
import type { Redactor } from "../workspace/secrets/redaction.js";

export type ToolResult = {
  outcome: ToolOutcome;
  /** For the model. */
  text: string;
  /** For people: one line, and below it the part of the result that is worth a look. */
  detail?: string;
  /** Unified diff of the changes. */
  diff?: string;
  /** The changed files, repository-relative, and how many lines of each. */
  changed?: { path: string; added: number; removed: number }[];
  /** The files whose content the model knows from this result on: their repository-relative paths, and their hashes. */
  seen?: { path: string; hash: string }[];
};

/** A result before it is bounded. If its text is only a selection, and says so, `whole` is everything. */
export type UnboundedResult = ToolResult & { whole?: string };

/** The longest text for the model, in characters. */
export const resultLimit = 30_000;

/** The longest line for people, in characters, and the most lines. */
const longestDetail = 300;
const mostDetailLines = 200;

/** The longest diff for people, in characters. */
const diffLimit = 100_000;

/** A result that says why nothing was done, and what to do instead. */
export function rejected(text: string, detail = text): ToolResult {
  return { outcome: "rejected", text, detail: oneLine(detail, longestDetail) };
}

/**
 * Cuts what is too long at the end of a line and says so; the whole, without its secrets, is kept in `folder` (created
 * when needed) as `0001-<tool>.txt`.
 */
export async function boundResult(
  tool: string,
  result: UnboundedResult,
  { folder, redactor }: { folder: string; redactor: Redactor },
): Promise<ToolResult> {
  const { whole, text, ...rest } = result;
  const shown = cutAtLine(text, resultLimit);
  const isCut = shown.length < text.length;
  if (isCut || whole !== undefined) {
    await keepWhole(tool, redactor.text(whole ?? text), folder);
  }
  const note = `[Cut here: ${shown.length} of ${text.length} characters are shown. Ask for less at once.]`;
  return {
    ...rest,
    text: isCut ? `${shown}\n${note}` : text,
    ...(rest.detail !== undefined && { detail: boundDetail(rest.detail) }),
    ...(rest.diff !== undefined && { diff: boundDiff(rest.diff) }),
  };
}

function boundDetail(detail: string): string {
  const [head = "", ...lines] = detail.split("\n");
  const shown = lines.slice(0, mostDetailLines).map((line) => cutText(line.trimEnd(), longestDetail));
  const more = lines.length - shown.length;
  return [oneLine(head, longestDetail), ...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}

function boundDiff(diff: string): string {
  const shown = cutAtLine(diff, diffLimit);
  const rest = diff.length - shown.length;
  return rest === 0 ? diff : `${shown}\n… ${rest} more characters of diff\n`;
}

/** The beginning of a text, to the last whole line that fits; within a line where the first is too long. */
export function cutAtLine(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const end = text.lastIndexOf("\n", limit);
  return end >= 0 ? text.slice(0, end) : text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}

async function keepWhole(tool: string, text: string, folder: string): Promise<void> {
  await makeOwnFolders(dirname(folder), basename(folder));
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${String(number).padStart(4, "0")}-${tool}.txt`);
    try {
      // Two results of the same moment get two names.
      await writeFile(file, text, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    }
  }
}
