/** What follows from a verification: the turn ends, or its new errors go back to the model. Pure. */
import type { ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { Ending, Repair, Verification } from "../state.js";
import { emit } from "./announce.js";
import { errorsRemainEnding, failedEnding, interruptedEnding } from "./endings.js";
import { andThen, nextStep, type Running, settle, withMessages, withTurn } from "./turn-flow.js";

/** Counts a verification: fewer new errors than ever before is progress. */
export function countVerification(repair: Repair, newErrors: number, findings?: string): Repair {
  const progress = newErrors < repair.fewestErrors;
  return {
    fewestErrors: Math.min(newErrors, repair.fewestErrors),
    cyclesWithoutProgress: progress ? 0 : repair.cyclesWithoutProgress + 1,
    errorsRemain: newErrors > 0,
    ...(findings !== undefined && { findings }),
  };
}

/** Goes on from a verification: `ending` is what the model wanted. */
export function afterVerification(
  state: Running,
  action: ActionOf<"verification">,
  ending: Ending,
): Transition {
  const { newErrors, findings, feedback, erc, drc } = action;
  const verification: Verification = { ...(erc && { erc }), ...(drc && { drc }) };
  const repair = countVerification(state.turn.repair, newErrors, findings);
  const verified = withTurn(state, { repair, verification });
  const completed = emit(verified, {
    type: "verification.completed",
    ...verification,
    ...(findings !== undefined && { findings }),
  });
  return andThen({ state: verified, effects: [completed] }, (next) => {
    if (next.turn.stop !== undefined) {
      return settle(next, interruptedEnding(next.turn.stop));
    }
    if (newErrors > 0) {
      return repair.cyclesWithoutProgress >= next.limits.maxRepairCycles ||
        ending.status === "refused" ||
        // Cursor's own turn is over: there is nobody to feed anything back to.
        next.mode === "native"
        ? settle(next, errorsRemainEnding(repair, ending.answer))
        : askForRepair(next, feedback ?? `${newErrors} new errors remain.`, ending);
    }
    return settle(
      next,
      next.limits.requireVerification && couldNotRun(verification) ? notVerifiedEnding(ending) : ending,
    );
  });
}

function askForRepair(state: Running, feedback: string, ending: Ending): Transition {
  const asked = withMessages(state, { role: "user", text: feedback });
  return asked.turn.step >= asked.limits.maxSteps
    ? settle(asked, errorsRemainEnding(asked.turn.repair, ending.answer))
    : nextStep(asked);
}

function couldNotRun({ erc, drc }: Verification): boolean {
  return erc?.status === "not-run" || drc?.status === "not-run";
}

function notVerifiedEnding({ answer }: Ending): Ending {
  const failed = failedEnding({
    code: "not-verified",
    message: "The design was changed, and ERC or DRC could not run.",
    advice: "Install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI; see: copperhead doctor",
    exitCode: 6,
  });
  return { ...failed, ...(answer !== undefined && { answer }) };
}
