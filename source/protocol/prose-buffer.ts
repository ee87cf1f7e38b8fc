/**
 * Prose that grows by lines or parts of lines: line ends become LF, runs of empty lines one, the ends are trimmed. White
 * space waits until something follows it, so that no part of `text` ever has to be taken back.
 */
export class ProseBuffer {
  #text = "";
  #new = "";
  #gap = "";

  /** Adds a part of a line, or a line with its end. */
  add(part: string): void {
    const body = part.trim();
    if (body === "") {
      this.#gap += part;
      return;
    }
    const start = part.length - part.trimStart().length;
    const gap = this.#text === "" ? "" : narrow(this.#gap + part.slice(0, start));
    this.#text += gap + body;
    this.#new += gap + body;
    this.#gap = part.slice(start + body.length);
  }

  get text(): string {
    return this.#text;
  }

  /** Returns the text that was added since the last call. */
  takeNew(): string {
    const added = this.#new;
    this.#new = "";
    return added;
  }
}

/** White space between two words, with at most one empty line in it. */
function narrow(gap: string): string {
  const lines = gap.replaceAll("\r\n", "\n").split("\n");
  return lines.length === 1 ? gap : `${lines[0]}${lines.length === 2 ? "\n" : "\n\n"}${lines.at(-1)}`;
}
