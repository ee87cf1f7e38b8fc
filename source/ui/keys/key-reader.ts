/** The one reader of the terminal's input: emits keys, and decides on incomplete sequences after a timeout. */
import type { ReadStream } from "node:tty";
import type { Key } from "./key.js";
import { KeyParser, type Waiting } from "./key-parser.js";
import { withoutSplitPaste } from "./paste-detector.js";

type Timeouts = Record<Exclude<Waiting, "nothing">, number>;

/** Milliseconds until an incomplete input is decided; over SSH the rest of a sequence comes late. */
const timeouts: Timeouts = { escape: 50, sequence: 500, paste: 2000 };
/** While an answer is expected: decided too early, the rest of it would be typed. */
const answerTimeouts: Timeouts = { escape: 1000, sequence: 3000, paste: 2000 };

/**
 * What was typed before raw mode is in the first read, and the terminal made `\n` of its Enter. A read that comes later
 * than this was typed in raw mode. Milliseconds.
 */
const typedAheadTime = 2000;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Reads keys between `start` and `stop`, which may be called in turn any number of times. */
export class KeyReader {
  readonly #parser = new KeyParser((sequence) => this.#report(sequence));
  #hasFocus: boolean | undefined;
  readonly #input: ReadStream;
  /** Keys from before there was a listener: the program was still starting. */
  readonly #early: Key[] = [];
  #onKeys: ((keys: Key[]) => void) | undefined;
  #onSequence: ((sequence: string) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #typedAheadUntil: number | undefined;

  constructor(input: ReadStream) {
    this.#input = input;
  }

  /** Passes all keys to `onKeys`, those that were read already at once. */
  deliverTo(onKeys: (keys: Key[]) => void): void {
    this.#onKeys = onKeys;
    this.#emit(this.#early.splice(0));
  }

  /** Passes each sequence that is no key to `listener`, such as an answer, until the returned function is called. */
  onSequence(listener: (sequence: string) => void): () => void {
    this.#onSequence = listener;
    return () => {
      this.#onSequence = undefined;
    };
  }

  /** Whether the window has the focus; undefined until the terminal reports it. */
  get hasFocus(): boolean | undefined {
    return this.#hasFocus;
  }

  #report(sequence: string): void {
    if (sequence === "\x1b[I" || sequence === "\x1b[O") {
      this.#hasFocus = sequence === "\x1b[I";
    } else {
      this.#onSequence?.(sequence);
    }
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
    const bytes = isTypedAhead ? chunk.map((byte) => (byte === lineFeed ? carriageReturn : byte)) : chunk;
    const keys = this.#parser.push(bytes);
    this.#emit(isTypedAhead ? keys : withoutSplitPaste(keys));
    this.#startTimeout();
  };

  #startTimeout(): void {
    clearTimeout(this.#timer);
    const { waiting } = this.#parser;
    if (waiting !== "nothing") {
      const wait = (this.#onSequence ? answerTimeouts : timeouts)[waiting];
      this.#timer = setTimeout(() => this.#emit(this.#parser.expire()), wait);
    }
  }

  #emit(keys: Key[]): void {
    if (keys.length > 0 && this.#onKeys) {
      this.#onKeys(keys);
    } else {
      this.#early.push(...keys);
    }
  }
}
