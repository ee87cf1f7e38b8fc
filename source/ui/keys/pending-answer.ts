/**
 * Answers to a proposed change are letters in the prompt, where messages begin with letters too: only a letter that
 * nothing follows is an answer.
 */
import { actionFor, type KeyAction } from "./key-bindings.js";

export type ApprovalAnswer = Extract<KeyAction, { type: "answer" }>;

/** How long nothing may follow the letter. Milliseconds. */
const wait = 300;

export class PendingAnswer {
  readonly #onAnswer: (answer: ApprovalAnswer) => void;
  #pending: { answer: ApprovalAnswer; timer: NodeJS.Timeout } | undefined;

  constructor(onAnswer: (answer: ApprovalAnswer) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Starts the wait if `typed`, the first text in the empty prompt, is an answer. */
  start(typed: string): void {
    const answer = actionFor("approval", typed);
    if (answer?.type === "answer") {
      const timer = setTimeout(() => {
        this.#pending = undefined;
        this.#onAnswer(answer);
      }, wait);
      this.#pending = { answer, timer };
    }
  }

  /** Ends the wait, and returns the answer that the letter would have been. */
  cancel(): ApprovalAnswer | undefined {
    const pending = this.#pending;
    clearTimeout(pending?.timer);
    this.#pending = undefined;
    return pending?.answer;
  }
}
