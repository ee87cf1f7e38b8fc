/** A position in a reply: the index of the line, and of the character on it. */
export type Position = { line: number; column: number };

/** The lines of a reply so far, each with its end. */
export class ReplyLines {
  readonly #lines: string[] = [];

  get length(): number {
    return this.#lines.length;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** The line of that index; empty if there is none yet. */
  at(index: number): string {
    return this.#lines[index] ?? "";
  }

  /** The rest of the line from a position on. */
  rest({ line, column }: Position): string {
    return this.at(line).slice(column);
  }

  /** The text from one position to another; to the end of the reply without an `end`. */
  slice(from: Position, end: Position = { line: this.length, column: 0 }): string {
    const last = this.at(end.line).slice(0, end.column);
    if (from.line === end.line) {
      return last.slice(from.column);
    }
    return [this.rest(from), ...this.#lines.slice(from.line + 1, end.line), last].join("");
  }
}
