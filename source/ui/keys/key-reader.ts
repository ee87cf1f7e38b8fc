/** The one reader of the terminal's input: keys out, and a verdict on incomplete sequences after a wait. */
import type { ReadStream } from "node:tty";
import { type Key, KeyParser, type Waiting } from "./keys.js";

/** Milliseconds until an incomplete input is decided; over SSH the rest of a sequence comes late. */
const patience: Record<Exclude<Waiting, "nothing">, number> = { escape: 50, sequence: 500, paste: 2000 };

/**
 * What was typed before raw mode is in the first read, and the terminal made `\n` of its Enter. A read that comes later
 * than this many milliseconds was typed in raw mode.
 */
const typedAheadTime = 2000;

/** Reads keys from a terminal from `start` to `stop`, as often as wanted. */
export class KeyReader {
  readonly #parser = new KeyParser();
  readonly #input: ReadStream;
  /** Keys wait here until somebody wants them: the program is still starting. */
  #waiting: Key[] = [];
  #onKeys: ((keys: Key[]) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #typedAheadUntil: number | undefined;

  constructor(input: ReadStream) {
    this.#input = input;
  }

  /** Gives the keys to `onKeys`, those that came already at once. */
  deliverTo(onKeys: (keys: Key[]) => void): void {
    this.#onKeys = onKeys;
    this.#deliver(this.#waiting.splice(0));
  }

  start(): void {
    this.#typedAheadUntil ??= performance.now() + typedAheadTime;
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
    const isTypedAhead = performance.now() < (this.#typedAheadUntil ?? 0);
    this.#typedAheadUntil = 0;
    this.#deliver(this.#parser.push(isTypedAhead ? withEnter(chunk) : chunk));
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
    if (keys.length > 0 && this.#onKeys) {
      this.#onKeys(keys);
    } else {
      this.#waiting.push(...keys);
    }
  }
}

function withEnter(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === 0x0a ? 0x0d : byte));
}
