/** Two pictures on one screen. */
import type { Grid } from "./geometry.js";

/** A picture and its title; every line fills `columns`. */
export type Panel = { title: string; lines: readonly string[]; columns: number };

const gap = 2;

/** With less than this, two pictures side by side would show nothing. */
const leastColumns = 60;

export type Arrangement = "beside" | "stacked";

/** How two pictures share `size`, and the room of each below its title. */
export function arrange({ columns, rows }: Grid): { arrangement: Arrangement; room: Grid } {
  return columns >= leastColumns
    ? {
        arrangement: "beside",
        room: { columns: Math.floor((columns - gap) / 2), rows: Math.max(rows - 1, 1) },
      }
    : { arrangement: "stacked", room: { columns, rows: Math.max(Math.floor(rows / 2) - 1, 1) } };
}

/** Both panels as lines, each below its title. */
export function join(first: Panel, second: Panel, arrangement: Arrangement): string[] {
  if (arrangement === "stacked") {
    return [first.title, ...first.lines, second.title, ...second.lines];
  }
  const rows = Math.max(first.lines.length, second.lines.length);
  const title = first.title.padEnd(first.columns + gap) + second.title;
  const blank = " ".repeat(first.columns);
  const lines = Array.from({ length: rows }, (_, row) => {
    const left = first.lines[row] ?? blank;
    return left + " ".repeat(gap) + (second.lines[row] ?? "");
  });
  return [title, ...lines];
}
