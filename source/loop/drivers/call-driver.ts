/** Turns of one call, without Cursor: what somebody else's model asks for. */
import type { Call } from "../../protocol/messages.js";
import type { Action } from "../actions.js";
import type { LoopState } from "../state.js";
import type { StepDriver } from "./step-driver.js";

export class CallDriver implements StepDriver {
  /** The call of the turn that begins next. */
  next: Call | undefined;
  /** What that call returned, as text for a model. */
  result = "";

  /** The first step of a turn is the call; the second, with its result, is the end of the turn. */
  async run({ turn, messages }: LoopState): Promise<Action[]> {
    const call = turn?.step === 1 ? this.next : undefined;
    const last = messages.last();
    this.result = call === undefined && last?.role === "result" ? last.text : "";
    return [
      { type: "assistant", text: null, calls: call ? [call] : [], refusals: [] },
      { type: "step-ended" },
    ];
  }

  /** Nothing runs that would outlive a step. */
  get lingering(): undefined {
    return undefined;
  }

  kill(): void {}

  async dispose(): Promise<void> {}
}
