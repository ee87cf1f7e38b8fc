/** Text from outside, made safe for a terminal. The list of characters that are not is here, and nowhere else. */
import { stripVTControlCharacters } from "node:util";

/**
 * C0 without tab and line feed, DEL, C1; what turns the direction of text, annotates it, or breaks a line where no
 * break is seen; and letters that are drawn as nothing, in which text can hide. Joiners and variation selectors are not
 * in it: emoji are made with them.
 */
const dangerous = [
  String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`,
  String.raw`\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb`,
  String.raw`\u00ad\u115f\u1160\u180e\u200b\u2060-\u2065\u3164\ufeff\uffa0\u{e0000}-\u{e007f}`,
].join("");
const dangerousCharacter = new RegExp(`[${dangerous}]`, "gu");
const blank = new RegExp(`[\\s${dangerous}]+`, "gu");

/** Where the Unicode block of pictures for the control codes begins. */
const pictures = 0x2400;

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) {
    return String.fromCharCode(pictures + code);
  }
  if (code === 0x7f) {
    return "␡";
  }
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/**
 * The text with its dangerous characters shown (ESC as `␛`, U+009B as `<U+009B>`). Tabs and line feeds stay. Nothing is
 * lost, so that a person sees what the text really holds.
 */
export function visible(text: string): string {
  return text.replace(dangerousCharacter, picture);
}

/** A name or path within a line of ours: as `visible`, and its line feeds begin no line that looks like another one. */
export function visibleName(name: string): string {
  return visible(name).replaceAll("\n", "␊");
}

/** JSON on one line, every dangerous character in it escaped. A reader gets the same value back. */
export function safeJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Nearly every line, and quicker to see than that none of the others is in it.
  if (/^[ -~]*$/.test(json)) {
    return json;
  }
  return json.replace(dangerousCharacter, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/**
 * The text as one short line of at most `max` UTF-16 units, with `…` where its end is missing. Terminal sequences are
 * left out; dangerous characters and line ends count as spaces, and each run of spaces as one.
 */
export function oneLine(text: string, max = 300): string {
  // So much is enough for the line, and a text of megabytes costs no more than it.
  const beginning = text.slice(0, max * 8);
  return cutText(stripVTControlCharacters(beginning).replace(blank, " ").trim(), max);
}

/** The beginning of a text, at most `max` UTF-16 units with the `…` that stands for the rest. */
export function cutText(text: string, max: number): string {
  // Half a surrogate pair is no character.
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The first line of a text. */
export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
