/** The names of keys, and the codes that terminals send for them. Source: the xterm and kitty keyboard documents. */

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
export const keysByNumber: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};

/** Keys by their code point in `CSI code ; modifiers u`; those above 57 000 are the keypad's. */
const keysByCode: Readonly<Record<number, string>> = {
  9: "tab",
  13: "enter",
  27: "escape",
  32: "space",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
};

/** Keypad keys that write a character, from code 57 399. */
const keypadCharacters = "0123456789./*-+";
const firstKeypadCode = 57399;

/** The private use area: kitty's numbers for keys that have no character. */
const isPrivate = (code: number) => code >= 0xe000 && code <= 0xf8ff;

/** Kitty's and xterm's modifier field: 1 + a bit each. */
export function modifiersOf(field: number | undefined) {
  const bits = Math.max(0, (field ?? 1) - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0,
    ctrl: (bits & 4) !== 0,
    other: (bits & 0b111000) !== 0,
  };
}

export type Modifiers = ReturnType<typeof modifiersOf>;

/** `ctrl+alt+shift+name`, the form that the key table uses. */
export function chordOf(name: string, { shift, alt, ctrl }: Omit<Modifiers, "other">): string {
  return `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${shift ? "shift+" : ""}${name}`;
}

/** What a code point with modifiers is: text, a chord, or nothing that copperhead knows. */
export function keyOfCode(
  code: number,
  modifiers: Modifiers,
): { text: string } | { chord: string } | undefined {
  if (modifiers.other || code > 0x10ffff) {
    return undefined;
  }
  const plain = !modifiers.alt && !modifiers.ctrl;
  const name = keysByCode[code];
  if (name) {
    return name === "space" && plain ? { text: " " } : { chord: chordOf(name, modifiers) };
  }
  const character =
    keypadCharacters[code - firstKeypadCode] ?? (isPrivate(code) ? "" : String.fromCodePoint(code));
  if (character === "" || code < 32 || (code > 126 && code < 160) || (code >= 0xd800 && code <= 0xdfff)) {
    return undefined;
  }
  return plain
    ? { text: modifiers.shift ? character.toUpperCase() : character }
    : { chord: chordOf(character.toLowerCase(), modifiers) };
}

/** Chord of a control byte (below 32, or 127); Escape is not one of them. */
export function chordOfControl(character: string): string {
  switch (character) {
    case "\r":
      return "enter";
    case "\t":
      return "tab";
    case "\x7f":
      return "backspace";
    case "\0":
      return "ctrl+space";
    default:
      return `ctrl+${String.fromCharCode(character.charCodeAt(0) + 64).toLowerCase()}`;
  }
}
