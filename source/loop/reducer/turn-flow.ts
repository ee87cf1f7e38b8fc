/** How a turn moves on: from step to step, from call to call, and to its end. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import { exitCodes } from "../../base/failure.js";
import { retryCompleted } from "../../cursor/stream/connection.js";
import type { Call, Message } from "../../protocol/messages.js";
import { finishArguments } from "../../tools/finish.js";
import type { Transition } from "../effects.js";
import type { Ending } from "../state.js";
import { errorsRemainEnding, interruptedEnding, unfinishedEnding } from "./endings.js";
import { messageItem, thinkingItem } from "./items.js";
import {
  convergeMessage,
  finishNotAccepted,
  notRunAfterFinish,
  notRunInterrupted,
} from "./model-messages.js";
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

const stepsLeftToConverge = 5;
const nudgesUntilStalled = 3;

/**
 * Starts the next step, with what the user wrote meanwhile, or ends a turn that has used its steps up. A native turn is
 * one step: what was written meanwhile waits for the next turn.
 */
export function nextStep(state: Running): Transition {
  const { turn, limits } = state;
  if (turn.stop !== undefined) {
    return settle(state, interruptedEnding(turn.stop));
  }
  if (turn.step >= limits.maxSteps) {
    return giveUp(
      state,
      unfinishedEnding("steps-used-up", `The turn used all of its ${limits.maxSteps} steps.`),
    );
  }
  const stepsLeft = limits.maxSteps - turn.step;
  const converge: Message[] =
    stepsLeft === stepsLeftToConverge ? [{ role: "user", text: convergeMessage(stepsLeft) }] : [];
  const sent = state.mode === "native" ? [] : state.queued;
  const requests = sent.map(({ text }): Message => ({ role: "user", text }));
  const queued = state.queued.slice(sent.length);
  const next = withTurn(withMessages({ ...state, queued }, ...requests, ...converge), {
    step: turn.step + 1,
    phase: { name: "thinking" },
    prose: "",
    reply: { calls: [], refusals: [], nudged: false, text: null },
  });
  return moveTo(next, { type: "start-step" });
}

/** Closes what the step had open: its thought, its prose and an interruption of the connection. */
export function closeStep(state: Running): RunningTransition {
  const { retry, ...turn } = state.turn;
  const { thinking, prose } = turn;
  const events: RuntimeEventBody[] = [
    ...(thinking ? [{ type: "thinking.completed" as const, itemId: thinkingItem(turn) }] : []),
    ...(prose === "" ? [] : [{ type: "message.completed" as const, itemId: messageItem(turn), text: prose }]),
    ...(retry === undefined ? [] : [retryCompleted({ itemId: retry }, "interrupted")]),
  ];
  return emitFrom({ ...state, turn: { ...turn, thinking: false, prose: "" } }, ...events);
}

/** A step reached its result and its reply is stored: runs the calls, nudges, or accepts the answer. */
export function afterReply(state: Running): Transition {
  const { reply, stop, nudgesInARow } = state.turn;
  if (stop !== undefined) {
    return settle(answerOpenCalls(state), interruptedEnding(stop));
  }
  if (reply.nudged) {
    const message = `${nudgesUntilStalled} replies in a row held nothing that could run.`;
    return nudgesInARow >= nudgesUntilStalled
      ? giveUp(state, unfinishedEnding("stalled", message))
      : nextStep(state);
  }
  const [call, ...rest] = reply.calls;
  if (call) {
    return act(withTurn(state, { nudgesInARow: 0 }), call, rest, false);
  }
  const answer = { text: reply.text ?? "", from: "prose" } as const;
  return conclude(state, { status: "completed", exitCode: exitCodes.done, answer });
}

/** The call that ends the turn, unless a call before it went wrong; calls after it do not run. */
function finish(state: Running, call: Call, rest: readonly Call[], failed: boolean): Transition {
  const own = { toolKind: "other", title: "finish", tool: "finish" } as const;
  const parsed = finishArguments.safeParse(call.args);
  if (failed || !parsed.success) {
    const refused = withMessages(state, { role: "result", tool: call.tool, text: finishNotAccepted });
    return andThen(emitCall(refused, { ...own, outcome: "rejected", detail: finishNotAccepted }), (next) =>
      afterCall(next, rest, failed),
    );
  }
  const { outcome, summary } = parsed.data;
  const results = [call, ...rest].map(({ tool }, index): Message => {
    return { role: "result", tool, text: index === 0 ? "accepted" : notRunAfterFinish };
  });
  let transition = emitCall(withRefusalsAndNotice(withMessages(state, ...results)), {
    ...own,
    outcome: "success",
    ...(outcome === "refused" && { detail: outcome }),
  });
  for (const { tool } of rest) {
    transition = andThen(transition, (next) =>
      emitCall(next, { toolKind: "other", title: tool, outcome: "rejected", detail: notRunAfterFinish }),
    );
  }
  const status = outcome === "refused" ? "refused" : "completed";
  const answer = { text: summary, from: "finish" } as const;
  return andThen(transition, (next) => conclude(next, { status, exitCode: exitCodes.done, answer }));
}

