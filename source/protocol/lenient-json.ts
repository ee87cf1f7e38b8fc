/** JSON as models write it: the end of a value in a text, and raw line ends in strings. */

/** Deeper values are refused, so that no recursion over a value overflows the stack. */
export const maxDepth = 32;

/**
 * Finds the end of an object, or of an array of objects, line by line from its opening bracket. It checks only brackets,
 * strings and the character after an opening bracket: the rest of the grammar is left to `JSON.parse`.
 */
export class BracketScanner {
  /** Why the value can never be whole. */
  failure: string | undefined;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The characters of which one must follow, after blanks. */
  #expected = anything;

  /** Returns the index after the bracket that closes the value, or -1 if the text does not contain it. */
  feed(text: string, from: number): number {
    let index = from;
    while (index < text.length && this.failure === undefined) {
      if (this.#inString) {
        index = this.#readString(text, index);
        continue;
      }
      const code = text.charCodeAt(index);
      index += 1;
      if (this.#expected === anything) {
        if (!isStructure(code)) {
          continue;
        }
      } else if (isBlank(code)) {
        continue;
      }
      this.#readStructure(code);
      if (this.#depth === 0) {
        return index;
      }
    }
    return -1;
  }

  /** Why the value has no end, for the model. */
  get reason(): string {
    const missing = this.#inString
      ? "a quotation mark is missing, or one inside a string is not escaped"
      : "a closing brace is missing";
    return this.failure ?? `Not valid JSON: ${missing}.`;
  }

  /** Reads on in a string, and returns the index after its end, or after the text. */
  #readString(text: string, from: number): number {
    let index = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      index += 1;
    }
    for (; index < text.length; index++) {
      const char = text.charCodeAt(index);
      if (char === quotationMark) {
        this.#inString = false;
        return index + 1;
      }
      if (char === backslash) {
        index += 1;
      }
    }
    this.#isEscaped = index > text.length;
    return text.length;
  }

  #readStructure(code: number): void {
    if (this.#expected !== anything && !this.#expected.includes(code)) {
      this.failure = misplaced;
    }
    this.#expected = anything;
    switch (code) {
      case quotationMark:
        this.#inString = true;
        return;
      case closingBrace:
      case closingBracket:
        this.#depth--;
        return;
      case openingBrace:
        this.#open(nameOrEnd);
        return;
      case openingBracket:
        this.#open(this.#depth === 0 ? objectStart : anything);
        return;
      default:
    }
  }

  #open(expected: readonly number[]): void {
    this.#depth++;
    this.#expected = expected;
    if (this.#depth > maxDepth) {
      this.failure = `Nested deeper than ${maxDepth} levels.`;
    }
  }
}

const quotationMark = 0x22;
const openingBracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

const anything: readonly number[] = [];
const nameOrEnd: readonly number[] = [quotationMark, closingBrace];
const objectStart: readonly number[] = [openingBrace];

function isStructure(code: number): boolean {
  return (
    code === quotationMark ||
    code === openingBrace ||
    code === closingBrace ||
    code === openingBracket ||
    code === closingBracket
  );
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

const misplaced = "Not valid JSON: a property name in double quotes must follow an opening brace.";

/** Parses JSON in which strings may contain raw control characters, line ends above all. Never throws. */
export function parseLenientJson(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    try {
      return { ok: true, value: JSON.parse(escapeControls(text)) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, reason: `Not valid JSON: ${why.replace(/\s+/g, " ").slice(0, 200)}.` };
    }
  }
}

function escapeControls(text: string): string {
  let inString = false;
  return text.replace(/"|\\.|[\0-\x1f]/gs, (found) => {
    if (found === '"') {
      inString = !inString;
    }
    if (!inString || found.length > 1 || found === '"') {
      return found;
    }
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
