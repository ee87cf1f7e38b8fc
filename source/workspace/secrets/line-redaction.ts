/**
 * Redacts the lines of a stream in which text comes in pieces. A secret may be split over the pieces of many lines, so a
 * line waits until no piece of it can belong to a secret that is not whole yet. Pure.
 */
import { cut, type Range, type Redactor } from "./redaction.js";

/** The fields whose texts, put together over the lines of one type, are one text. */
const streamedFields = new Set(["text", "delta"]);
/** Characters before a secret by which it may be recognised. */
const contextLength = 250;
/** Characters that may wait; beyond it, what may become a secret is taken for one. */
const longestWait = 8_000_000;

/** A part of a streamed text; it is written as what is left of it. */
class Piece {
  readonly #text: string;
  #secrets: Range[];
  /** Whether what follows can still change it. */
  settled = false;

  constructor(text: string, secrets: Range[]) {
    this.#text = text;
    this.#secrets = secrets;
  }

  get length(): number {
    return this.#text.length;
  }

  redact(secrets: readonly Range[]): void {
    this.#secrets = [...this.#secrets, ...secrets].sort((one, other) => one.start - other.start);
  }

  toJSON(): string {
    return cut(this.#text, this.#secrets);
  }
}

/** The text of one kind of line. */
class Channel {
  readonly #redactor: Redactor;
  /** What waits, behind as much of what came before as may explain it. */
  #text = "";
  #settled = 0;
  #waiting: { piece: Piece; start: number }[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(text: string): Piece {
    const piece = new Piece(text, this.#redactor.find(text));
    this.#waiting.push({ piece, start: this.#text.length });
    this.#text += text;
    this.#settled = this.#redactor.settledUntil(this.#text);
    this.#settle(this.#redactor.find(this.#text));
    return piece;
  }

  /** Nothing more is waited for; with `guard`, what may have become a secret is taken for one. */
  end(guard: boolean): void {
    const open = { start: this.#settled, end: this.#text.length };
    this.#settled = this.#text.length;
    this.#settle([...this.#redactor.find(this.#text), ...(guard && open.start < open.end ? [open] : [])]);
  }

  #settle(secrets: readonly Range[]): void {
    for (const { piece, start } of this.#waiting) {
      piece.settled = start + piece.length <= this.#settled;
      if (piece.settled) {
        piece.redact(secrets.map((range) => ({ start: range.start - start, end: range.end - start })));
      }
    }
    const forgotten = Math.max(0, this.#settled - contextLength);
    this.#text = this.#text.slice(forgotten);
    this.#settled -= forgotten;
    this.#waiting = this.#waiting
      .filter(({ piece }) => !piece.settled)
      .map(({ piece, start }) => ({ piece, start: start - forgotten }));
  }
}

type Line = { pieces: Piece[]; size: number; render: () => string };

/** Accepts lines and returns them redacted, in order, as soon as they are safe. Lines that are JSON stay so. */
export class LineRedactor {
  readonly #redactor: Redactor;
  readonly #channels = new Map<string, Channel>();
  #lines: Line[] = [];
  #size = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  push(line: string): string[] {
    const read = this.#read(line);
    this.#lines.push(read);
    this.#size += read.size;
    if (this.#size > longestWait) {
      this.#end(true);
    }
    return this.#ready();
  }

  /** The lines that still waited. */
  end(): string[] {
    this.#end(false);
    return this.#ready();
  }

  #read(line: string): Line {
    const pieces: Piece[] = [];
    const stream = (type: string, text: string): Piece => {
      const piece = this.#channel(type).add(text);
      pieces.push(piece);
      return piece;
    };
    try {
      const value: unknown = JSON.parse(line);
      const type = typeof value === "object" && value !== null && "type" in value ? String(value.type) : "";
      const redacted = this.#redactor.map(value, (text, field) =>
        streamedFields.has(field) ? stream(type, text) : this.#redactor.text(text),
      );
      return { pieces, size: line.length, render: () => JSON.stringify(redacted) };
    } catch {
      // No JSON, or nested deeper than can be followed: a text, whose lines may hold one secret together.
      const piece = stream("", `${line}\n`);
      return { pieces, size: line.length, render: () => piece.toJSON().replace(/\n$/, "") };
    }
  }

  #channel(type: string): Channel {
    const channel = this.#channels.get(type) ?? new Channel(this.#redactor);
    this.#channels.set(type, channel);
    return channel;
  }

  #end(guard: boolean): void {
    for (const channel of this.#channels.values()) {
      channel.end(guard);
    }
  }

  #ready(): string[] {
    const waits = this.#lines.findIndex(({ pieces }) => !pieces.every((piece) => piece.settled));
    const ready = this.#lines.splice(0, waits === -1 ? this.#lines.length : waits);
    for (const { size } of ready) {
      this.#size -= size;
    }
    return ready.map(({ render }) => render());
  }
}
