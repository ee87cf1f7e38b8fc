import { stripVTControlCharacters } from "node:util";

/** Control characters, and the marks that turn the direction of text or hide it. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** Text from outside as one short, harmless line of at most `max` characters. */
export function oneLine(text: string, max = 300): string {
  const line = stripVTControlCharacters(text.slice(0, max * 8))
    .replace(unseen, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
