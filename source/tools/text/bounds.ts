/** Keeps results at a size that a model can read, and the whole of what was cut where a person can. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cutText, oneLine } from "../../base/safe-text.js";
import type { Redactor } from "../../workspace/secrets/redaction.js";
import type { ToolResult } from "../tool.js";

/** The longest text a model is given as a result, in characters. */
export const resultLimit = 30_000;

/** The longest line for people, in characters, and the most lines. */
const longestDetail = 300;
const mostDetailLines = 200;

/** The longest diff that is shown to people, in characters. */
const diffLimit = 100_000;

/**
 * A result before it is bounded. Where its text is already a selection that says so, `whole` is all there was to
 * select from.
 */
export type UnboundedResult = ToolResult & { whole?: string };

/** Where results are kept whole, without their secrets. */
export type Keeping = { folder: string; redactor: Redactor };

/**
 * Cuts what is too long at the end of a line and says so; the whole is kept in `folder` (made when it is needed) as
 * `0001-<tool>.txt`.
 */
export async function boundResult(
  tool: string,
  result: UnboundedResult,
  { folder, redactor }: Keeping,
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
    ...(rest.diff !== undefined && { diff: cutDiff(rest.diff) }),
  };
}

function boundDetail(detail: string): string {
  const [head = "", ...lines] = detail.split("\n");
  const shown = lines.slice(0, mostDetailLines).map((line) => cutText(line.trimEnd(), longestDetail));
  const more = lines.length - shown.length;
  return [oneLine(head, longestDetail), ...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}

/** The beginning of a text, to the last whole line that fits; within a line where the first is too long. */
export function cutAtLine(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const end = text.lastIndexOf("\n", limit);
  return end > 0 ? text.slice(0, end) : text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}

function cutDiff(diff: string): string {
  const shown = cutAtLine(diff, diffLimit);
  const rest = diff.length - shown.length;
  return rest === 0 ? diff : `${shown}\n… ${rest} more characters of diff\n`;
}

/** `wx` makes two results of the same moment have two names. */
async function keepWhole(tool: string, text: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const file = join(folder, `${String(number).padStart(4, "0")}-${tool}.txt`);
    try {
      await writeFile(file, text, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw error;
      }
    }
  }
}
