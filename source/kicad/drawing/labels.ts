/** The drawing's texts, written as characters where pixels could not show them. */
import stringWidth from "string-width";
import type { Cell } from "./cells.js";
import { cellAt, middleOf, type Rectangle, type View } from "./geometry.js";

/** A text of the drawing; `area` (mm) holds its letters. One higher than wide is written downwards. */
export type Label = { text: string; area: Rectangle };

/** Letters that stand side by side, and the cell of the first. */
export type PlacedText = { text: string; column: number; row: number };

/** Letters of this many pixels can be read as drawn. */
const readableHeight = 7;

/** A text may take this much more room than it has on the drawing. */
const stretch = 1.6;

/** Whether a label's letters are large enough to be read as they are drawn. */
export function isReadable({ area }: Label, { scale }: View): boolean {
  return Math.min(area.width, area.height) >= readableHeight * scale;
}

/**
 * Places the labels that are written over a view: those that are too small to be read as drawn, that take no more
 * room than on the drawing, and that touch neither the edge nor another one. Names go before numbers and single
 * letters, large letters before small ones.
 */
export function placeLabels(labels: readonly Label[], view: View): PlacedText[] {
  const taken = new Set<string>();
  const placed: PlacedText[] = [];
  for (const label of labels.toSorted(byWeight)) {
    if (isReadable(label, view)) {
      continue;
    }
    const runs = runsOf(label, view);
    const cells = runs.flatMap(({ text, column, row }) =>
      [...text].map((_, index) => [column + index, row] as const),
    );
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

function byWeight(one: Label, other: Label): number {
  return Number(isName(other)) - Number(isName(one)) || letterHeight(other) - letterHeight(one);
}

/** `R12` and `VCC` as opposed to the `1` and `K` of a pin. */
function isName({ text }: Label): boolean {
  return text.length > 1 && /\p{L}/u.test(text);
}

function letterHeight({ area }: Label): number {
  return Math.min(area.width, area.height);
}

/** Where a label goes: none where it has no room, or letters that a cell cannot hold. */
function runsOf(label: Label, view: View): PlacedText[] {
  const { text, area } = label;
  const letters = [...printable(text)];
  const downwards = area.height > area.width && letters.length > 1;
  const room = downwards ? area.height / (2 * view.scale) : area.width / view.scale;
  const isLarge = isName(label) || view.scale <= letterHeight(label) * stretch;
  if (letters.length === 0 || letters.length > room * stretch + 1 || !isLarge) {
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

const writable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}µ\p{N}\p{P}\p{S} ]+$/u;

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

/** Writes texts over a picture; `style` is the SGR parameters of their letters. */
export function writeOver(
  picture: readonly (readonly Cell[])[],
  texts: readonly PlacedText[],
  style: string,
): Cell[][] {
  const rows = picture.map((cells) => [...cells]);
  for (const { text, column, row } of texts) {
    const letters = [...text].map((glyph) => ({ glyph, style }));
    rows[row]?.splice(column, letters.length, ...letters);
  }
  return rows;
}
