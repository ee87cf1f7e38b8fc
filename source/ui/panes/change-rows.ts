/** A change in the rows there are for it. Pure. */
import { diffLines, renderDiff } from "../rows/render-diff.js";
import { theme } from "../rows/theme.js";
import { cut, safeLine, wrap } from "../rows/wrap.js";

/** At most `most` rows of what a change means; where some are left out, it shows. */
export function meaningRows(meaning: readonly string[], width: number, most: number): string[] {
  const rows = meaning.flatMap((sentence) => wrap(safeLine(sentence), width));
  if (rows.length <= most) {
    return rows;
  }
  if (most <= 1) {
    return rows.slice(0, Math.max(0, most)).map((row) => `${cut(row, width - 2)} …`);
  }
  const note = theme.muted(cut(`… ${rows.length - most + 1} more rows of what changes`, width));
  return [...rows.slice(0, most - 1), note];
}

/** At most `most` rows of a diff: all, or those that show what changes and how many more there are. */
export function changeRows(diff: string, width: number, most: number): string[] {
  const lines = diffLines(diff);
  const rows = renderDiff(lines, width);
  if (rows.length <= most) {
    return rows;
  }
  if (most <= 0) {
    return [];
  }
  const room = most - 1;
  const before = renderDiff(lines.slice(0, firstChange(lines)), width).length;
  // What leads up to the first changed row may take half of the room, and else a single row.
  const start = before <= room / 2 ? 0 : before - (room > 1 ? 1 : 0);
  const shown = rows.slice(start, start + room);
  return [...shown, theme.muted(cut(`… ${rows.length - shown.length} more rows (Ctrl-O shows all)`, width))];
}

function firstChange(lines: readonly string[]): number {
  const hunk = lines.findIndex((line) => line.startsWith("@@"));
  return Math.max(
    0,
    lines.findIndex((line, index) => index > hunk && /^[+-]/.test(line)),
  );
}
