/** The one thing in which the two ways to drive Cursor differ: how a step is made. */
import type { Action } from "../actions.js";
import type { LoopState } from "../state.js";

export type StepContext = {
  /** Interrupts the step gracefully. */
  signal: AbortSignal;
  /** Accepts what happens while the step runs. */
  dispatch(action: Action): void;
};

export type StepDriver = {
  /**
   * Asks Cursor for the next step of `state`, in which a turn runs, with the model and the chat that it names. Returns
   * the actions that the step ends in, the last one `step-ended` or `step-failed`. Throws what it failed with.
   */
  run(state: LoopState, context: StepContext): Promise<readonly Action[]>;
  /** Ends what runs at once, and what lingers of the last step. */
  kill(): void;
  /** Settles when nothing is left of the last step; `undefined` where nothing is. */
  readonly lingering: Promise<void> | undefined;
  /** Ends what is left of a step, once none runs. */
  dispose(): Promise<void>;
};