/** Emits each refusal: of a tool that exists as a rejected call, of another as a warning. */
export function emitRefusals(state: Running): RunningTransition {
  let transition: RunningTransition = moveTo(state);
  for (const { tool, reason, toolKind } of state.turn.reply.refusals) {
    transition = andThen(transition, (next) =>
      toolKind
        ? emitCall(next, { toolKind, title: tool, tool, outcome: "rejected", detail: reason })
        : emitFrom(next, {
            type: "runtime.warning",
            message: `Not run: ${reason} The model is informed.`,
            code: "call-refused",
          }),
    );
  }
  return transition;
}

/** Begins one call; `finish` is the loop's own. */
function act(state: Running, call: Call, rest: readonly Call[], failed: boolean): Transition {
  if (call.tool === "finish") {
    return finish(state, call, rest, failed);
  }
  const approved = state.approval === "never" || state.turn.approvedAll;
  return moveTo(withTurn(state, { phase: { name: "acting", announced: false, call, rest, failed } }), {
    type: "dispatch-call",
    call,
    approved,
  });
}

/** Goes on after a call: to the next one of the reply, or to the next step. */
export function afterCall(state: Running, rest: readonly Call[], failed: boolean): Transition {
  const [call, ...later] = rest;
  if (state.turn.stop !== undefined) {
    return settle(answerOpenCalls(state), interruptedEnding(state.turn.stop));
  }
  return call ? act(state, call, later, failed) : nextStep(withRefusalsAndNotice(state));
}

function withRefusalsAndNotice(state: Running): Running {
  const { refusals, notice } = state.turn.reply;
  return withMessages(
    state,
    ...refusals.map(({ tool, reason }): Message => ({ role: "result", tool, text: reason })),
    ...(notice === undefined ? [] : [{ role: "user" as const, text: notice }]),
  );
}

/** The model is done: a design it wrote is checked before that counts. */
function conclude(state: Running, ending: Ending): Transition {
  return state.turn.wroteDesign
    ? moveTo(withTurn(state, { phase: { name: "verifying", ending } }), { type: "verify" })
    : settle(state, ending);
}

/**
 * Ends a turn that got no further: work that was done and verified before is as good as it was, and new errors that are
 * known to remain weigh more than why it stopped.
 */
export function giveUp(state: Running, ending: Ending): Transition {
  const { repair, accepted } = state.turn;
  if (accepted) {
    const message = `The model did not say whether its changes are meant as they are: ${ending.failure?.message}`;
    const warned = emitFrom(state, { type: "runtime.warning", code: "not-confirmed", message });
    return andThen(warned, (next) => settle(next, accepted));
  }
  return settle(state, repair.errorsRemain ? errorsRemainEnding(repair, ending.answer) : ending);
}

export function settle(state: Running, ending: Ending): Transition {
  const { id } = state.turn;
  const { answer } = ending;
  const itemId = `${id}:answer`;
  const summary: RuntimeEventBody[] =
    answer?.from === "finish"
      ? [
          { type: "message.delta", itemId, delta: answer.text },
          { type: "message.completed", itemId, text: answer.text },
        ]
      : [];
  return andThen(emitFrom(withTurn(state, { phase: { name: "settling", ending } }), ...summary), (next) =>
    moveTo(next, { type: "settle-turn", turnId: id, ending }),
  );
}

/** Adds a result to every call of the reply that has none: a conversation has no loose ends. */
export function answerOpenCalls(state: Running): Running {
  const { calls, refusals, nudged } = state.turn.reply;
  if (nudged) {
    return state;
  }
  const asked = state.messages.findLastIndex((message) => message.role === "assistant");
  const answered = state.messages.from(asked + 1).filter((message) => message.role === "result").length;
  const results: Message[] = [
    ...calls.map(({ tool }): Message => ({ role: "result", tool, text: notRunInterrupted })),
    ...refusals.map(({ tool, reason }): Message => ({ role: "result", tool, text: reason })),
  ];
  return withMessages(state, ...results.slice(answered));
}
