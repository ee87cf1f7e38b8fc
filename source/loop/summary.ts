/** What a session came to, for a person who opens its folder. Pure. */
import { describeCheck } from "../base/describe-check.js";
import type { SessionSummary, TurnSummary } from "../workspace/sessions/summary.js";
import type { LoopState, TurnResult } from "./state.js";

export function summaryOf({ sessionId, model, chat, results }: LoopState): SessionSummary {
  return { sessionId, model, ...(chat && { chatId: chat.id }), turns: results.map(summariseTurn) };
}

function summariseTurn(turn: TurnResult): TurnSummary {
  const { request, status, exitCode, answer, filesChanged, verification, discarded, failure } = turn;
  const { erc, drc } = verification;
  return {
    request,
    status,
    exitCode,
    ...(answer !== "" && { answer }),
    filesChanged,
    verification: [...(erc ? [describeCheck("ERC", erc)] : []), ...(drc ? [describeCheck("DRC", drc)] : [])],
    discarded,
    ...(failure && { failure }),
    notes: turn.notes,
  };
}
