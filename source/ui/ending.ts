/** The end of the application: asked for, waited for, and hurried where the user will not wait. */
import { setTimeout as wait } from "node:timers/promises";

/** Cursor's process has this long to end when the user leaves, and when the user will not wait. Milliseconds. */
const closingTime = 6000;
const hurriedTime = 500;

export class Ending {
  /** Resolves with the exit code when the end is asked for. */
  readonly asked: Promise<number>;
  #resolve: (exitCode: number) => void = () => {};
  #isAsked = false;
  readonly #hurry = new AbortController();

  constructor() {
    this.asked = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The first exit code counts. */
  ask(exitCode: number): void {
    this.#isAsked = true;
    this.#resolve(exitCode);
  }

  hurry(): void {
    this.#hurry.abort();
  }

  /** Waits until `closing` is over, and no longer than the user should. */
  async wait(closing: Promise<void>): Promise<void> {
    await within(closingTime, closing, this.#hurry.signal);
    if (this.#hurry.signal.aborted) {
      await within(hurriedTime, closing);
    }
  }
}

async function within(milliseconds: number, work: Promise<void>, cancelled?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = cancelled ? AbortSignal.any([over.signal, cancelled]) : over.signal;
  const late = wait(milliseconds, undefined, { signal }).catch(() => {});
  await Promise.race([work, late]);
  over.abort();
}
