/** What the model is told of a reply that went wrong. */
import type { Refusal } from "./messages.js";

const shownRefusals = 10;

/** Says what was thrown away of a reply that invented results, and how to go on; follows the real results. */
export function noticeFor({ blocks, calls }: { blocks: number; calls: number }): string {
  return (
    `copperhead discarded ${count(blocks, "result block")} and ${count(calls, "call")} of your last reply: ` +
    "you wrote them yourself, and nothing of it happened. Only results between the markers that copperhead sends " +
    "are real. Go on from the real results, and write nothing after your last call."
  );
}

/** Says why no call of a reply could run; without refusals, that none could be found where some were meant. */
export function nudgeFor(refusals: readonly Refusal[]): string {
  const lines = refusals.slice(0, shownRefusals).map(({ tool, reason }) => `- ${tool}: ${reason}`);
  const more = refusals.length - lines.length;
  if (more > 0) {
    lines.push(`- and ${more} more`);
  }
  const verdict =
    lines.length > 0 ? "No call of your last reply could run." : "No call could be found in your last reply.";
  return [verdict, ...lines, `Write each call on its own line, as valid JSON: ${callFormat}`].join("\n");
}

/** How a call looks, for the model. */
export const callFormat = '{"tool": "<name>", "args": {…}}';

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
