/** The end of the application: asked for, waited for, and hurried where the user will not wait. */
import { setTimeout as wait } from "node:timers/promises";
import { exitCodes } from "../base/failure.js";

/** Cursor's process has this long to end when the user leaves, and when the user will not wait. Milliseconds. */
const closingTime = 6000;
const hurriedTime = 500;

export class Ending {
  /** Resolves when the end is asked for; rejects where the application cannot go on. */
  readonly asked: Promise<void>;
  readonly #ofTurn: boolean;
  #resolve = () => {};
  #reject: (error: unknown) => void = () => {};
  #exitCode: number | undefined;
  #turnExitCode: number = exitCodes.interrupted;
  readonly #hurry = new AbortController();

  /** `ofTurn`: the application ends with its first turn, and as that did. */
  constructor(ofTurn: boolean) {
    this.#ofTurn = ofTurn;
    this.asked = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isAsked(): boolean {
    return this.#exitCode !== undefined;
  }

  /** Leaving in the middle of the one turn interrupts it. */
  get exitCode(): number {
    const own = this.#exitCode ?? exitCodes.done;
    return this.#ofTurn && own === exitCodes.done ? this.#turnExitCode : own;
  }

  /** The first exit code counts; a signal that comes while the user leaves goes before the user's own. */
  ask(exitCode: number): void {
    this.#exitCode ||= exitCode;
    this.#resolve();
  }

  /** Ends the application by an error. */
  fail(error: unknown): void {
    this.#reject(error);
  }

  /** A turn ended. */
  turnEnded(exitCode: number): void {
    this.#turnExitCode = exitCode;
    if (this.#ofTurn) {
      this.ask(exitCode);
    }
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
