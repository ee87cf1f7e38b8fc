/** Copperhead's own words to the model, between the results. Short and imperative. */

export const notRunAfterFinish = "Not run: the turn was already finished.";

export const notRunInterrupted = "Not run: the user interrupted the turn.";

export const finishNotAccepted =
  "Not accepted: a call of the same reply went wrong. Read its result, then repair it or finish again.";

export const emptyReply = "Your reply was empty. Reply with a call, a plain answer, or finish.";

/** Sent once, a few steps before the last. */
export function convergeMessage(stepsLeft: number): string {
  return `${stepsLeft} steps are left in this turn. Bring the work to a good end now, then finish.`;
}

/** The result of a change that the user did not want. */
export function declined(reason: string | undefined): string {
  const why = reason?.trim() ? ` The user says: ${reason.trim()}` : "";
  return `Declined by the user; nothing was changed.${why}`;
}
