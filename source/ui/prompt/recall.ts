/** Walking through earlier messages, with what was being written kept at the end of the walk. */
import type { PromptHistory } from "./prompt-history.js";

export class Recall {
  readonly #history: PromptHistory;
  /** How many steps back from the newest; 0 is what is being written. */
  #steps = 0;
  #draft = "";

  constructor(history: PromptHistory) {
    this.#history = history;
  }

  get entries(): readonly string[] {
    return this.#history.entries;
  }

  add(text: string): void {
    this.#history.add(text);
    this.#steps = 0;
  }

  /** The message before; undefined at the first one. */
  older(current: string): string | undefined {
    if (this.#steps === 0) {
      this.#draft = current;
    }
    const entry = this.entries.at(-(this.#steps + 1));
    if (entry !== undefined) {
      this.#steps += 1;
    }
    return entry;
  }

  /** The message after, and at last what was being written; undefined where there is nothing after it. */
  newer(): string | undefined {
    if (this.#steps === 0) {
      return undefined;
    }
    this.#steps -= 1;
    return this.#steps === 0 ? this.#draft : this.entries.at(-this.#steps);
  }
}
