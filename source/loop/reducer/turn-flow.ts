/** How a turn moves on: from step to step, from call to call, and to its end. Pure. */

import type { Call, Message } from "../../protocol/messages.js";
import { finishArguments } from "../../tools/finish.js";
import type { Effect, Transition } from "../effects.js";
import type { Ending, LoopState, Turn } from "../state.js";
import { callItem, emit, emitPair, messageItem, thinkingItem } from "./announce.js";
import { errorsRemainEnding, interruptedEnding, unfinishedEnding } from "./endings.js";
import { convergeMessage, finishNotAccepted, notRunAfterFinish, notRunInterrupted } from "./notes.js";

const stepsLeftToConverge = 5;
const nudgesUntilStalled = 3;

/** A state in which a turn runs. */
export type Running = LoopState & { turn: Turn };

/** A transition that leaves the turn running. */
export type RunningTransition = { state: Running; effects: readonly Effect[] };

export function isRunning(state: LoopState): state is Running {
  return state.turn !== null;
}

export function withTurn(state: Running, change: Partial<Turn>): Running {
  return { ...state, turn: { ...state.turn, ...change } };
}

export function withMessages(state: Running, ...added: Message[]): Running {
  return { ...state, messages: [...state.messages, ...added] };
}

/** Does `next` to where `transition` led, and keeps the effects of both in order. */
export function andThen(transition: RunningTransition, next: (state: Running) => Transition): Transition {
  const { state, effects } = next(transition.state);
  return { state, effects: [...transition.effects, ...effects] };
}

/**
 * Starts the next step, with what the user said meanwhile, or ends a turn that has used its steps up. A native turn is
 * one step: what was said meanwhile waits for the next turn.
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
  const heard = state.mode === "native" ? [] : state.queued;
  const said = heard.map(({ text }): Message => ({ role: "user", text }));
  const queued = state.queued.slice(heard.length);
  const next = withTurn(withMessages({ ...state, queued }, ...said, ...converge), {
    step: turn.step + 1,
    phase: { name: "thinking" },
    prose: "",
    reply: { calls: [], refusals: [], nudged: false, text: null },
  });
  return { state: next, effects: [{ type: "start-step" }] };
}

/** Closes what the step had open: its thought and its prose. */
export function closeStep(state: Running): RunningTransition {
  const { turn } = state;
  const effects: Effect[] = [];
  if (turn.thinking) {
    effects.push(emit(state, { type: "thinking.completed", itemId: thinkingItem(turn) }));
  }
  if (turn.prose !== "") {
    effects.push(emit(state, { type: "message.completed", itemId: messageItem(turn), text: turn.prose }));
  }
  if (turn.interruption !== undefined) {
    effects.push(
      emit(state, {
        type: "tool.completed",
        itemId: turn.interruption,
        toolKind: "other",
        title: "Connection retry",
        origin: "cursor",
        outcome: "interrupted",
      }),
    );
  }
  const { interruption: _, ...rest } = turn;
  return { state: { ...state, turn: { ...rest, thinking: false, prose: "" } }, effects };
}

/** A step reached its result and its reply is stored: runs the calls, nudges, or takes the answer. */
export function afterReply(state: Running): Transition {
  const { reply, stop, nudgesInARow } = state.turn;
  if (stop !== undefined) {
    return settle(answerOpenCalls(state), interruptedEnding(stop));
  }
  const [call, ...rest] = reply.calls;
  if (reply.nudged) {
    return nudgesInARow >= nudgesUntilStalled
      ? giveUp(
          state,
          unfinishedEnding("stalled", `${nudgesUntilStalled} replies in a row held nothing that could run.`),
        )
      : nextStep(state);
  }
  if (call) {
    return act(withTurn(state, { nudgesInARow: 0 }), call, rest, false);
  }
  return conclude(state, {
    status: "completed",
    exitCode: 0,
    answer: { text: reply.text ?? "", from: "prose" },
  });
}

/** Announces each refusal: of a tool that exists as a rejected call, of another as a warning. */
export function announceRefusals(state: Running): RunningTransition {
  let current = state;
  const effects: Effect[] = [];
  for (const { tool, reason, toolKind } of state.turn.reply.refusals) {
    if (toolKind) {
      current = withTurn(current, { items: current.turn.items + 1 });
      const itemId = callItem(current.turn);
      effects.push(
        ...emitPair(current, {
          itemId,
          toolKind,
          title: tool,
          origin: "copperhead",
          outcome: "rejected",
          detail: reason,
        }),
      );
    } else {
      const message = `Not run: ${reason} The model is told so.`;
      effects.push(emit(current, { type: "runtime.warning", message, code: "call-refused" }));
    }
  }
  return { state: current, effects };
}

