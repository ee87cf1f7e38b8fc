const lineFeed = 0x0a;
const byteOrderMark = /^\uFEFF/;

/**
 * Joins the bytes of lines that are split over chunks. Linear in the bytes, holding no more than the longest line. Each
 * line is a text of its own: parts of a longer text are slower to parse, and keep all of it in memory.
 */
export class LineSplitter {
  /** The start of a line whose end has not come; grown by doubling, so that single-byte chunks stay cheap. */
  #held = Buffer.alloc(0);
  #length = 0;
  #first = true;

  /** Accepts the next bytes and returns the lines that they complete, without their ends (LF or CRLF). */
  push(chunk: Uint8Array): string[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: string[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      lines.push(this.#take(bytes, start, end));
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    return lines;
  }

  /** The last line, where the stream did not end with a line end. */
  end(): string[] {
    return this.#length === 0 ? [] : [this.#take(Buffer.alloc(0), 0, 0)];
  }

  #hold(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.#held.length * 2));
      this.#held.copy(grown, 0, 0, this.#length);
      this.#held = grown;
    }
    bytes.copy(this.#held, this.#length);
    this.#length = length;
  }

  /** The line of what is held and of the bytes from `start` up to `end`; nothing is held then. */
  #take(bytes: Buffer, start: number, end: number): string {
    const line = withoutReturn(this.#decode(bytes, start, end));
    const isFirst = this.#first;
    this.#first = false;
    return isFirst ? line.replace(byteOrderMark, "") : line;
  }

  #decode(bytes: Buffer, start: number, end: number): string {
    if (this.#length === 0) {
      return bytes.toString("utf8", start, end);
    }
    this.#hold(bytes.subarray(start, end));
    const text = this.#held.toString("utf8", 0, this.#length);
    this.#held = Buffer.alloc(0);
    this.#length = 0;
    return text;
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
