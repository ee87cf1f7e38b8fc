/** The drawing's texts, written as characters where pixels could not show them. */
import sliceAnsi from "slice-ansi";
import stringWidth from "string-width";
import { cellAt, middleOf, type Rectangle, type View } from "./geometry.js";

/** A text of the drawing; `area` (mm) holds its letters. One higher than wide is written downwards. */
export type Label = { text: string; area: Rectangle };

/** Letters that stand side by side, and the cell of the first. */
export type PlacedText = { text: string; column: number; row: number };

/** Letters of this many pixels can be read as drawn. */
const readableHeight = 7;

/** A text may take this much more room than it has on the drawing. */
const stretch = 1.3;

/** Whether a label's letters are large enough to be read as they are drawn. */
export function isReadable({ area }: Label, { scale }: View): boolean {
  return Math.min(area.width, area.height) >= readableHeight * scale;
}

/**
 * Places the labels that are written over a view: those that are too small to be read as drawn, that take no more
 * room than on the drawing, and that touch neither the edge nor another one. Larger letters go first.
 */
export function placeLabels(labels: readonly Label[], view: View): PlacedText[] {
  const taken = new Set<string>();
  const placed: PlacedText[] = [];
  for (const label of labels.toSorted((one, other) => letterHeight(other) - letterHeight(one))) {
    if (isReadable(label, view)) {
      continue;
    }
    const runs = runsOf(label, view);
    const cells = runs.flatMap(({ text, column, row }) => [...text].map((_, index) => [column + index, row] as const));
    if (cells.every(([column, row]) => isInside(column, row, view) && !taken.has(`${column} ${row}`))) {
      for (const [column, row] of cells) {
        for (const near of [column - 1, column, column + 1]) {
          taken.add(`${near} ${row}`);
        }
      }
      placed.push(...runs);
    }
  }
  return placed;
}

function letterHeight({ area }: Label): number {
  return Math.min(area.width, area.height);
}

/** Where a label goes: none where it has no room, or letters that a cell cannot hold. */
function runsOf({ text, area }: Label, view: View): PlacedText[] {
  const letters = [...printable(text)];
  const downwards = area.height > area.width && letters.length > 1;
  const room = downwards ? area.height / (2 * view.scale) : area.width / view.scale;
  if (letters.length === 0 || letters.length > room * stretch + 1) {
    return [];
  }
  const { column, row } = cellAt(view, middleOf(area));
  const back = Math.floor((letters.length - 1) / 2);
  return downwards
    ? letters.map((letter, index) => ({ text: letter, column, row: row - back + index }))
    : [{ text: letters.join(""), column: column - back, row }];
}

function isInside(column: number, row: number, { columns, rows }: View): boolean {
  return column >= 0 && column < columns && row >= 0 && row < rows;
}

const writable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S} ]+$/u;

/**
 * A text from a design as it may be written to a terminal: KiCad's marks for over-, sub- and superscript taken off.
 * Empty where it has letters that are not one column wide each, that change the direction of writing, or that are no
 * letters at all.
 */
export function printable(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/[~_^]\{([^{}]*)\}/g, "$1")
    .trim();
  const letters = [...plain];
  return writable.test(plain) && letters.every((letter) => stringWidth(letter) === 1) ? plain : "";
}

/** Writes texts over lines of block characters; `style` is the SGR parameters of the letters, "" for none. */
export function writeOver(lines: readonly string[], texts: readonly PlacedText[], style: string): string[] {
  return lines.map((line, index) => {
    let written = line;
    for (const { text, column } of texts.filter(({ row }) => row === index)) {
      const letters = style === "" ? text : `\u001b[0;${style}m${text}\u001b[0m`;
      written = sliceAnsi(written, 0, column) + letters + sliceAnsi(written, column + [...text].length);
    }
    return written;
  });
}
