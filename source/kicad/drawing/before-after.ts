/** Two drawings of one view on one screen, before and after a change. */
import type { Grid } from "./geometry.js";

const gap = 2;

/** With less than this, two drawings side by side would show nothing. */
const leastColumns = 60;

/** Side by side, or one above the other; `room` is that of each, below its title. */
export type Arrangement = { sideBySide: boolean; room: Grid };

/** How two drawings share `size`. */
export function arrange({ columns, rows }: Grid): Arrangement {
  return columns >= leastColumns
    ? { sideBySide: true, room: { columns: Math.floor((columns - gap) / 2), rows: Math.max(rows - 1, 1) } }
    : { sideBySide: false, room: { columns, rows: Math.max(Math.floor(rows / 2) - 1, 1) } };
}

/** Where the drawings begin that `join` makes lines of; each fills `size`. */
export function placesIn(
  { sideBySide }: Arrangement,
  { columns, rows }: Grid,
): { row: number; column: number }[] {
  const second = sideBySide ? { row: 1, column: columns + gap } : { row: rows + 2, column: 0 };
  return [{ row: 1, column: 0 }, second];
}

/** Both drawings as lines, each below its title; every line of them fills `columns`. */
export function join(
  before: readonly string[],
  after: readonly string[],
  { sideBySide, columns }: { sideBySide: boolean; columns: number },
): string[] {
  if (!sideBySide) {
    return ["before", ...before, "after", ...after];
  }
  const space = " ".repeat(gap);
  const lines = before.map((line, row) => `${line}${space}${after[row] ?? ""}`);
  return [`${"before".padEnd(columns)}${space}after`, ...lines];
}
