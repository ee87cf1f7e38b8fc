/** A turn without panes: canonical events in, text or JSON out. */

import type { RuntimeEvent } from "../base/events.js";
import type { OutputFormat } from "../cli/options.js";
import { jsonLine, type Output, textLine } from "../cli/output.js";
import type { AgentSession } from "../loop/session.js";
import type { TurnResult } from "../loop/state.js";
import { progressOf } from "./progress.js";
import { resultOf } from "./result.js";

/** Writes each event of `session` in `format` as it comes: events on stdout, or progress on stderr. */
export function printEvents(session: AgentSession, format: OutputFormat, output: Output): void {
  session.onEvent((event) => printEvent(event, format, output));
}

export function printEvent(event: RuntimeEvent, format: OutputFormat, output: Output): void {
  if (format === "stream-json") {
    output.out(jsonLine(event));
    return;
  }
  const progress = progressOf(event);
  if (progress !== undefined) {
    output.err(textLine(progress));
  }
}

/** Writes what a finished turn comes to: the answer, or the result object. */
export function printResult(
  turn: TurnResult,
  ids: { sessionId: string; chatId: string | null },
  format: OutputFormat,
  output: Output,
): void {
  if (format === "json") {
    output.out(jsonLine(resultOf(turn, ids)));
  }
  if (format === "text") {
    output.out(textLine(turn.answer));
    if (turn.diff !== undefined) {
      output.err(textLine(turn.diff));
    }
  }
}
