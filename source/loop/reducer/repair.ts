/** What follows from a verification: the turn ends, or its new errors go back to the model. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import type { ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { Ending, Repair, Verification } from "../state.js";
import { errorsRemainEnding, interruptedEnding, notVerifiedEnding } from "./endings.js";
import { andThen, emitFrom, type Running, withMessages, withTurn } from "./transitions.js";
import { nextStep, settle } from "./turn-flow.js";

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
  return andThen(emitFrom(verified, ...completedEvents(action)), (next) => {
    if (next.turn.stop !== undefined) {
      return settle(next, interruptedEnding(next.turn.stop));
    }
    if (newErrors > 0) {
      const remain = errorsRemainEnding(repair, ending.answer);
      if (!mayRepair(next, ending)) {
        return settle(next, remain);
      }
      const asked = withMessages(next, { role: "user", text: feedback ?? `${newErrors} new errors remain.` });
      return next.turn.step < next.limits.maxSteps ? nextStep(asked) : settle(asked, remain);
    }
    return settle(
      next,
      next.limits.requireVerification && couldNotRun(verification)
        ? notVerifiedEnding(ending.answer)
        : ending,
    );
  });
}

/** One event a project; one for all where the projects are not known. */
function completedEvents({
  erc,
  drc,
  findings,
  projects = [],
}: ActionOf<"verification">): RuntimeEventBody[] {
  const whole = { ...(erc && { erc }), ...(drc && { drc }), ...(findings !== undefined && { findings }) };
  const parts = projects.length > 0 ? projects : [whole];
  return parts.map((part) => ({ type: "verification.completed", ...part }));
}

function mayRepair({ mode, turn, limits }: Running, ending: Ending): boolean {
  return (
    // Cursor's own turn is over: nothing can be fed back.
    mode !== "native" &&
    ending.status !== "refused" &&
    turn.repair.cyclesWithoutProgress < limits.maxRepairCycles
  );
}

function couldNotRun({ erc, drc }: Verification): boolean {
  return erc?.status === "not-run" || drc?.status === "not-run";
}
