/** Enough to explain a failure; the longest line that matters, the list of models in an error, has some 10 kB. */
const maxLines = 200;
const maxBytes = 256 * 1024;
const maxLineLength = 64 * 1024;

const none: readonly string[] = [];

/**
 * The newest lines of a step that are no JSON, for the failure if it fails. Each is also held as a warning until the
 * stream goes on.
 */
export class PlainLines {
  readonly #lines: string[] = [];
  #bytes = 0;
  /** How many of the newest are held. */
  #held = 0;

  get all(): readonly string[] {
    return this.#lines;
  }

  /** Adds a line; returns those that were held and for which there is no room any more. */
  add(line: string): string[] {
    const added = line.slice(0, maxLineLength);
    this.#lines.push(added);
    this.#bytes += Buffer.byteLength(added);
    this.#held += 1;
    const released: string[] = [];
    while (this.#lines.length > maxLines || this.#bytes > maxBytes) {
      const oldest = this.#lines.shift() ?? "";
      this.#bytes -= Buffer.byteLength(oldest);
      if (this.#held > this.#lines.length) {
        this.#held = this.#lines.length;
        released.push(oldest);
      }
    }
    return released;
  }

  /** The lines that are held, which they are no longer; before nearly every event there are none. */
  release(): readonly string[] {
    const held = this.#held === 0 ? none : this.#lines.slice(-this.#held);
    this.#held = 0;
    return held;
  }
}
