/** The one reader of the terminal's input: keys out, and a verdict on incomplete sequences after a wait. */
import type { ReadStream } from "node:tty";
import { type Key, KeyParser, type Waiting } from "./keys.js";

/** Milliseconds until an incomplete input is decided; over SSH the rest of a sequence comes late. */
const patience: Record<Exclude<Waiting, "nothing">, number> = { escape: 50, sequence: 500, paste: 2000 };

/** Reads keys from a terminal from `start` to `stop`, as often as wanted. */
export class KeyReader {
  readonly #parser = new KeyParser();
  readonly #input: ReadStream;
  readonly #onKeys: (keys: Key[]) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: ReadStream, onKeys: (keys: Key[]) => void) {
    this.#input = input;
    this.#onKeys = onKeys;
  }

  start(): void {
    this.#input.on("data", this.#read);
    this.#input.resume();
  }

  /** Stops reading, so that another program can have the keyboard. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#input.off("data", this.#read);
    this.#input.pause();
  }

  readonly #read = (chunk: Uint8Array) => {
    this.#deliver(this.#parser.push(chunk));
    this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#timer);
    const { waiting } = this.#parser;
    if (waiting !== "nothing") {
      this.#timer = setTimeout(() => this.#deliver(this.#parser.expire()), patience[waiting]);
    }
  }

  #deliver(keys: Key[]): void {
    if (keys.length > 0) {
      this.#onKeys(keys);
    }
  }
}
