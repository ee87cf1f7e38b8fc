/** The end of the application: asked for, waited for, and hurried where the user will not wait. */
import { setTimeout as wait } from "node:timers/promises";
import { exitCodes } from "../base/failure.js";

/** Cursor's process has this long to end when the user leaves, and when the user will not wait. Milliseconds. */
const closingTime = 6000;
const hurriedTime = 500;

export class Shutdown {
  /** Resolves when the end is asked for. */
  readonly asked: Promise<void>;
  #resolve = () => {};
  #exitCode: number | undefined;
  readonly #hurry = new AbortController();

  constructor() {
    this.asked = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isAsked(): boolean {
    return this.#exitCode !== undefined;
  }

  get exitCode(): number {
    return this.#exitCode ?? exitCodes.done;
  }

  /** The first exit code counts; a signal that comes while the user leaves goes before the user's own. */
  ask(exitCode: number): void {
    this.#exitCode ||= exitCode;
    this.#resolve();
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
