/** The texts of a plot, written as characters where pixels could not show them. Pure. */
import stringWidth from "string-width";
import type { Cell } from "./cells.js";
import { cellAt, middleOf, type Rectangle, type View } from "./geometry.js";

/** A text of a plot; `area` (mm) holds its letters. One higher than wide is written downwards. */
export type Label = { text: string; area: Rectangle };

/** Letters side by side, and the cell of the first. */
export type PlacedText = { text: string; column: number; row: number };

/** Letters of this many pixels can be read as drawn. */
const readableHeight = 7;

/** A text may be this much wider than on the plot. */
const stretch = 1.6;

/** The least height (mm) of letters that can be read as they are drawn in the cells of a view. */
export function readableLetter({ scale }: View): number {
  return readableHeight * scale;
}

/**
 * Places the labels that are written over a view: those that are too small to be read as drawn, that need no more room
 * than on the plot, and that touch neither the edge nor another one. Names go before numbers and single letters, large
 * letters before small ones.
 */
export function placeLabels(labels: readonly Label[], view: View): PlacedText[] {
  const taken = new Set<string>();
  const placed: PlacedText[] = [];
  for (const label of labels.toSorted(byWeight)) {
    if (letterHeight(label.area) >= readableLetter(view)) {
      continue;
    }
    const runs = runsOf(label, view);
    const cells = runs.flatMap(({ text, column, row }) =>
      [...text].map((_, index) => [column + index, row] as const),
    );
    if (cells.every(([column, row]) => isInside(view, column, row) && !taken.has(`${column} ${row}`))) {
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
  return Number(isName(other)) - Number(isName(one)) || letterHeight(other.area) - letterHeight(one.area);
}

/** `R12` and `VCC` as opposed to the `1` and `K` of a pin. */
function isName({ text }: Label): boolean {
  return text.length > 1 && /\p{L}/u.test(text);
}

/** The height (mm) of the letters of a text that fills an area, written to the right or downwards. */
export function letterHeight({ width, height }: Rectangle): number {
  return Math.min(width, height);
}

/** Empty where the label has no room, or letters that a cell cannot hold. */
function runsOf(label: Label, view: View): PlacedText[] {
  const { text, area } = label;
  const letters = [...printable(text)];
  const downwards = area.height > area.width && letters.length > 1;
  const room = downwards ? area.height / (2 * view.scale) : area.width / view.scale;
  const isLarge = isName(label) || view.scale <= letterHeight(area) * stretch;
  if (letters.length === 0 || letters.length > room * stretch + 1 || !isLarge) {
    return [];
  }
  const { column, row } = cellAt(view, middleOf(area));
  const back = Math.floor((letters.length - 1) / 2);
  return downwards
    ? letters.map((letter, index) => ({ text: letter, column, row: row - back + index }))
    : [{ text: letters.join(""), column: column - back, row }];
}

function isInside({ columns, rows }: View, column: number, row: number): boolean {
  return column >= 0 && column < columns && row >= 0 && row < rows;
}

const writable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}µ\p{N}\p{P}\p{S} ]+$/u;

/**
 * A text from a design as it may be written to a terminal, without KiCad's marks for over-, sub- and superscript. Empty
 * where a character is not one column wide, changes the direction of writing, or is a control character.
 */
export function printable(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/[~_^]\{([^{}]*)\}/g, "$1")
    .trim();
  const letters = [...plain];
  return writable.test(plain) && letters.every((letter) => stringWidth(letter) === 1) ? plain : "";
}

/** Writes texts over rows of cells; `style` is the SGR parameters of their letters. */
export function writeOver(
  cells: readonly (readonly Cell[])[],
  texts: readonly PlacedText[],
  style: string,
): Cell[][] {
  const rows = cells.map((row) => [...row]);
  for (const { text, column, row } of texts) {
    const letters = [...text].map((glyph) => ({ glyph, style }));
    rows[row]?.splice(column, letters.length, ...letters);
  }
  return rows;
}
