/** Where a turn begins and where it ends. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import { noUsage } from "../../base/no-usage.js";
import { errorEvent } from "../../base/stamp.js";
import type { Message } from "../../protocol/messages.js";
import type { ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { FinishedTurn, LoopState, Turn } from "../state.js";
import { cancelledMessage, notBegunMessage } from "./model-messages.js";
import { andThen, emitFrom, moveTo, type Running } from "./transitions.js";
import { answerOpenCalls } from "./turn-flow.js";

/** Begins a turn with all that waits. */
export function beginTurn(state: LoopState): Transition {
  const [first] = state.queued;
  if (!first || state.closed) {
    return moveTo(state);
  }
  const turn: Turn = {
    id: first.turnId,
    request: state.queued.map(({ text }) => text).join("\n\n"),
    number: state.turns + 1,
    earlier: state.messages.length,
    step: 0,
    phase: { name: "opening" },
    prose: "",
    thinking: false,
    calls: 0,
    notes: 0,
    retries: 0,
    reply: { calls: [], refusals: [], nudged: false, text: null },
    nudgesInARow: 0,
    approvedAll: false,
    wroteDesign: false,
    accepted: null,
    repair: {
      fewestErrors: Number.POSITIVE_INFINITY,
      cyclesWithoutProgress: 0,
      errorsRemain: false,
      sent: [],
    },
    usage: noUsage,
    discarded: { blocks: 0, calls: 0 },
    messagesBefore: state.messages.length,
  };
  const requests = state.queued.map(({ text }): Message => ({ role: "user", text }));
  const next: Running = {
    ...state,
    turn,
    turns: turn.number,
    queued: [],
    messages: state.messages.with(...requests),
  };
  return andThen(emitFrom(next, { type: "turn.started" }), (running) =>
    moveTo(running, { type: "open-turn", number: turn.number }),
  );
}

/** The files are settled: what came of the turn is emitted, and what waited meanwhile begins the next one. */
export function endTurn(state: Running, action: ActionOf<"turn-end">): Transition {
  const { turn } = state;
  const { status, exitCode, answer, failure, filesChanged, restored, conflicts, diff } = action;
  const { notes = [], drift = [] } = action;
  const result: FinishedTurn = {
    turnId: turn.id,
    number: turn.number,
    request: turn.request,
    status,
    exitCode,
    answer: answer ?? "",
    usage: turn.usage,
    filesChanged,
    restored,
    isUndone: false,
    messagesBefore: turn.messagesBefore,
    verification: turn.verification ?? {},
    discarded: turn.discarded,
    notes: [...notes, ...drift],
    ...(diff !== undefined && { diff }),
    ...(failure && { failure }),
  };
  const warn = (code: string, message: string): RuntimeEventBody => ({
    type: "runtime.warning",
    message,
    code,
  });
  const reported = emitFrom(
    state,
    ...notes.map((message) => warn("rules-changed", message)),
    ...drift.map((message) => warn("board-drift", message)),
    ...(restored.length > 0 ? [warn("restored", `Put back as before the turn: ${restored.join(", ")}`)] : []),
    ...conflicts.map(({ path, reason }) => warn("conflict", `Not put back: ${path}: ${reason}`)),
    ...(failure ? [errorEvent(failure)] : []),
    {
      type: "turn.completed",
      status,
      exitCode,
      ...(failure && { errorMessage: failure.message }),
    },
  );
  return andThen(reported, (over) => {
    const { messages, ...rest } = answerOpenCalls(over);
    const text = status === "interrupted" ? cancelledMessage : turn.step === 0 ? notBegunMessage : undefined;
    const mark: Message[] = text !== undefined && state.mode === "reasoning" ? [{ role: "user", text }] : [];
    return beginTurn({
      ...rest,
      messages: messages.with(...mark),
      turn: null,
      results: [...over.results, result],
    });
  });
}

/** Turns that were undone, or redone, after they had ended. */
export function markMoved(state: LoopState, { direction, turns }: ActionOf<"moved">): LoopState {
  const isUndone = direction === "undo";
  const results = state.results.map((result) =>
    turns.includes(result.number) ? { ...result, isUndone } : result,
  );
  return { ...state, results };
}
