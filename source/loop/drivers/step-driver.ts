/** The one thing in which the two ways to drive Cursor differ: how a step is made. */
import type { Action } from "../actions.js";
import type { LoopState } from "../state.js";

export type StepContext = {
  /** Interrupts the step gracefully. */
  signal: AbortSignal;
  dispatch(action: Action): void;
};

export type StepDriver = {
  /**
   * Asks Cursor for the next step of `state`, in which a turn runs, and dispatches all that comes of it; the last
   * action is `step-ended` or `step-failed`. Never rejects.
   */
  run(state: LoopState, context: StepContext): Promise<void>;
  /** Ends what runs at once. */
  kill(): void;
  /** The next step starts anew, with the model and the chat that the state names then; one that runs goes on. */
  renew(): void;
  /** Ends what runs, and lets go of Cursor. */
  dispose(): Promise<void>;
};
