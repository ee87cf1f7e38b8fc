/** The end of the application: asked for, waited for, and hurried where the user will not wait. */
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
  readonly #givenUp: Promise<void>;
  #giveUp = () => {};

  /** `ofTurn`: the application ends with its first turn, and as that did. */
  constructor(ofTurn: boolean) {
    this.#ofTurn = ofTurn;
    this.asked = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#givenUp = new Promise((resolve) => {
      this.#giveUp = resolve;
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

  /** The user will not wait any longer. */
  hurry(): void {
    setTimeout(this.#giveUp, hurriedTime);
  }

  /** Waits until `closing` is over, and no longer than the user should. */
  async wait(closing: Promise<void>): Promise<void> {
    const timer = setTimeout(this.#giveUp, closingTime);
    await Promise.race([closing, this.#givenUp]);
    clearTimeout(timer);
  }
}
