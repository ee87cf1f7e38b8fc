/** What the model is asked to do about a reply that went wrong. */
import { counted } from "../base/text/counted.js";
import type { Refusal } from "./messages.js";

const shownRefusals = 10;

/** The form of a call, for the model. */
export const callFormat = '{"tool": "<name>", "args": {…}}';

/** What was discarded of a reply that invented results, and how to go on; follows the real results. */
export function noticeFor({ blocks, calls }: { blocks: number; calls: number }): string {
  return (
    `copperhead discarded ${counted(blocks, "block")} and ${counted(calls, "call")} of your last reply: ` +
    "you wrote them yourself, and nothing of it happened. Only results between the markers that copperhead sends " +
    "are real. Go on from the real results, and write nothing after your last call."
  );
}

/** Why no call of a reply could run; without refusals, that none was found where some were meant. */
export function nudgeFor(refusals: readonly Refusal[]): string {
  const lines = refusals.slice(0, shownRefusals).map(({ tool, reason }) => `- ${tool}: ${reason}`);
  const more = refusals.length - lines.length;
  const verdict =
    lines.length > 0 ? "No call of your last reply could run." : "No call could be found in your last reply.";
  return [
    verdict,
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
    `Write each call on its own line, as valid JSON: ${callFormat}`,
  ].join("\n");
}
