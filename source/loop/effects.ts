/** What the reducer asks the runner to do; each ends in an action, except `emit`. */
import type { EventIds, RuntimeEventBody } from "../base/events.js";
import type { Call } from "../protocol/messages.js";
import type { Ending, LoopState } from "./state.js";

export type Effect =
  | { type: "emit"; event: RuntimeEventBody; ids: EventIds }
  /** Take the lock and begin the journal. */
  | { type: "open-turn"; number: number }
  | { type: "start-step" }
  /**
   * Run the call; where it changes something and is not `approved`, propose it first. `isConfirmed`: the user said yes to
   * this very change.
   */
  | { type: "dispatch-call"; call: Call; approved: boolean; isConfirmed?: boolean }
  | { type: "verify" }
  /** Interrupt the step, the call or the verification that runs. */
  | { type: "interrupt" }
  /** Keep or restore the files of the turn, release the lock, and report it with `turn-end`. */
  | { type: "settle-turn"; turnId: string; ending: Ending };

export type Transition = { state: LoopState; effects: readonly Effect[] };
