/**
 * Answers to a change that waits are letters in the prompt, where messages begin with letters too. What follows tells
 * them apart: a letter alone is an answer.
 */
import { actionFor } from "./bindings.js";
import type { KeyAction } from "./key-table.js";

export type ApprovalAnswer = Extract<KeyAction, { type: "answer" }>;

/** A letter that nothing follows for this long is alone. Milliseconds. */
const alone = 300;

export class LoneAnswer {
  readonly #onAnswer: (answer: ApprovalAnswer) => void;
  #waiting: { answer: ApprovalAnswer; timer: NodeJS.Timeout } | undefined;

  constructor(onAnswer: (answer: ApprovalAnswer) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Takes what was typed into the empty prompt. */
  wait(typed: string): void {
    const answer = actionFor("approval", typed);
    if (answer?.type === "answer") {
      const timer = setTimeout(() => {
        this.#waiting = undefined;
        this.#onAnswer(answer);
      }, alone);
      this.#waiting = { answer, timer };
    }
  }

  /** Waits no longer; the answer that the letter would have been. */
  take(): ApprovalAnswer | undefined {
    const waiting = this.#waiting;
    clearTimeout(waiting?.timer);
    this.#waiting = undefined;
    return waiting?.answer;
  }
}
