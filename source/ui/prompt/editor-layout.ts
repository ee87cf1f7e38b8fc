/** The layout of the prompt's text: rows of a width, and the caret's position among them. Pure. */
import stringWidth from "string-width";
import { counted } from "../../base/text/counted.js";
import { visible } from "../../base/text/safe-text.js";
import { graphemesOf } from "./graphemes.js";
import { pasteOf } from "./pastes.js";

type Text = { text: string; caret: number; pastes: readonly string[] };

/** One grapheme as it is drawn; `index` is where it is in the text. */
type EditorCell = { index: number; column: number; drawn: string; width: number };
/** `end` is the index after the last cell. */
type Row = { cells: EditorCell[]; end: number; width: number };

type EditorLayout = {
  /** The rows as drawn; never wider than the width. */
  rows: string[];
  caret: { row: number; column: number };
};

/** Lays the text out in rows of `width` columns, wrapped anywhere. */
export function layoutEditor(editor: Text, width: number): EditorLayout {
  const { rows, caret } = layRows(editor, width);
  return { rows: rows.map(({ cells }) => cells.map(({ drawn }) => drawn).join("")), caret };
}

/** The caret one drawn row up or down, as near to the goal column as possible; unmoved at the edge. */
export function verticalMove(
  editor: Text,
  { direction, width }: { direction: "up" | "down"; width: number },
  goal: number | undefined,
): { caret: number; goal: number } {
  const { rows, caret } = layRows(editor, width);
  const wanted = goal ?? caret.column;
  const target = rows[caret.row + (direction === "up" ? -1 : 1)];
  if (!target) {
    return { caret: editor.caret, goal: wanted };
  }
  const cell = target.cells.find(({ column, width }) => column + width > wanted);
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

function layRows({ text, caret, pastes }: Text, width: number) {
  let row: Row = { cells: [], end: 0, width: 0 };
  const rows = [row];
  let index = 0;
  let position: EditorLayout["caret"] | undefined;
  const nextRow = () => {
    row = { cells: [], end: index, width: 0 };
    rows.push(row);
  };
  const placeCaret = () => {
    position ??= index >= caret ? { row: rows.length - 1, column: row.width } : undefined;
  };
  for (const grapheme of graphemesOf(text)) {
    if (grapheme === "\n") {
      // The caret needs a column of its own after a full row.
      if (index === caret && row.width >= width) {
        nextRow();
      }
      placeCaret();
      index += 1;
      nextRow();
      continue;
    }
    const drawn = draw(grapheme, pastes);
    const cellWidth = stringWidth(drawn);
    if (row.cells.length > 0 && row.width + cellWidth > width) {
      nextRow();
    }
    placeCaret();
    row.cells.push({ index, column: row.width, drawn, width: cellWidth });
    row.width += cellWidth;
    index += grapheme.length;
    row.end = index;
  }
  // So that no row is added when the caret comes to the end.
  if (row.width >= width) {
    nextRow();
  }
  placeCaret();
  return { rows, caret: position ?? { row: 0, column: 0 } };
}
