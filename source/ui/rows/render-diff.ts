/** Unified diffs as rows: the signs stay, so that colours are not needed. Pure. */

import { theme } from "./theme.js";
import { safeLine, wrap } from "./wrap.js";

const continued = "  ";

/** Rows of the lines of a diff. */
export function renderDiff(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => {
    const [first = "", ...rest] = wrap(safeLine(line), width - continued.length);
    // The first column is for signs: the rest of a long line must not look like one.
    return [first, ...rest.map((row) => continued + row)].map((row) => styled(line, row));
  });
}

/** The lines of a unified diff that matter below a title which names the file already. */
export function diffLines(diff: string): string[] {
  const lines = diff.replace(/\n$/, "").split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return first > 0 && !lines.slice(first).some((line) => line.startsWith("--- "))
    ? lines.slice(first)
    : lines;
}

function styled(line: string, row: string): string {
  if (/^(?:\+\+\+|---|diff |index )/.test(line)) {
    return theme.strong(row);
  }
  if (line.startsWith("@@")) {
    return theme.hunk(row);
  }
  if (line.startsWith("+")) {
    return theme.added(row);
  }
  return line.startsWith("-") ? theme.removed(row) : row;
}
