/** The codes that terminals send for keys. Source: the xterm and kitty keyboard documents. */
import type { Key } from "./key.js";

/** Keys by the final letter of `CSI … letter` and `SS3 letter`. */
export const keysByLetter: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  S: "f4",
  Z: "shift+tab",
};

/** Keys by the number of `CSI number ~`. */
export const keysByNumber = ["", "home", "insert", "delete", "end", "pageup", "pagedown", "home", "end"];

/** Keys by their code point in `CSI code ; modifiers u`; 57414 is the keypad's. */
const keysByCode: Readonly<Record<number, string>> = {
  9: "tab",
  13: "enter",
  27: "escape",
  32: "space",
  127: "backspace",
  57414: "enter",
};

/** The keypad's other keys, and its characters, by their code points from the first. */
const keypadKeys = {
  first: 57417,
  names: ["left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete"],
};
const keypadCharacters = { first: 57399, characters: "0123456789./*-+" };

type Modifiers = { shift: boolean; alt: boolean; ctrl: boolean };

/** Kitty's and xterm's modifier field, 1 + a bit each; `undefined` with Super, Hyper or Meta, which bind nothing. */
export function modifiersOf(field = 1): Modifiers | undefined {
  const bits = Math.max(0, field - 1);
  return (bits & 0b111000) === 0
    ? { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 }
    : undefined;
}

/** `ctrl+alt+shift+name`, the form that the key table uses. */
export function chord(name: string, modifiers?: Modifiers): Key {
  const { shift, alt, ctrl } = modifiers ?? {};
  return {
    kind: "chord",
    chord: `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${shift ? "shift+" : ""}${name}`,
  };
}

/** Alt with a character, as kitty names it. */
export function altChord(character: string): Key {
  const lower = character.toLowerCase();
  return chord(character === lower ? `alt+${character}` : `alt+shift+${lower}`);
}

/** The key of a code point with modifiers; `undefined` where copperhead knows none. */
export function keyOfCode(code: number, modifiers: Modifiers): Key | undefined {
  const isPlain = !modifiers.alt && !modifiers.ctrl;
  const name = keysByCode[code] ?? keypadKeys.names[code - keypadKeys.first];
  if (name) {
    return name === "space" && isPlain ? { kind: "text", text: " " } : chord(name, modifiers);
  }
  const character = keypadCharacters.characters[code - keypadCharacters.first] ?? characterOf(code);
  if (character === undefined) {
    return undefined;
  }
  return isPlain
    ? { kind: "text", text: modifiers.shift ? character.toUpperCase() : character }
    : chord(character.toLowerCase(), modifiers);
}

/** The printable character of a code point. */
function characterOf(code: number): string | undefined {
  const isControl = code < 32 || (code > 126 && code < 160);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  // Kitty's numbers for keys that have no character.
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  return isControl || isSurrogate || isPrivate || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

const controlNames: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\t": "tab",
  "\x7f": "backspace",
  "\0": "ctrl+space",
};

/** The chord of a control byte (below 32, or 127); Escape is not one of them. */
export function controlChord(byte: string): Key {
  const letter = String.fromCharCode(byte.charCodeAt(0) + 64).toLowerCase();
  return chord(controlNames[byte] ?? `ctrl+${letter}`);
}
