const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = /^\uFEFF/;

/** Joins the bytes of lines that are split over chunks. Linear in the bytes, holding no more than the longest line. */
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
      lines.push(this.#line(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    return lines;
  }

  /** The last line, where the stream did not end with a line end. */
  end(): string[] {
    return this.#length === 0 ? [] : [this.#line(Buffer.alloc(0))];
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

  #line(rest: Buffer): string {
    let bytes = rest;
    if (this.#length > 0) {
      this.#hold(rest);
      bytes = this.#held.subarray(0, this.#length);
    }
    const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
    const line = bytes.toString("utf8", 0, end);
    this.#length = 0;
    this.#held = Buffer.alloc(0);
    if (!this.#first) {
      return line;
    }
    this.#first = false;
    return line.replace(byteOrderMark, "");
  }
}
