/**
 * Text that grows by whole lines or parts of lines: line ends become LF, runs of empty lines one, the ends are
 * trimmed. White space waits until something follows it, so what was once given out never has to be taken back.
 */
export class KeptText {
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
    const joint = this.#text === "" ? "" : narrow(this.#gap + part.slice(0, start));
    this.#text += joint + body;
    this.#new += joint + body;
    this.#gap = part.slice(start + body.length);
  }

  get text(): string {
    return this.#text;
  }

  /** What `text` has grown by since this was last asked. */
  takeNew(): string {
    const fresh = this.#new;
    this.#new = "";
    return fresh;
  }
}

function narrow(gap: string): string {
  if (gap === "" || gap === "\n") {
    return gap;
  }
  const lines = gap.replaceAll("\r\n", "\n").split("\n");
  if (lines.length === 1) {
    return gap;
  }
  return `${lines[0]}${lines.length === 2 ? "\n" : "\n\n"}${lines.at(-1)}`;
}
