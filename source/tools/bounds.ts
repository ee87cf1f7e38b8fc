/** Keeps results at a size that a model can read, and the whole of what was cut where a person can. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolResult } from "./tool.js";

/** The longest text a model is given as a result, in characters. */
export const resultLimit = 30_000;

/** The longest diff that is shown to people, in characters. */
const diffLimit = 100_000;

/**
 * Cuts what is too long at the end of a line and says so; the whole is kept in `folder` (made when it is needed) as
 * `0001-<tool>.txt`.
 */
export async function boundResult(tool: string, result: ToolResult, folder: string): Promise<ToolResult> {
  const diff = result.diff === undefined ? undefined : cutDiff(result.diff);
  const bounded = diff === undefined ? result : { ...result, diff };
  if (result.text.length <= resultLimit) {
    return bounded;
  }
  await keepWhole(tool, result.text, folder);
  const shown = cutAtLine(result.text, resultLimit);
  const note = `[Cut here: ${shown.length} of ${result.text.length} characters are shown. Ask for less at once.]`;
  return { ...bounded, text: `${shown}\n${note}` };
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
