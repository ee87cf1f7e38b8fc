/** The key at the front of an input: pure, one step at a time. Pastes are not known here. */
import {
  chordOf,
  chordOfControl,
  keyOfCode,
  keysByLetter,
  keysByNumber,
  type Modifiers,
  modifiersOf,
} from "./key-names.js";
import type { Key } from "./keys.js";

/** What is read from the front; an incomplete sequence needs more input, or the verdict of a timer. */
export type KeyStep = { length: number; keys: Key[] } | "incomplete";

const printable = /^[^\x00-\x1f\x7f-\x9f]+/;
const csi = /^\x1b\[([\x30-\x3f]*)[\x20-\x2f]*([\x40-\x7e])/;
const csiPrefix = /^\x1b\[[\x30-\x3f]*[\x20-\x2f]*/;
const mouse = "\x1b[M";
/** OSC, DCS, SOS, PM, APC: replies of the terminal, up to BEL or ST. */
const stringIntroducers = "]PX^_";
/** No reply is longer; more is a terminator that never comes. */
const longestString = 65_536;

const chord = (name: string): Key => ({ kind: "chord", chord: name });
const one = (length: number, key: Key): KeyStep => ({ length, keys: [key] });
const dropped = (length: number): KeyStep => ({ length, keys: [] });

/** Reads the front of a non-empty input. */
export function readKey(input: string): KeyStep {
  const run = printable.exec(input);
  if (run) {
    return one(run[0].length, { kind: "text", text: run[0] });
  }
  if (input.startsWith("\x1b")) {
    return readEscape(input);
  }
  const first = input.slice(0, 1);
  return first > "\x7f" ? dropped(1) : one(1, chord(chordOfControl(first)));
}

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
  if (stringIntroducers.includes(second)) {
    return readString(input);
  }
  if (second === "\x1b") {
    return readDoubleEscape(input);
  }
  if (second === "\r" || second === "\t" || second === "\x7f") {
    return one(2, chord(`alt+${chordOfControl(second)}`));
  }
  if (second < " " || (second >= "\x80" && second <= "\x9f")) {
    // Escape and then a control key, Ctrl-C above all: two keys, none lost.
    return one(1, chord("escape"));
  }
  const character = String.fromCodePoint(input.codePointAt(1) ?? 0);
  return one(1 + character.length, chord(altOf(character)));
}

/** The chord of Alt and a character, as kitty would name it. */
export function altOf(character: string): string {
  const lower = character.toLowerCase();
  return character === lower ? `alt+${character}` : `alt+shift+${lower}`;
}

/** Some terminals send Alt with an arrow as Escape before the arrow's own sequence. */
function readDoubleEscape(input: string): KeyStep {
  const third = input.slice(2, 3);
  if (third === "") {
    return "incomplete";
  }
  if (third !== "[" && third !== "O") {
    return one(1, chord("escape"));
  }
  const rest = readEscape(input.slice(1));
  if (rest === "incomplete") {
    return rest;
  }
  const key = rest.keys[0];
  if (rest.keys.length !== 1 || key?.kind !== "chord" || key.chord.includes("+")) {
    return one(1, chord("escape"));
  }
  return one(1 + rest.length, chord(`alt+${key.chord}`));
}

function readCsi(input: string): KeyStep {
  if (input.startsWith("\x1b[[")) {
    // The Linux console's F1 to F5.
    return input.length < 4 ? "incomplete" : dropped(4);
  }
  if (input.startsWith(mouse)) {
    return input.length < mouse.length + 3 ? "incomplete" : dropped(mouse.length + 3);
  }
  const match = csi.exec(input);
  if (!match) {
    const prefix = csiPrefix.exec(input)?.[0] ?? "";
    return prefix.length === input.length ? "incomplete" : dropped(prefix.length);
  }
  const [whole, parameters = "", final = ""] = match;
  const key = keyOfCsi(parameters, final);
  return key ? one(whole.length, key) : dropped(whole.length);
}

function keyOfCsi(parameters: string, final: string): Key | undefined {
  if (!/^[\d;:]*$/.test(parameters)) {
    return undefined; // a reply: device attributes, modes, mouse
  }
  const fields = parameters.split(";").map((field) => field.split(":").map(Number));
  const [first = 0] = fields[0] ?? [];
  const [modifierField, eventType] = fields[1] ?? [];
  const modifiers = modifiersOf(modifierField);
  if (modifiers.other || eventType === 3) {
    return undefined; // Super and the like; or the release of a key
  }
  if (final === "u") {
    return keyFrom(keyOfCode(first, modifiers));
  }
  if (final === "~" && first === 27) {
    return keyFrom(keyOfCode(fields[2]?.[0] ?? 0, modifiers));
  }
  const name = final === "~" ? keysByNumber[first] : keysByLetter[final];
  return name ? chord(chordOf(name, modifiers)) : undefined;
}

function keyFrom(key: ReturnType<typeof keyOfCode>): Key | undefined {
  if (!key) {
    return undefined;
  }
  return "text" in key ? { kind: "text", text: key.text } : chord(key.chord);
}

const noModifiers: Modifiers = { shift: false, alt: false, ctrl: false, other: false };

function readSs3(input: string): KeyStep {
  const third = input.slice(2, 3);
  if (third === "") {
    return "incomplete";
  }
  if (third === "M") {
    return one(3, chord("enter"));
  }
  const name = keysByLetter[third];
  if (name) {
    return one(3, chord(chordOf(name, noModifiers)));
  }
  return /[\x40-\x7e]/.test(third) ? dropped(3) : one(2, chord(altOf("O")));
}

function readString(input: string): KeyStep {
  const end = /\x07|\x1b/.exec(input.slice(2));
  if (!end) {
    return input.length > longestString ? dropped(input.length) : "incomplete";
  }
  const at = 2 + end.index;
  if (end[0] === "\x07") {
    return dropped(at + 1);
  }
  const after = input.slice(at + 1, at + 2);
  if (after === "") {
    return "incomplete";
  }
  // Any other Escape begins something new: the string was cut off.
  return dropped(after === "\\" ? at + 2 : at);
}
