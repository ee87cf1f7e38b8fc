/** The rows of each pane, from the view alone. Pure. */

import { counted } from "../../base/text/counted.js";
import { renderMarkdown } from "../rows/render-markdown.js";
import { runningCall } from "../rows/running-call.js";
import { theme } from "../rows/theme.js";
import { cut, safeLines, wrap } from "../rows/wrap.js";
import { tailOfBlock } from "../view/blocks.js";
import type { CallView, TurnView, View } from "../view/view.js";

/** Characters of a thought that the widest pane can show at all. */
const longestThought = 2000;

/** The last of the thinking, dimmed. */
export function thinkingRows(thinking: View["thinking"], width: number): string[] {
  if (!thinking) {
    return [];
  }
  return safeLines(thinking.text.slice(-longestThought).trim())
    .filter((line) => line.trim() !== "")
    .flatMap((line) => wrap(line, width))
    .map((row) => theme.muted(row));
}

/** Calls that run or wait, oldest first. */
export function callRows(
  calls: readonly CallView[],
  isWaiting: boolean,
  now: number,
  width: number,
): string[] {
  return calls.map((call, index) => {
    const waits = isWaiting && index === calls.length - 1;
    const seconds = Math.max(0, Math.floor((now - call.startedAt) / 1000));
    const note = waits ? "waits for you" : `${seconds} s`;
    const sign = waits ? theme.warning("?") : theme.accent("▸");
    return `${sign} ${cut(runningCall(call), width - note.length - 4)} ${theme.muted(note)}`;
  });
}

/** The note beside the title of the calls: how those that are over ended. */
export function callsNote(turn: TurnView | undefined): string {
  const { succeeded, failed } = turn?.done ?? { succeeded: 0, failed: 0 };
  return [succeeded > 0 && `✓ ${succeeded} done`, failed > 0 && `✗ ${failed} not done`]
    .filter(Boolean)
    .join(" · ");
}

/** What the model made up in this turn, and that nothing came of it. */
export function discardedRows(turn: TurnView | undefined, width: number): string[] {
  const { blocks, calls } = turn?.discarded ?? { blocks: 0, calls: 0 };
  if (blocks + calls === 0) {
    return [];
  }
  const what = `${counted(blocks, "block")}, ${counted(calls, "call")}: made up by the model, not used`;
  return [theme.warning(cut(what, width))];
}

/** The block of the answer that is being written. */
export function resultRows(answer: View["answer"], width: number): string[] {
  return answer && answer.text.trim() !== "" ? renderMarkdown(tailOfBlock(answer.text), width) : [];
}
