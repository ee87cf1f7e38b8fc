/**
 * Bytes from a terminal → keys. Pure but stateful: several keys may come in one read, and one key in several.
 * However a stream of bytes is cut, the keys are the same (runs of text apart, which join to the same text).
 */
import { StringDecoder } from "node:string_decoder";
import { altOf, readKey } from "./key-sequences.js";

export type Key =
  /** Printable characters, at least one. */
  | { kind: "text"; text: string }
  /** The terminal said that this was pasted: to be taken literally, line ends as `\n`. */
  | { kind: "paste"; text: string }
  /** A named key, as `ctrl+alt+shift+name`. */
  | { kind: "chord"; chord: string };

/** What an incomplete input may still become; decides how long to wait for the rest. */
export type Waiting = "nothing" | "escape" | "sequence" | "paste";

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

/** Reads keys from pieces of input. */
export class KeyParser {
  readonly #decoder = new StringDecoder("utf8");
  #pending = "";
  #paste: string[] | undefined;

  /** Keys that this piece completes. */
  push(chunk: Uint8Array | string): Key[] {
    this.#pending += typeof chunk === "string" ? chunk : this.#decoder.write(chunk);
    const keys: Key[] = [];
    while (this.#pending !== "") {
      if (this.#paste) {
        keys.push(...this.#endPaste(this.#paste));
        if (this.#paste) {
          break;
        }
        continue;
      }
      if (this.#pending.startsWith(pasteStart)) {
        this.#pending = this.#pending.slice(pasteStart.length);
        this.#paste = [];
        continue;
      }
      const step = readKey(this.#pending);
      if (step === "incomplete") {
        break;
      }
      this.#pending = this.#pending.slice(step.length);
      keys.push(...step.keys);
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
      return pasted([...paste, pending]);
    }
    if (pending === "\x1b" || pending === "\x1b\x1b") {
      return Array.from(pending, () => ({ kind: "chord", chord: "escape" }));
    }
    // A longer one is the beginning of a reply that was lost on the way: no key.
    return pending.length === 2 ? [{ kind: "chord", chord: altOf(pending.slice(1)) }] : [];
  }

  /** Collects pasted text; empty until the end mark is there. */
  #endPaste(parts: string[]): Key[] {
    const end = this.#pending.indexOf(pasteEnd);
    if (end >= 0) {
      parts.push(this.#pending.slice(0, end));
      this.#pending = this.#pending.slice(end + pasteEnd.length);
      this.#paste = undefined;
      return pasted(parts);
    }
    // The last characters may be the beginning of the end mark.
    const safe = Math.max(0, this.#pending.length - (pasteEnd.length - 1));
    parts.push(this.#pending.slice(0, safe));
    this.#pending = this.#pending.slice(safe);
    return [];
  }
}

function pasted(parts: readonly string[]): Key[] {
  const text = parts.join("").replace(/\r\n?/g, "\n");
  return text === "" ? [] : [{ kind: "paste", text }];
}
