/** Text from outside in the terminal's rows: control characters visible, no row wider than it may be. */
import { stripVTControlCharacters } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { visible } from "../../base/text/safe-text.js";
import { graphemesOf } from "../prompt/graphemes.js";

/** One line of foreign text, safe to draw; tabs as spaces. */
export function safeLine(line: string): string {
  return visible(line.replaceAll("\t", "    "));
}

/** The lines of a foreign text, safe to draw. */
export function safeLines(text: string): string[] {
  return text.split(/\r\n?|\n/).map(safeLine);
}

/** A styled line as rows of at most `width` columns, broken at words where possible, each as indented as the first. */
export function wrap(line: string, columns: number): string[] {
  // Without any room the terminal has to cut: to wrap would never end.
  const width = Math.max(1, columns);
  // To measure a line of thousands of characters costs more than to see that it is one row.
  if ((line.length <= longestMeasured || ascii.test(line)) && widestWidth(line) <= width) {
    return [line];
  }
  const spaces = /^ */.exec(line)?.[0] ?? "";
  const indent = spaces.length < width / 2 ? spaces : "";
  const room = width - indent.length;
  const text = line.slice(indent.length);
  const rows = ascii.test(text) ? wrapAscii(text, room) : wrapUnicode(text, room);
  return rows.map((row) => indent + row);
}

const longestMeasured = 2000;

/** A word that is longer is broken without looking for a better place, for each character of it is measured. */
const longestWord = 400;

/** Parts a text without styles at its endless words. */
const endless = new RegExp(`(\\S{${longestWord},})`, "u");

/** Rows that no terminal draws wider than `width`, however it measures. */
function wrapUnicode(text: string, width: number): string[] {
  if (text.length > longestWord && !text.includes("\u001b")) {
    const parts = text.split(endless).filter((part) => part.trim() !== "");
    return parts.flatMap((part) =>
      part.length >= longestWord && !/\s/u.test(part) ? breakWord(part, width) : wrapWords(part, width),
    );
  }
  return wrapWords(text, width);
}

/** The graphemes of one endless word as full rows. */
function breakWord(word: string, width: number): string[] {
  const widths = new Map<string, number>();
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const grapheme of graphemesOf(word)) {
    const columns = widths.get(grapheme) ?? widestWidth(grapheme);
    widths.set(grapheme, columns);
    if (used + columns > width && row !== "") {
      rows.push(row);
      row = "";
      used = 0;
    }
    row += grapheme;
    used += columns;
  }
  return [...rows, row];
}

function wrapWords(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true })
    .split("\n")
    .flatMap((row) => {
      const widest = widestWidth(row);
      const narrower = Math.max(2, Math.floor((width * stringWidth(row)) / widest));
      return widest <= width ? [row] : wrapAnsi(row, narrower, { hard: true }).split("\n");
    });
}

/**
 * The most columns that any terminal needs for a styled line. Some join what others draw one by one: flags, families,
 * the vowels of Thai and Khmer.
 */
function widestWidth(line: string): number {
  if (ascii.test(line)) {
    return line.length;
  }
  let columns = 0;
  for (const character of stripVTControlCharacters(line)) {
    if (!zeroWidth.test(character)) {
      columns += eastAsianWidth(character.codePointAt(0) ?? 0);
    }
  }
  return Math.max(columns, stringWidth(line));
}

const zeroWidth = /^(?:\p{Mn}|\p{Me}|\u200c|\u200d)$/u;

const ascii = /^[\x20-\x7e]*$/;

/** Most lines are ASCII, and to measure each of their characters would be the most costly part of a frame. */
function wrapAscii(text: string, width: number): string[] {
  const rows: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > 0 ? space : width;
    rows.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? rows : [...rows, rest];
}

/** An unstyled line cut to `width` columns, with an ellipsis where its end is missing. */
export function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) {
    return line;
  }
  let result = "";
  let used = 0;
  for (const grapheme of graphemesOf(line)) {
    used += stringWidth(grapheme);
    if (used > width - 1) {
      break;
    }
    result += grapheme;
  }
  return width > 0 ? `${result}…` : "";
}

/** A line with spaces up to `width` columns. */
export function pad(line: string, width: number): string {
  return line + " ".repeat(Math.max(0, width - stringWidth(line)));
}

/** Measures text that is not ASCII, so that the first such text does not wait for the tables. */
export function loadUnicodeTables(): void {
  stringWidth("é…");
  graphemesOf("é");
}
