/** The little of JSON that the reader needs before `JSON.parse` can: where a value ends, and raw line ends in strings. */

/** Deeper values are refused, so that nothing behind the reader needs to fear for its stack. */
export const maxDepth = 32;

/**
 * Finds where an object, or an array of objects, ends; fed line by line from its opening bracket. Looks at no more
 * grammar than brackets, strings and what follows an opening brace: `JSON.parse` judges the rest.
 */
export class BracketScanner {
  /** Why the value can never be whole. */
  failure: string | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** What the next character that is no blank must be, right behind an opening bracket. */
  #expected = "";

  /** The index after the bracket that closes the value, or -1 where the text does not reach it. */
  feed(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const char = text.charAt(index);
      if (this.#inString) {
        this.#readInString(char);
      } else if (!blanks.includes(char)) {
        if (this.#expected !== "" && !this.#expected.includes(char)) {
          this.failure = misplaced;
        }
        this.#readStructure(char);
        if (this.#depth === 0) {
          return index + 1;
        }
        if (this.failure) {
          return -1;
        }
      }
    }
    return -1;
  }

  /** Why a value that has not ended has not, for the model. */
  get complaint(): string {
    if (this.failure) {
      return this.failure;
    }
    return this.#inString
      ? "Not valid JSON: a quotation mark is missing, or one inside a string is not escaped."
      : "Not valid JSON: a closing brace is missing.";
  }

  #readInString(char: string): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (char === '"') {
      this.#inString = false;
    } else if (char === "\\") {
      this.#escaped = true;
    }
  }

  #readStructure(char: string): void {
    this.#expected = "";
    if (char === '"') {
      this.#inString = true;
    } else if (char === "}" || char === "]") {
      this.#depth--;
    } else if (char === "{" || char === "[") {
      this.#depth++;
      if (char === "{") {
        this.#expected = '"}';
      } else if (this.#depth === 1) {
        this.#expected = "{";
      }
      if (this.#depth > maxDepth) {
        this.failure = `Nested deeper than ${maxDepth} levels.`;
      }
    }
  }
}

const blanks = " \t\r\n";
const misplaced = "Not valid JSON: a property name in double quotes must follow an opening brace.";

export type Parsed = { ok: true; value: unknown } | { ok: false; reason: string };

/** Parses JSON in which strings may hold raw control characters, line ends above all. Never throws. */
export function parseJson(text: string): Parsed {
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
