/**
 * The stdin that Ink sees. Ink's text field computes from its last render, so two keys in one turn of the event loop
 * would lose one: here each key waits until the one before it has been drawn.
 */
import { EventEmitter } from "node:events";
import { setImmediate as nextTask } from "node:timers/promises";
import type { Key } from "../keys/key.js";

/** What a one-line field understands, as the terminal would send it. */
const bytesOfChord: Readonly<Record<string, string>> = {
  backspace: "\x7f",
  "ctrl+h": "\x7f",
  delete: "\x7f",
  left: "\x1b[D",
  right: "\x1b[C",
  enter: "\r",
};

/** A state that only the field itself has is drawn, and the field listens with it, within so many tasks. */
const tasksOfRender = 5;

/** Stands in for a terminal's input: only what Ink calls. */
export class QuestionInput extends EventEmitter {
  readonly isTTY = true;
  readonly #waiting: (string | (() => void))[] = [];
  #current: string | null = null;
  #isRunning = false;

  /** Whether the field's caret stands at the start: from there ink-text-input would move it out of the text. */
  isAtStart = true;

  /** Gives a key to the field that is open. */
  feed(key: Key): void {
    const bytes =
      key.kind === "chord" ? bytesOfChord[key.chord] : key.text.replace(/[\s\x00-\x1f\x7f]+/g, " ");
    if (bytes) {
      this.#enqueue(bytes);
    }
  }

  /** Calls something after the keys that came before. */
  after(callback: () => void): void {
    this.#enqueue(callback);
  }

  /** Forgets the keys of a field that was closed. */
  reset(): void {
    this.#waiting.length = 0;
    this.#current = null;
    this.isAtStart = true;
  }

  read(): string | null {
    const bytes = this.#current;
    this.#current = null;
    return bytes;
  }

  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}

  #enqueue(entry: string | (() => void)): void {
    this.#waiting.push(entry);
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#next();
    }
  }

  #next(): void {
    // A field that was opened just now listens after its first render.
    const isReady = this.listenerCount("readable") > 0;
    const entry = isReady ? this.#waiting.shift() : undefined;
    if (this.#waiting.length === 0 && entry === undefined) {
      this.#isRunning = false;
      return;
    }
    if (entry === undefined) {
      // wait on
    } else if (entry === bytesOfChord.left && this.isAtStart) {
      // there is nowhere to go
    } else if (typeof entry === "string") {
      this.#current = entry;
      this.emit("readable");
    } else {
      entry();
    }
    void this.#drawn().then(() => this.#next());
  }

  /** React computes, draws and listens anew in tasks of its own. */
  async #drawn(): Promise<void> {
    for (let task = 0; task < tasksOfRender; task++) {
      await nextTask();
    }
  }
}
