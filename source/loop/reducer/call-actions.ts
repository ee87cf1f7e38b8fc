/** What a call does to its turn: it is announced, waits for the user's word, and has a result. Pure. */

import { isDesignFile } from "../../kicad/design/design-file.js";
import type { ActionOf } from "../actions.js";
import type { Effect, Transition } from "../effects.js";
import type { Phase } from "../state.js";
import { callItem, emit, emitPair } from "./announce.js";
import { declined } from "./notes.js";
import {
  afterCall,
  andThen,
  type Running,
  type RunningTransition,
  withMessages,
  withTurn,
} from "./turn-flow.js";

type Acting = Extract<Phase, { name: "acting" }>;
type Approving = Extract<Phase, { name: "approving" }>;

export function announceCall(
  state: Running,
  phase: Acting,
  { title, toolKind }: Pick<ActionOf<"call-started">, "title" | "toolKind">,
): RunningTransition {
  if (phase.announced) {
    return { state, effects: [] };
  }
  const next = withTurn(state, { items: state.turn.items + 1, phase: { ...phase, announced: true } });
  const itemId = callItem(next.turn);
  return {
    state: next,
    effects: [emit(next, { type: "tool.started", itemId, toolKind, title, origin: "copperhead" })],
  };
}

/** Closes a call that will have no result any more. */
export function closeCall(state: Running): RunningTransition {
  const { phase } = state.turn;
  if (phase.name !== "acting" || !phase.announced) {
    return { state, effects: [] };
  }
  const pair = { itemId: callItem(state.turn), toolKind: "other", title: phase.call.tool } as const;
  const closed = emit(state, {
    type: "tool.completed",
    ...pair,
    origin: "copperhead",
    outcome: "interrupted",
  });
  return { state, effects: [closed] };
}

export function completeCall(state: Running, phase: Acting, action: ActionOf<"tool">): Transition {
  return andThen(announceCall(state, phase, action), (announced) =>
    andThen(storeResult(announced, action), (stored) =>
      afterCall(stored, phase.rest, phase.failed || action.outcome !== "success"),
    ),
  );
}

function storeResult(state: Running, action: ActionOf<"tool">): RunningTransition {
  const { tool, toolKind, title, outcome, text, detail, diff, changed, durationMs } = action;
  const next = withTurn(withMessages(state, { role: "result", tool, text }), {
    wroteDesign: state.turn.wroteDesign || (changed !== undefined && isDesignFile(changed.path)),
  });
  const completed = emit(next, {
    type: "tool.completed",
    itemId: callItem(next.turn),
    toolKind,
    title,
    origin: "copperhead",
    outcome,
    ...(detail !== undefined && { detail }),
    ...(diff !== undefined && { diff }),
    ...(durationMs !== undefined && { durationMs }),
  });
  const fileChanged: Effect[] = changed ? [emit(next, { type: "file.changed", ...changed })] : [];
  return { state: next, effects: [completed, ...fileChanged] };
}

export function propose(
  state: Running,
  phase: Acting,
  { title, path, diff }: ActionOf<"proposed">,
): RunningTransition {
  const { call, rest, failed } = phase;
  const approval = { title, path, diff };
  return {
    state: withTurn(state, { phase: { name: "approving", approval, call, rest, failed } }),
    effects: [],
  };
}

export function decide(
  state: Running,
  phase: Approving,
  { answer, reason }: ActionOf<"decision">,
): Transition {
  if (answer === "no") {
    return decline(state, phase, reason);
  }
  const { call, rest, failed } = phase;
  const next = withTurn(state, {
    approvedAll: state.turn.approvedAll || answer === "always",
    phase: { name: "acting", announced: false, call, rest, failed },
  });
  return { state: next, effects: [{ type: "dispatch-call", call, approved: true }] };
}

export function decline(
  state: Running,
  { call, rest, approval }: Approving,
  reason: string | undefined,
): Transition {
  const told = declined(reason);
  const next = withTurn(withMessages(state, { role: "result", tool: call.tool, text: told }), {
    items: state.turn.items + 1,
  });
  const effects = emitPair(next, {
    itemId: callItem(next.turn),
    toolKind: "file-change",
    title: approval.title,
    origin: "copperhead",
    outcome: "rejected",
    detail: told,
  });
  return andThen({ state: next, effects }, (declinedState) => afterCall(declinedState, rest, true));
}