/** Begins one call; `finish` is the loop's own. */
function act(state: Running, call: Call, rest: readonly Call[], failed: boolean): Transition {
  if (call.tool === "finish") {
    return finish(state, call, rest, failed);
  }
  return {
    state: withTurn(state, { phase: { name: "acting", announced: false, call, rest, failed } }),
    effects: [
      { type: "dispatch-call", call, approved: state.approval === "never" || state.turn.approvedAll },
    ],
  };
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

function finish(state: Running, call: Call, rest: readonly Call[], failed: boolean): Transition {
  const announced = withTurn(state, { items: state.turn.items + 1 });
  const pair = {
    itemId: callItem(announced.turn),
    toolKind: "other",
    title: "finish",
    origin: "copperhead",
  } as const;
  const parsed = finishArguments.safeParse(call.args);
  if (failed || !parsed.success) {
    const refused = withMessages(announced, { role: "result", tool: call.tool, text: finishNotAccepted });
    return andThen(
      {
        state: refused,
        effects: emitPair(refused, { ...pair, outcome: "rejected", detail: finishNotAccepted }),
      },
      (next) => afterCall(next, rest, failed),
    );
  }
  const { outcome, summary } = parsed.data;
  const accepted = withMessages(announced, { role: "result", tool: call.tool, text: "accepted" });
  const unrun = withRefusalsAndNotice(
    withMessages(
      accepted,
      ...rest.map(({ tool }): Message => ({ role: "result", tool, text: notRunAfterFinish })),
    ),
  );
  const effects: Effect[] = [
    ...emitPair(unrun, {
      ...pair,
      outcome: "success",
      ...(outcome === "refused" && { detail: outcome }),
    }),
    ...rest.flatMap(({ tool }, index) =>
      emitPair(unrun, {
        itemId: `${announced.turn.id}:call_${announced.turn.items + 1 + index}`,
        toolKind: "other",
        title: tool,
        origin: "copperhead",
        outcome: "rejected",
        detail: notRunAfterFinish,
      }),
    ),
  ];
  const ended = withTurn(unrun, { items: announced.turn.items + rest.length });
  const status = outcome === "refused" ? "refused" : "completed";
  return andThen({ state: ended, effects }, (next) =>
    conclude(next, { status, exitCode: 0, answer: { text: summary, from: "finish" } }),
  );
}

/** The model says it is done: a design it wrote is checked before that counts. */
function conclude(state: Running, ending: Ending): Transition {
  return state.turn.wroteDesign
    ? { state: withTurn(state, { phase: { name: "verifying", ending } }), effects: [{ type: "verify" }] }
    : settle(state, ending);
}

/** Ends a turn that got no further; new errors that are known to remain weigh more than why it stopped. */
export function giveUp(state: Running, ending: Ending): Transition {
  return settle(
    state,
    state.turn.repair.errorsRemain ? errorsRemainEnding(state.turn.repair, ending.answer) : ending,
  );
}

export function settle(state: Running, ending: Ending): Transition {
  const { id } = state.turn;
  const { answer } = ending;
  const itemId = `${id}:answer`;
  const told: Effect[] =
    answer?.from === "finish"
      ? [
          emit(state, { type: "message.delta", itemId, delta: answer.text }),
          emit(state, { type: "message.completed", itemId, text: answer.text }),
        ]
      : [];
  return {
    state: withTurn(state, { phase: { name: "settling", ending } }),
    effects: [...told, { type: "settle-turn", turnId: id, ending }],
  };
}

/** Gives every call of the reply that has no result one that says so: a conversation has no loose ends. */
export function answerOpenCalls(state: Running): Running {
  const { calls, refusals, nudged } = state.turn.reply;
  if (nudged) {
    return state;
  }
  const asked = state.messages.findLastIndex((message) => message.role === "assistant");
  const answered = state.messages.slice(asked + 1).filter((message) => message.role === "result").length;
  const results: Message[] = [
    ...calls.map(({ tool }): Message => ({ role: "result", tool, text: notRunInterrupted })),
    ...refusals.map(({ tool, reason }): Message => ({ role: "result", tool, text: reason })),
  ];
  return withMessages(state, ...results.slice(answered));
}
