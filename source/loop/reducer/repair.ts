/** What follows from a verification: the turn ends, or its new errors go back to the model. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import type { Message } from "../../protocol/messages.js";
import type { ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { Ending, Repair, Verification } from "../state.js";
import { errorsRemainEnding, interruptedEnding, notVerifiedEnding } from "./endings.js";
import { electricalMessage, sameErrorsMessage } from "./model-messages.js";
import { andThen, emitFrom, type Running, withMessages, withTurn } from "./transitions.js";
import { nextStep, settle } from "./turn-flow.js";

/** Counts a verification: fewer new errors than ever before is progress. */
export function countVerification(repair: Repair, newErrors: number, findings?: string): Repair {
  const progress = newErrors < repair.fewestErrors;
  return {
    fewestErrors: Math.min(newErrors, repair.fewestErrors),
    cyclesWithoutProgress: progress ? 0 : repair.cyclesWithoutProgress + 1,
    errorsRemain: newErrors > 0,
    sent: repair.sent,
    ...(findings !== undefined && { findings }),
  };
}

/** Goes on from a verification: `ending` is what the model wanted. */
export function afterVerification(
  state: Running,
  action: ActionOf<"verification">,
  ending: Ending,
): Transition {
  const { newErrors, findings, feedback } = action;
  const verification = verificationOf(action);
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
      const isAsBefore = findings !== undefined && findings === state.turn.repair.findings;
      const errors = isAsBefore
        ? sameErrorsMessage(newErrors)
        : (feedback ?? `${newErrors} new errors remain.`);
      const changes = unsentChanges(next, action);
      const asked = send(next, changes === undefined ? errors : `${errors}\n\n${changes}`, changes);
      return next.turn.step < next.limits.maxSteps ? nextStep(asked) : settle(asked, remain);
    }
    if (next.limits.requireVerification && couldNotRun(verification)) {
      return settle(next, notVerifiedEnding(ending.answer));
    }
    const changes = unsentChanges(next, action);
    return changes !== undefined && mayGoOn(next, ending)
      ? nextStep(withTurn(send(next, changes, changes), { wroteDesign: false, accepted: ending }))
      : settle(next, ending);
  });
}

function verificationOf({ erc, drc, projects = [] }: ActionOf<"verification">): Verification {
  return {
    ...(erc && { erc }),
    ...(drc && { drc }),
    ...(projects.length > 0 && {
      projects: projects.map(({ findings: _, warnings: __, ...project }) => project),
    }),
  };
}

function send(state: Running, text: string, changes: string | undefined): Running {
  const { repair } = state.turn;
  return withTurn(withMessages(state, { role: "user", text }), {
    repair: { ...repair, sent: [...repair.sent, ...(changes === undefined ? [] : [changes])] },
  });
}

/** What the model does not know yet of what it changed electrically. */
function unsentChanges(
  { turn, messages }: Running,
  { electrical }: ActionOf<"verification">,
): string | undefined {
  const message = electrical && electricalMessage(electrical);
  if (message === undefined || turn.repair.sent.includes(message)) {
    return undefined;
  }
  const isKnown =
    electrical?.warnings === undefined && areInResults(electrical?.nets ?? [], messages.from(turn.earlier));
  return isKnown ? undefined : message;
}

/** These write what they are given, whatever it means. */
const textEdits: ReadonlySet<string> = new Set(["edit_file", "write_file"]);

/** Whether a result of the turn had each of these changes already: an edit that was proved to make it, or `diff_turn`. */
function areInResults(sentences: readonly string[], messages: readonly Message[]): boolean {
  const texts = messages.flatMap((message) =>
    message.role === "result" && !textEdits.has(message.tool) ? [message.text] : [],
  );
  // Most texts are files that were read: to take them apart costs more than all else of a long conversation.
  const lines = texts
    .filter((text) => sentences.some((sentence) => text.includes(sentence)))
    .flatMap((text) => text.split("\n"));
  const known = new Set(lines.map((line) => line.replace(/^\W+ /, "")));
  return sentences.every((sentence) => known.has(sentence));
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

function mayRepair(state: Running, ending: Ending): boolean {
  const { turn, limits } = state;
  return mayReply(state, ending) && turn.repair.cyclesWithoutProgress < limits.maxRepairCycles;
}

function mayGoOn(state: Running, ending: Ending): boolean {
  return mayReply(state, ending) && state.turn.step < state.limits.maxSteps;
}

/** Cursor's own turn is over: nothing can be fed back. */
function mayReply({ mode }: Running, ending: Ending): boolean {
  return mode !== "native" && ending.status !== "refused";
}

function couldNotRun({ erc, drc }: Verification): boolean {
  return erc?.status === "not-run" || drc?.status === "not-run";
}
