/** The layout of the prompt's text: rows of a width, and the caret's position among them. Pure. */
import stringWidth from "string-width";
import { counted } from "../../base/counted.js";
import { visible } from "../../base/safe-text.js";
import { graphemesOf } from "./graphemes.js";
import { pasteOf } from "./pastes.js";

type Text = { text: string; caret: number; pastes: readonly string[] };

/** One grapheme as it is drawn; `index` is where it is in the text. */
type EditorCell = { index: number; column: number; drawn: string; width: number };
/** `end` is the index after the last cell. */
type Row = { cells: EditorCell[]; end: number; width: number };

export type EditorLayout = {
  /** The rows as drawn; never wider than the width. */
  rows: string[];
  caret: { row: number; column: number };
};

/** Lays the text out in rows of `width` columns, wrapped anywhere. */
export function layoutEditor(editor: Text, width: number): EditorLayout {
  const rows = layRows(editor, width);
  return {
    rows: rows.map(({ cells }) => cells.map(({ drawn }) => drawn).join("")),
    caret: positionOf(rows, editor.caret),
  };
}

/** The caret one drawn row up or down, as near to the goal column as it gets; unmoved at the edge. */
export function verticalMove(
  editor: Text,
  { direction, width }: { direction: "up" | "down"; width: number },
  goal: number | undefined,
): { caret: number; goal: number } {
  const rows = layRows(editor, width);
  const { row, column } = positionOf(rows, editor.caret);
  const wanted = goal ?? column;
  const target = rows[row + (direction === "up" ? -1 : 1)];
  if (!target) {
    return { caret: editor.caret, goal: wanted };
  }
  const cell = target.cells.find((candidate) => candidate.column + candidate.width > wanted);
  return { caret: cell?.index ?? target.end, goal: wanted };
}

function draw(grapheme: string, pastes: readonly string[]): string {
  const paste = pasteOf(grapheme);
  if (paste !== undefined) {
    const lines = (pastes[paste] ?? "").replace(/\n$/, "").split("\n").length;
    return `[pasted text ${paste + 1}: ${counted(lines, "line")}]`;
  }
  return grapheme === "\t" ? "  " : visible(grapheme);
}

function layRows({ text, pastes }: Text, width: number): Row[] {
  let row: Row = { cells: [], end: 0, width: 0 };
  const rows = [row];
  let index = 0;
  const next = () => {
    row = { cells: [], end: index, width: 0 };
    rows.push(row);
  };
  for (const grapheme of graphemesOf(text)) {
    if (grapheme === "\n") {
      index += 1;
      next();
      continue;
    }
    const drawn = draw(grapheme, pastes);
    const cellWidth = stringWidth(drawn);
    if (row.cells.length > 0 && row.width + cellWidth > width) {
      next();
    }
    row.cells.push({ index, column: row.width, drawn, width: cellWidth });
    row.width += cellWidth;
    index += grapheme.length;
    row.end = index;
  }
  // The caret needs a column of its own after a full last row.
  if (row.width >= width) {
    next();
  }
  return rows;
}

function positionOf(rows: readonly Row[], caret: number): { row: number; column: number } {
  for (const [number, row] of rows.entries()) {
    const cell = row.cells.find(({ index }) => index >= caret);
    if (cell) {
      return { row: number, column: cell.column };
    }
    const following = rows[number + 1];
    const startsHere = following === undefined || (following.cells[0]?.index ?? following.end) > caret;
    if (startsHere && caret <= row.end) {
      return { row: number, column: row.width };
    }
  }
  return { row: 0, column: 0 };
}
