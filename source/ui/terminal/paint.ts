/**
 * The bytes that turn what a terminal shows into what it should show. Pure.
 * The live region is a few rows at the end of the output; history goes above it by plain newlines, so that it ends in
 * the terminal's own scrollback. Only rows that changed are written; the screen is never cleared.
 */
import stringWidth from "string-width";

/** Rows to show, and where the text cursor should stand; without a caret it is hidden. */
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

/** The bytes for a new frame, with history lines to put above it; "" where nothing changed. */
export function paint(
  before: Painted,
  frame: Frame,
  history: readonly string[],
): { bytes: string; painted: Painted } {
  const drawn = history.length > 0 ? repaint(before, frame, history) : update(before, frame);
  const { caret } = frame;
  const column = caret && caret.column > 0 ? `\x1b[${caret.column}C` : "";
  const end = caret ? `${travel(drawn.row, caret.row)}${column}${endUpdate}${showCursor}` : endUpdate;
  const painted = { rows: frame.rows, cursorRow: caret?.row ?? drawn.row };
  return { bytes: `${beginUpdate}${drawn.bytes}${end}`, painted };
}

type Drawn = { bytes: string; row: number };

/** Everything anew from the top of the region, which the history pushes down. */
function repaint(before: Painted, { rows }: Frame, history: readonly string[]): Drawn {
  const above = history.map((line) => `${line}${eraseLineEnd}\r\n`).join("");
  const region = rows.join(`${eraseLineEnd}\r\n`);
  const bytes = `${travel(before.cursorRow, 0)}${above}${region}${eraseBelow}`;
  return { bytes, row: Math.max(0, rows.length - 1) };
}

/** Only the rows that differ. */
function update(before: Painted, { rows }: Frame): Drawn {
  let bytes = "";
  let row = before.cursorRow;
  for (const [index, text] of rows.entries()) {
    const isNew = index >= before.rows.length;
    if (!isNew && before.rows[index] === text) {
      continue;
    }
    if (isNew && index > 0) {
      bytes += `${travel(row, index - 1)}\r\n${text}`;
    } else {
      bytes += `${travel(row, index)}${text}${isNew ? "" : eraseLineEnd}`;
    }
    row = index;
  }
  if (rows.length < before.rows.length) {
    bytes += `${travel(row, rows.length)}${eraseBelow}`;
    row = rows.length;
  }
  return { bytes, row };
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
