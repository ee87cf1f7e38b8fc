/**
 * The bytes that turn what a terminal shows into what it should show. Pure.
 * The live region is a few rows at the end of the output; history goes above it by plain newlines, so that it ends in
 * the terminal's own scrollback. Only rows that changed are written; the screen is never cleared.
 */
import stringWidth from "string-width";

/** Rows to show, and where the text cursor goes; without a caret it is hidden. */
export type Frame = { rows: readonly string[]; caret?: { row: number; column: number } | undefined };

/** What was painted, and in which of its rows the cursor was left. */
export type Painted = { rows: readonly string[]; cursorRow: number };

export const nothingPainted: Painted = { rows: [], cursorRow: 0 };

const beginUpdate = "\x1b[?2026h\x1b[?25l";
const endUpdate = "\x1b[?2026l";
const showCursor = "\x1b[?25h";
const eraseLineEnd = "\x1b[K";
const eraseBelow = "\x1b[J";

/** From a row of the region to the beginning of another. */
function travel(from: number, to: number): string {
  if (to === from) {
    return "\r";
  }
  return to < from ? `\r\x1b[${from - to}A` : `\r\x1b[${to - from}B`;
}

/** The bytes for a new frame, with history lines to put above it, on a terminal of `height` rows. */
export function paint(
  before: Painted,
  frame: Frame,
  history: readonly string[],
  height: number,
): { bytes: string; painted: Painted } {
  // An empty region is still the row that the cursor is in.
  const rows = frame.rows.length > 0 ? frame.rows : [""];
  const lines = [...history, ...rows];
  const fits = before.rows.length + Math.max(0, lines.length - before.rows.length) < height;
  const drawn = fits && before.rows.length > 0 ? update(before, lines) : repaint(before, lines);
  const row = drawn.row - history.length;
  const { caret } = frame;
  const column = caret && caret.column > 0 ? `\x1b[${caret.column}C` : "";
  const home = caret ?? { row: rows.length - 1 };
  const end = `${travel(row, home.row)}${column}${endUpdate}${caret ? showCursor : ""}`;
  return { bytes: `${beginUpdate}${drawn.bytes}${end}`, painted: { rows, cursorRow: home.row } };
}

type Drawn = { bytes: string; row: number };

/** Every line anew from the top of the region; those that do not fit scroll away. */
function repaint(before: Painted, lines: readonly string[]): Drawn {
  const body = lines.map((line) => `${line}${eraseLineEnd}`).join("\r\n");
  return { bytes: `${travel(before.cursorRow, 0)}${body}${eraseBelow}`, row: Math.max(0, lines.length - 1) };
}

/** Only the lines that differ: those that are new are opened up in place, those that went are closed. */
function update({ rows, cursorRow }: Painted, lines: readonly string[]): Drawn {
  const same = commonStart(rows, lines);
  const grows = lines.length - rows.length;
  let row = cursorRow;
  let bytes = "";
  const goTo = (target: number) => {
    bytes += travel(row, target);
    row = target;
  };
  let shown = rows;
  if (grows > 0) {
    // Plain newlines at the end make the room, so that what scrolls away goes to the scrollback.
    goTo(rows.length - 1);
    bytes += "\n".repeat(grows);
    row += grows;
    if (same < rows.length) {
      goTo(same);
      bytes += `\x1b[${grows}L`;
    }
    shown = [...rows.slice(0, same), ...Array<string>(grows).fill(""), ...rows.slice(same)];
  } else if (grows < 0) {
    goTo(same);
    bytes += `\x1b[${-grows}M`;
    shown = [...rows.slice(0, same), ...rows.slice(same - grows)];
  }
  for (const [index, line] of lines.entries()) {
    if (shown[index] !== line) {
      goTo(index);
      bytes += shown[index] === "" ? line : `${line}${eraseLineEnd}`;
    }
  }
  return { bytes, row };
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, index) => line !== other[index]);
  return different < 0 ? one.length : different;
}

/**
 * The bytes that erase the region after the terminal became `columns` wide, from where the cursor is.
 * A terminal that reflows has wrapped the rows above the cursor that became too long; one that does not has cut them.
 */
export function erase(before: Painted, columns: number, reflows: boolean): string {
  const above = before.rows.slice(0, before.cursorRow);
  const height = above.reduce(
    (sum, text) => sum + (reflows ? Math.max(1, Math.ceil(stringWidth(text) / columns)) : 1),
    0,
  );
  return `${travel(height, 0)}${eraseBelow}`;
}
