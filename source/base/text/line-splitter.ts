const lineFeed = 0x0a;
/** What is decoded at once: a line that is kept may keep the text of its whole piece. */
const pieceBytes = 64 * 1024;
const byteOrderMark = /^\uFEFF/;

/** Joins the bytes of lines that are split over chunks. Linear in the bytes, holding no more than the longest line. */
export class LineSplitter {
  /** The start of a line whose end has not come; grown by doubling, so that single-byte chunks stay cheap. */
  #held = Buffer.alloc(0);
  #length = 0;
  #first = true;

  /** Accepts the next bytes and returns the lines that they complete, without their ends (LF or CRLF). */
  push(chunk: Uint8Array): string[] {
    if (chunk.length > pieceBytes) {
      return piecesOf(chunk).flatMap((piece) => this.push(piece));
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(lineFeed);
    if (end === -1) {
      this.#hold(bytes);
      return [];
    }
    const lines = this.#take(bytes.subarray(0, end)).split("\n").map(withoutReturn);
    this.#hold(bytes.subarray(end + 1));
    return lines;
  }

  /** The last line, where the stream did not end with a line end. */
  end(): string[] {
    return this.#length === 0 ? [] : [withoutReturn(this.#take(Buffer.alloc(0)))];
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

  /** The text of what is held and of `rest`; nothing is held then. */
  #take(rest: Buffer): string {
    let bytes = rest;
    if (this.#length > 0) {
      this.#hold(rest);
      bytes = this.#held.subarray(0, this.#length);
      this.#held = Buffer.alloc(0);
      this.#length = 0;
    }
    const text = bytes.toString("utf8");
    const isFirst = this.#first;
    this.#first = false;
    return isFirst ? text.replace(byteOrderMark, "") : text;
  }
}

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
