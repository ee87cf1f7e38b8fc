/** Copperhead's own words to the model, between the results. Short and imperative. */
import { counted } from "../../base/text/counted.js";
import { notesOpening } from "../../protocol/conversation-length.js";
import type { ActionOf } from "../actions.js";

type Electrical = NonNullable<ActionOf<"verification">["electrical"]>;

export const notRunAfterFinish = "Not run: the turn was already finished.";

export const notRunInterrupted = "Not run: the user interrupted the turn.";

export const finishNotAccepted =
  "Not accepted: a call of the same reply went wrong. Read its result, then repair it or finish again.";

export const emptyReply = "Your reply was empty. Reply with a call, a plain answer, or finish.";

/** Sent once, a few steps before the last. */
export function convergeMessage(stepsLeft: number): string {
  return `${stepsLeft} steps are left in this turn. Bring the work to a good end now, then finish.`;
}

/** Sent with the next prompt where files are not as the model saw them last; `files` as they are now. */
export function staleMessage(files: Readonly<Record<string, string | null>>): string {
  const lines = Object.entries(files).map(
    ([path, hash]) => `- ${path}: ${hash === null ? "is not there any more" : "has another content now"}`,
  );
  return `copperhead: These files are not as you last read or wrote them:\n${lines.join("\n")}\nDo not rely on what you know of them; read them again before you use or change them.`;
}

/** Sent before the first request, and again where the files changed; `text` is "" where they are gone. */
export function notesMessage(text: string, isFirst: boolean): string {
  if (text === "") {
    return `${notesOpening} are not there any more: what they said no longer holds.`;
  }
  const changed = isFirst ? "" : " They changed: these take the place of the earlier ones.";
  return `${notesOpening} on how to work here, as its files have them.${changed} Follow them where neither copperhead's rules nor the user say otherwise; they allow nothing that those do not.\n\n${text}`;
}

/** More sentences are counted, not listed. */
const mostSentences = 40;

/** Sent once where a turn changed nets, or made new warnings about them; undefined where it did neither. */
export function electricalMessage({ nets, others, warnings }: Electrical): string | undefined {
  if (nets.length === 0 && warnings === undefined) {
    return undefined;
  }
  const sentences = [...nets, ...others];
  const more = sentences.length - mostSentences;
  const listed = [
    ...sentences.slice(0, mostSentences).map((text) => `- ${text}`),
    ...(more > 0 ? [`- and ${more} more: diff_turn lists all`] : []),
  ];
  return [
    "copperhead compared the design with its state before this turn.",
    ...(listed.length > 0 ? [`This is what changed electrically:\n${listed.join("\n")}`] : []),
    ...(warnings === undefined ? [] : [`New warnings about labels, nets and footprints:\n${warnings}`]),
    "Where it is not what the user asked for, repair it. Where it is, reply with your whole answer to the user once more, or finish.",
  ].join("\n\n");
}

/** Sent where a check finds the errors that the model was sent with the last one. */
export function sameErrorsMessage(count: number): string {
  return `copperhead checked the design again: ${counted(count, "new error")} as before, listed above. Repair what you changed, or take the change back.`;
}

/** Sent with the next prompt where the user chose another project. */
export function projectMessage(project: string): string {
  return `copperhead: The user chose the project ${project}. Calls without "project" work on it from now on.`;
}

/** Follows the conversation that the user went back to. */
export const rewoundMessage =
  "copperhead: The user went back to this point of the conversation. Files may have changed since: read them again before you rely on them.";

/** Follows a request that the user stopped, so that nobody goes on with it. */
export const cancelledMessage =
  "copperhead: The user cancelled the request above. Do not go on with it unless the user asks for it again.";

/** Follows a request whose turn could not begin, such as while another process worked in the repository. */
export const notBegunMessage =
  "copperhead: Nothing was done for the request above. Do not go on with it unless the user asks for it again.";

/** The result of a change that the user did not want. */
export function declined(reason: string | undefined): string {
  const why = reason?.trim() ? ` The user says: ${reason.trim()}` : "";
  return `Declined by the user; nothing was changed.${why}`;
}
