/** Text from outside, made fit for the terminal: control characters visible, rows no wider than they may be. */
import { stripVTControlCharacters } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { visible } from "../../base/safe-text.js";
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
  // Where there is no room at all, the terminal has to cut; to wrap for nothing would never end.
  const width = Math.max(1, columns);
  if (widestWidth(line) <= width) {
    return [line];
  }
  const spaces = /^ */.exec(line)?.[0] ?? "";
  const indent = spaces.length < width / 2 ? spaces : "";
  const room = width - indent.length;
  const text = line.slice(indent.length);
  const rows = ascii.test(text) ? wrapAscii(text, room) : wrapUnicode(text, room);
  return rows.map((row) => indent + row);
}

/** Rows that no terminal draws wider than `width`, whichever way it counts. */
function wrapUnicode(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true })
    .split("\n")
    .flatMap((row) => {
      const widest = widestWidth(row);
      const narrower = Math.max(2, Math.floor((width * stringWidth(row)) / widest));
      return widest <= width ? [row] : wrapAnsi(row, narrower, { hard: true }).split("\n");
    });
}

/**
 * Columns that a styled line takes in the terminal that gives it most. Some join what others draw one by one: flags,
 * families, the vowels of Thai and Khmer.
 */
function widestWidth(line: string): number {
  if (ascii.test(line)) {
    return line.length;
  }
  let columns = 0;
  for (const character of stripVTControlCharacters(line)) {
    if (!takesNothing.test(character)) {
      columns += eastAsianWidth(character.codePointAt(0) ?? 0);
    }
  }
  return Math.max(columns, stringWidth(line));
}

const takesNothing = /^(?:\p{Mn}|\p{Me}|\u200c|\u200d)$/u;

const ascii = /^[\x20-\x7e]*$/;

/** Most lines are plain, and measuring each of their characters is what costs most in a frame. */
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

/** An unstyled line cut to `width` columns, with an ellipsis where something is missing. */
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

/** The first `limit` lines, and how many more there are. */
export function firstLines(
  lines: readonly string[],
  limit: number,
): { shown: readonly string[]; more: number } {
  // One line more is shown rather than a line that says so.
  return lines.length <= limit + 1
    ? { shown: lines, more: 0 }
    : { shown: lines.slice(0, limit), more: lines.length - limit };
}

/** `1 file`, `3 files`. */
export const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Times as people read them: `40 ms`, `2.4 s`, `12 s`, `3 min 05 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** Token counts as people read them: `950`, `12.3k`, `1.2M`. */
export function tokens(count: number): string {
  if (count < 1000) {
    return String(count);
  }
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Measures something that is not ASCII, so that the first text that needs it need not wait. */
export function loadUnicodeTables(): void {
  stringWidth("é…");
  graphemesOf("é");
}
