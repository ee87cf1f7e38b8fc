/** The anchored edit: one exact piece of a file becomes another, and every other byte stays. Pure. */
import { nearestLine } from "./nearest-line.js";
import { countOf, styleOf, withLastNewline, withoutStyle } from "./text-file.js";

export type Edit = { old_string: string; new_string: string; replace_all?: boolean | undefined };

/** `lines` are those where the replaced pieces began, from 1. */
export type Edited = { raw: string; lines: number[] } | { refusal: string };

const shownLines = 20;

/**
 * Applies the edit to a file's whole text as it is on the disk (`raw`). Line ends do not count when the old string is
 * looked for; the new one gets those that it replaces, or the file's. A newline at the end of the file, or none,
 * stays as it was.
 */
export function applyEdit(raw: string, { old_string, new_string, replace_all = false }: Edit): Edited {
  const old = old_string.replaceAll("\r\n", "\n");
  const fresh = new_string.replaceAll("\r\n", "\n");
  if (old === "") {
    return { refusal: "old_string is empty. Give the exact text to replace; a new file is not made so." };
  }
  if (old === fresh) {
    return { refusal: "old_string and new_string are equal: there is nothing to change." };
  }
  const text = withoutStyle(raw);
  const found = occurrences(text, old, replace_all ? old.length : 1);
  if (found.length === 0) {
    return { refusal: notFound(text, old) };
  }
  const lines = lineNumbers(text, found);
  if (found.length > 1 && !replace_all) {
    const shown = lines.slice(0, shownLines).join(", ");
    const more = lines.length > shownLines ? " and more" : "";
    return {
      refusal: `old_string is there ${found.length} times, in lines ${shown}${more}. Add lines around the one you mean, or set replace_all.`,
    };
  }
  return { raw: replaceAt(raw, { text, found, length: old.length, fresh }), lines };
}

/** Where `what` begins; the search goes on `step` characters after each. */
function occurrences(text: string, what: string, step: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(what); at !== -1; at = text.indexOf(what, at + step)) {
    found.push(at);
  }
  return found;
}

function lineNumbers(text: string, places: readonly number[]): number[] {
  let line = 1;
  let from = 0;
  return places.map((place) => {
    line += countOf(text.slice(from, place), "\n");
    from = place;
    return line;
  });
}

type Replacement = { text: string; found: readonly number[]; length: number; fresh: string };

/** Replaces in the raw text what was found in the plain one: the two differ by the mark and the carriage returns. */
function replaceAt(raw: string, { text, found, length, fresh }: Replacement): string {
  const style = styleOf(raw);
  const toRaw = rawPositions(raw);
  const parts: string[] = [];
  let end = 0;
  for (const place of found) {
    const start = toRaw(place);
    const stop = toRaw(place + length);
    const replaced = raw.slice(start, stop);
    const lineEnd = replaced.includes("\n") ? (replaced.includes("\r\n") ? "\r\n" : "\n") : style.lineEnd;
    parts.push(raw.slice(end, start), fresh.replaceAll("\n", lineEnd));
    end = stop;
  }
  const edited = parts.join("") + raw.slice(end);
  const reachesEnd = (found.at(-1) ?? 0) + length === text.length;
  return reachesEnd ? withLastNewline(edited, style) : edited;
}

/** From a position in the plain text to the same one in the raw text; asked in rising order. */
function rawPositions(raw: string): (position: number) => number {
  const shift = raw.startsWith("\uFEFF") ? 1 : 0;
  let passed = 0;
  let next = raw.indexOf("\r\n");
  return (position) => {
    while (next !== -1 && next - shift - passed < position) {
      passed += 1;
      next = raw.indexOf("\r\n", next + 2);
    }
    return position + shift + passed;
  };
}

function notFound(text: string, old: string): string {
  const nearest = nearestLine(text, old);
  const hint = nearest
    ? `The nearest line is ${nearest.line}: ${JSON.stringify(nearest.text)}.`
    : "No line of the file is like it.";
  return `old_string is not in the file. ${hint} Read the file and copy the text exactly, white space included.`;
}
