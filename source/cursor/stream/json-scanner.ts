/** Finds where a JSON object ends that may hold raw control characters, and makes it valid. */

const quote = 0x22;
const backslash = 0x5c;

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

/**
 * Reads an object piece by piece, each character once. Control characters within its strings become their escapes,
 * those outside of them spaces.
 */
export class JsonScanner {
  readonly #pieces: string[] = [];
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** Whether what comes next belongs to a string. */
  get inString(): boolean {
    return this.#inString;
  }

  /** The text of the object so far. */
  get text(): string {
    return this.#pieces.join("");
  }

  /** Reads `text` from `start` on; returns where the object has ended in it, `undefined` while it is open. */
  push(text: string, start = 0): number | undefined {
    let kept = start;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x20) {
        this.#pieces.push(text.slice(kept, at), this.#replacement(code));
        kept = at + 1;
      } else if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (this.#inString) {
        this.#isEscaped = code === backslash;
        this.#inString = code !== quote;
      } else if (code === quote) {
        this.#inString = true;
      } else if (isOpening(code)) {
        this.#depth++;
      } else if (isClosing(code) && --this.#depth <= 0) {
        this.#pieces.push(text.slice(kept, at + 1));
        return at + 1;
      }
    }
    this.#pieces.push(text.slice(kept));
    return undefined;
  }

  #replacement(code: number): string {
    if (!this.#inString) {
      return " ";
    }
    // A backslash before a raw control character escapes nothing: it is one itself.
    const before = this.#isEscaped ? "\\" : "";
    this.#isEscaped = false;
    return `${before}\\u${code.toString(16).padStart(4, "0")}`;
  }
}
