/**
 * Bytes from a terminal → keys. Pure but stateful: several keys may come in one read, and one key in several.
 * However a stream of bytes is cut, the keys are the same (runs of text apart, which join to the same text).
 */
import { StringDecoder } from "node:string_decoder";
import { type KeyStep, readKey } from "./escape-sequences.js";
import type { Key } from "./key.js";
import { altChord, chord } from "./key-codes.js";

/** What an incomplete input may still become; decides how long to wait for the rest. */
export type Waiting = "nothing" | "escape" | "sequence" | "paste";

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

/** Reads keys from pieces of input. */
export class KeyParser {
  /** Called with each whole sequence that is no key: an answer of the terminal, or a report. */
  readonly #onSequence: (sequence: string) => void;
  readonly #decoder = new StringDecoder("utf8");
  #pending = "";
  #paste: string[] | undefined;

  constructor(onSequence: (sequence: string) => void = () => {}) {
    this.#onSequence = onSequence;
  }

  /** Keys that this piece completes. */
  push(chunk: Uint8Array | string): Key[] {
    this.#pending += typeof chunk === "string" ? chunk : this.#decoder.write(chunk);
    const keys: Key[] = [];
    for (let step = this.#step(); step !== "incomplete"; step = this.#step()) {
      const read = this.#pending.slice(0, step.length);
      this.#pending = this.#pending.slice(step.length);
      if (step.key) {
        keys.push(step.key);
      } else if (!this.#paste && read.startsWith("\x1b")) {
        this.#onSequence(read);
      }
    }
    return keys;
  }

  get waiting(): Waiting {
    if (this.#paste) {
      return "paste";
    }
    if (this.#pending === "") {
      return "nothing";
    }
    return /^\x1b\x1b?$/.test(this.#pending) ? "escape" : "sequence";
  }

  /** Decides what is incomplete after the wait: a lone Escape is the key, a paste without an end is over. */
  expire(): Key[] {
    const pending = this.#pending;
    const paste = this.#paste;
    this.#pending = "";
    this.#paste = undefined;
    if (paste) {
      const key = pasted([...paste, pending]);
      return key ? [key] : [];
    }
    if (pending === "\x1b" || pending === "\x1b\x1b") {
      return Array.from(pending, () => chord("escape"));
    }
    // A longer one is the beginning of a reply that was lost on the way: no key.
    return pending.length === 2 ? [altChord(pending.slice(1))] : [];
  }

  #step(): KeyStep {
    if (this.#paste) {
      return this.#pasteStep(this.#paste);
    }
    if (this.#pending.startsWith(pasteStart)) {
      this.#paste = [];
      return { length: pasteStart.length };
    }
    return this.#pending === "" ? "incomplete" : readKey(this.#pending);
  }

  /** Collects pasted text until its end mark. */
  #pasteStep(parts: string[]): KeyStep {
    const end = this.#pending.indexOf(pasteEnd);
    // Without an end mark, the last characters may be the beginning of one.
    const length = end >= 0 ? end : Math.max(0, this.#pending.length - (pasteEnd.length - 1));
    parts.push(this.#pending.slice(0, length));
    if (end >= 0) {
      this.#paste = undefined;
      return { length: end + pasteEnd.length, key: pasted(parts) };
    }
    return length > 0 ? { length } : "incomplete";
  }
}

function pasted(parts: readonly string[]): Key | undefined {
  const text = parts.join("").replace(/\r\n?/g, "\n");
  return text === "" ? undefined : { kind: "paste", text };
}
