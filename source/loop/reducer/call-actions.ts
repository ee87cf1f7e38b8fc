/** What a call does to its turn: it is announced, waits for the user's word, and has a result. Pure. */
import { locationsOf } from "../../base/call-locations.js";
import type { Location, RuntimeEventBody } from "../../base/events.js";
import { isDesignFile } from "../../kicad/design/kicad-files.js";
import type { ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { PhaseOf } from "../state.js";
import { callItem } from "./items.js";
import { declined } from "./model-messages.js";
import {
  andThen,
  emitCall,
  emitFrom,
  moveTo,
  type Running,
  type RunningTransition,
  withMessages,
  withTurn,
} from "./transitions.js";
import { afterCall } from "./turn-flow.js";

export function announceCall(
  state: Running,
  phase: PhaseOf<"acting">,
  { title, toolKind }: Pick<ActionOf<"call-started">, "title" | "toolKind">,
): RunningTransition {
  if (phase.announced) {
    return moveTo(state);
  }
  const next = withTurn(state, { phase: { ...phase, announced: true }, calls: state.turn.calls + 1 });
  const itemId = callItem(next.turn);
  const { tool, args } = phase.call;
  return emitFrom(next, {
    type: "tool.started",
    itemId,
    toolKind,
    title,
    origin: "copperhead",
    tool,
    ...placesOf(locationsOf(args)),
  });
}

function placesOf(locations: Location[]): { locations?: Location[] } {
  return locations.length > 0 ? { locations } : {};
}

/** Closes a call that will have no result any more. */
export function closeCall(state: Running): RunningTransition {
  const { phase } = state.turn;
  if (phase.name !== "acting" || !phase.announced) {
    return moveTo(state);
  }
  return emitFrom(state, {
    type: "tool.completed",
    itemId: callItem(state.turn),
    toolKind: "other",
    title: phase.call.tool,
    origin: "copperhead",
    tool: phase.call.tool,
    outcome: "interrupted",
  });
}

export function completeCall(state: Running, phase: PhaseOf<"acting">, action: ActionOf<"tool">): Transition {
  return andThen(announceCall(state, phase, action), (announced) =>
    andThen(storeResult(announced, action), (stored) =>
      afterCall(stored, phase.rest, phase.failed || action.outcome !== "success"),
    ),
  );
}

function storeResult(state: Running, action: ActionOf<"tool">): RunningTransition {
  const { tool, args, toolKind, title, outcome, text, detail, diff, changed = [], durationMs } = action;
  const seen = Object.fromEntries((action.seen ?? []).map(({ path, hash }) => [path, hash]));
  const known = { ...state, seen: { ...state.seen, ...seen } };
  // What was verified and asked about is another thing once anything more changes.
  const isReopened = state.turn.accepted !== null && changed.length > 0;
  const next = withTurn(withMessages(known, { role: "result", tool, text }), {
    wroteDesign: state.turn.wroteDesign || isReopened || changed.some(({ path }) => isDesignFile(path)),
    accepted: isReopened ? null : state.turn.accepted,
  });
  const completed: RuntimeEventBody = {
    type: "tool.completed",
    itemId: callItem(next.turn),
    toolKind,
    title,
    origin: "copperhead",
    tool,
    ...placesOf(changed.length > 0 ? changed.map(({ path }) => ({ path })) : locationsOf(args)),
    outcome,
    ...(detail !== undefined && { detail }),
    ...(diff !== undefined && { diff }),
    ...(durationMs !== undefined && { durationMs }),
  };
  return emitFrom(next, completed, ...changed.map((file) => ({ type: "file.changed" as const, ...file })));
}

/** A call that was announced is closed first: the record of the proposal does not depend on what is not recorded. */
export function propose(
  state: Running,
  { call, rest, failed }: PhaseOf<"acting">,
  { title, paths, meaning, diff }: ActionOf<"proposed">,
): RunningTransition {
  const approval = { title, paths, meaning, diff };
  return andThen(closeCall(state), (closed) =>
    moveTo(withTurn(closed, { phase: { name: "approving", approval, call, rest, failed } })),
  );
}

export function decide(
  state: Running,
  phase: PhaseOf<"approving">,
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
  return moveTo(next, { type: "dispatch-call", call, approved: true, isConfirmed: true });
}

export function decline(
  state: Running,
  { call, rest, approval }: PhaseOf<"approving">,
  reason: string | undefined,
): Transition {
  const text = declined(reason);
  const answered = withMessages(state, { role: "result", tool: call.tool, text });
  return andThen(
    emitCall(answered, {
      toolKind: "file-change",
      title: approval.title,
      tool: call.tool,
      ...placesOf(approval.paths.map((path) => ({ path }))),
      outcome: "rejected",
      detail: text,
    }),
    (next) => afterCall(next, rest, true),
  );
}
