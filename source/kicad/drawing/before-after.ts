/** Two drawings of one view on one screen, before and after a change. */
import type { Grid } from "./geometry.js";

const gap = 2;

/** With less than this, two drawings side by side would show nothing. */
const leastColumns = 60;

/** How two drawings share `size`: side by side or one above the other, and the room of each below its title. */
export function arrange({ columns, rows }: Grid): { sideBySide: boolean; room: Grid } {
  return columns >= leastColumns
    ? { sideBySide: true, room: { columns: Math.floor((columns - gap) / 2), rows: Math.max(rows - 1, 1) } }
    : { sideBySide: false, room: { columns, rows: Math.max(Math.floor(rows / 2) - 1, 1) } };
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
