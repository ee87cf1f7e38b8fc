/** Where a turn begins and where it ends. Pure. */
import type { Message } from "../../protocol/messages.js";
import type { ActionOf } from "../actions.js";
import type { Effect, Transition } from "../effects.js";
import { type LoopState, noUsage, type Turn, type TurnResult } from "../state.js";
import { emit, emitFailure } from "./announce.js";
import { answerOpenCalls, type Running } from "./turn-flow.js";

/** Begins a turn with all that waits. */
export function beginTurn(state: LoopState): Transition {
  const [first] = state.queued;
  if (!first || state.closed) {
    return { state, effects: [] };
  }
  const turn: Turn = {
    id: first.turnId,
    request: state.queued.map(({ text }) => text).join("\n\n"),
    number: state.turns + 1,
    step: 0,
    phase: { name: "opening" },
    prose: "",
    thinking: false,
    items: 0,
    reply: { calls: [], refusals: [], nudged: false, text: null },
    nudgesInARow: 0,
    approvedAll: false,
    wroteDesign: false,
    repair: { fewestErrors: Number.POSITIVE_INFINITY, cyclesWithoutProgress: 0, errorsRemain: false },
    usage: noUsage,
    discarded: { blocks: 0, calls: 0 },
  };
  const said = state.queued.map(({ text }): Message => ({ role: "user", text }));
  const next: Running = {
    ...state,
    turn,
    turns: turn.number,
    queued: [],
    messages: [...state.messages, ...said],
  };
  return {
    state: next,
    effects: [emit(next, { type: "turn.started" }), { type: "open-turn", number: turn.number }],
  };
}

/** The files are settled: what came of the turn is told, and what was said meanwhile begins the next one. */
export function endTurn(state: Running, action: ActionOf<"turn-end">): Transition {
  const { turn } = state;
  const { status, exitCode, answer, failure, filesChanged, restored, conflicts, diff, notes = [] } = action;
  const result: TurnResult = {
    turnId: turn.id,
    request: turn.request,
    status,
    exitCode,
    answer: answer ?? "",
    usage: turn.usage,
    filesChanged,
    verification: turn.verification ?? {},
    discarded: turn.discarded,
    notes,
    ...(diff !== undefined && { diff }),
    ...(failure && { failure }),
  };
  const effects: Effect[] = notes.map((message) =>
    emit(state, { type: "runtime.warning", message, code: "rules-changed" }),
  );
  if (restored.length > 0) {
    const message = `Put back as before the turn: ${restored.join(", ")}`;
    effects.push(emit(state, { type: "runtime.warning", message, code: "restored" }));
  }
  for (const { path, reason } of conflicts) {
    effects.push(
      emit(state, {
        type: "runtime.warning",
        message: `Not put back: ${path}: ${reason}`,
        code: "conflict",
      }),
    );
  }
  if (failure) {
    effects.push(emitFailure(state, failure));
  }
  effects.push(
    emit(state, {
      type: "turn.completed",
      status,
      exitCode,
      ...(failure && { errorMessage: failure.message }),
    }),
  );
  const ended: LoopState = { ...answerOpenCalls(state), turn: null, results: [...state.results, result] };
  const next = beginTurn(ended);
  return { state: next.state, effects: [...effects, ...next.effects] };
}
