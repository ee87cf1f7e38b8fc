/** Reads the key at the front of an input, paste marks apart. Pure. */
import type { Key } from "./key.js";
import {
  altChord,
  chord,
  controlChord,
  keyOfCode,
  keysByLetter,
  keysByNumber,
  modifiersOf,
} from "./key-codes.js";

/** How much of the input was read, and its key, if any; `incomplete` needs more input, or a timeout. */
export type KeyStep = { length: number; key?: Key | undefined } | "incomplete";

const printable = /^[^\x00-\x1f\x7f-\x9f]+/;
const csi = /^\x1b\[([\x30-\x3f]*)[\x20-\x2f]*([\x40-\x7e])/;
const csiPrefix = /^\x1b\[[\x30-\x3f]*[\x20-\x2f]*/;
const mouse = "\x1b[M";
/** OSC, DCS, SOS, PM, APC: replies of the terminal, up to BEL or ST. */
const string = /^\x1b[\]PX^_][^\x07\x1b]*(\x07|\x1b\\|\x1b(?=.))?/s;
/** No reply is longer; more is a terminator that never comes. */
const longestString = 65_536;

/** Reads the front of a non-empty input. */
export function readKey(input: string): KeyStep {
  const run = printable.exec(input);
  if (run) {
    return { length: run[0].length, key: { kind: "text", text: run[0] } };
  }
  if (input.startsWith("\x1b")) {
    return readEscape(input);
  }
  const first = input.slice(0, 1);
  return first > "\x7f" ? { length: 1 } : { length: 1, key: controlChord(first) };
}

const escapeAlone: KeyStep = { length: 1, key: chord("escape") };

function readEscape(input: string): KeyStep {
  const second = input.slice(1, 2);
  if (second === "") {
    return "incomplete";
  }
  if (second === "[") {
    return readCsi(input);
  }
  if (second === "O") {
    return readSs3(input);
  }
  if (string.test(input)) {
    return readString(input);
  }
  if (second === "\x1b") {
    return readDoubleEscape(input);
  }
  if (second === "\r" || second === "\t" || second === "\x7f") {
    return { length: 2, key: withAlt(controlChord(second)) };
  }
  if (second < " " || (second >= "\x80" && second <= "\x9f")) {
    // Escape and then a control key, Ctrl-C above all: two keys, none lost.
    return escapeAlone;
  }
  const character = String.fromCodePoint(input.codePointAt(1) ?? 0);
  return { length: 1 + character.length, key: altChord(character) };
}

/** Some terminals send Alt with an arrow as Escape before the arrow's own sequence. */
function readDoubleEscape(input: string): KeyStep {
  const third = input.slice(2, 3);
  if (third === "") {
    return "incomplete";
  }
  if (third !== "[" && third !== "O") {
    return escapeAlone;
  }
  const rest = readEscape(input.slice(1));
  if (rest === "incomplete") {
    return rest;
  }
  const key = rest.key && withAlt(rest.key);
  return key ? { length: 1 + rest.length, key } : escapeAlone;
}

/** The chord with Alt; `undefined` for text, and for a chord that has modifiers already. */
function withAlt(key: Key): Key | undefined {
  return key.kind === "chord" && !key.chord.includes("+") ? chord(`alt+${key.chord}`) : undefined;
}

function readCsi(input: string): KeyStep {
  if (input.startsWith("\x1b[[")) {
    // The Linux console's F1 to F5.
    return input.length < 4 ? "incomplete" : { length: 4 };
  }
  if (input.startsWith(mouse)) {
    return input.length < mouse.length + 3 ? "incomplete" : { length: mouse.length + 3 };
  }
  const match = csi.exec(input);
  if (!match) {
    const prefix = csiPrefix.exec(input)?.[0] ?? "";
    return prefix.length === input.length ? "incomplete" : { length: prefix.length };
  }
  const [whole, parameters = "", final = ""] = match;
  return { length: whole.length, key: keyOfCsi(parameters, final) };
}

function keyOfCsi(parameters: string, final: string): Key | undefined {
  if (!/^[\d;:]*$/.test(parameters)) {
    return undefined; // a reply: device attributes, modes, mouse
  }
  const fields = parameters.split(";").map((field) => field.split(":").map(Number));
  const [first = 0] = fields[0] ?? [];
  const [modifierField, eventType] = fields[1] ?? [];
  const modifiers = modifiersOf(modifierField);
  const isRelease = eventType === 3;
  if (!modifiers || isRelease) {
    return undefined;
  }
  if (final === "u") {
    return keyOfCode(first, modifiers);
  }
  if (final === "~" && first === 27) {
    return keyOfCode(fields[2]?.[0] ?? 0, modifiers);
  }
  const name = final === "~" ? keysByNumber[first] : keysByLetter[final];
  return name ? chord(name, modifiers) : undefined;
}

function readSs3(input: string): KeyStep {
  const third = input.slice(2, 3);
  if (third === "") {
    return "incomplete";
  }
  const name = third === "M" ? "enter" : keysByLetter[third];
  if (name) {
    return { length: 3, key: chord(name) };
  }
  return /[\x40-\x7e]/.test(third) ? { length: 3 } : { length: 2, key: altChord("O") };
}

function readString(input: string): KeyStep {
  const [whole = "", end] = string.exec(input) ?? [];
  if (end) {
    // Any other Escape begins something new: the string was cut off.
    return { length: end === "\x1b" ? whole.length - 1 : whole.length };
  }
  const isTooLong = input.length > longestString && whole.length === input.length;
  return isTooLong ? { length: input.length } : "incomplete";
}
