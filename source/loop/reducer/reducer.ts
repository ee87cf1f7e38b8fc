/** The conversation as one pure, total function: an action that does not fit the moment changes nothing. */
import { eventsSchemaId } from "../../base/events.js";
import type { Action, ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { LoopState } from "../state.js";
import { emit, messageItem, thinkingItem } from "./announce.js";
import { announceCall, closeCall, completeCall, decide, decline, propose } from "./call-actions.js";
import { failedEnding, interruptedEnding } from "./endings.js";
import { afterVerification } from "./repair.js";
import {
  connection,
  countStep,
  discard,
  hearTold,
  note,
  nudge,
  startStep,
  store,
  withoutBrokenChat,
} from "./step-actions.js";
import { beginTurn, endTurn } from "./turn-bounds.js";
import {
  afterReply,
  andThen,
  announceRefusals,
  answerOpenCalls,
  closeStep,
  isRunning,
  nextStep,
  type Running,
  settle,
  withTurn,
} from "./turn-flow.js";

/**
 * What follows from `action`: the next state, and what the runner must do, in order.
 * Never throws, whatever the action and the phase.
 */
export function reduce(state: LoopState, action: Action): Transition {
  switch (action.type) {
    case "session-start":
      return startSession(state, action);
    case "user":
      return hear(state, action);
    case "take-back":
      return stay({ ...state, queued: state.queued.slice(0, -1) });
    case "model":
      return { state: { ...state, model: action.model }, effects: [{ type: "renew-driver" }] };
    case "clear":
      return isRunning(state)
        ? stay(state)
        : { state: { ...state, messages: [], chat: null }, effects: [{ type: "renew-driver" }] };
    case "warning": {
      const { type: _, ...notice } = action;
      return { state, effects: [emit(state, { type: "runtime.warning", ...notice })] };
    }
    case "session-end":
      return state.closed
        ? stay(state)
        : { state: { ...state, closed: true }, effects: [emit(state, { type: "session.exited" })] };
    default:
      return isRunning(state) ? reduceTurn(state, action) : stay(state);
  }
}

/** The actions that mean nothing between turns. */
type TurnAction = Exclude<
  Action,
  { type: "session-start" | "user" | "take-back" | "model" | "clear" | "warning" | "session-end" }
>;

function reduceTurn(state: Running, action: TurnAction): Transition {
  const { phase } = state.turn;
  switch (action.type) {
    case "turn-opened":
      return phase.name === "opening" ? nextStep(state) : stay(state);
    case "turn-not-opened":
      return phase.name === "opening" ? settle(state, failedEnding(action.failure)) : stay(state);
    case "call-started":
      return phase.name === "acting" ? announceCall(state, phase, action) : stay(state);
    case "proposed":
      return phase.name === "acting" && !phase.announced ? propose(state, phase, action) : stay(state);
    case "decision":
      return phase.name === "approving" ? decide(state, phase, action) : stay(state);
    case "tool":
      return phase.name === "acting" ? completeCall(state, phase, action) : stay(state);
    case "verification":
      return phase.name === "verifying" ? afterVerification(state, action, phase.ending) : stay(state);
    case "interrupted":
      return interrupt(state, action);
    case "turn-end":
      // In any phase: a transcript may have been recorded under other limits than those it is reduced under.
      return action.turnId === state.turn.id
        ? andThen(closeStep(state), (stepOver) =>
            andThen(closeCall(stepOver), (callOver) => endTurn(callOver, action)),
          )
        : stay(state);
    case "tripwire":
      return stay(state);
    default:
      return phase.name === "thinking" ? reduceStep(state, action) : stay(state);
  }
}

/** The actions that only a running step has. */
type StepAction = Exclude<
  TurnAction,
  {
    type:
      | "turn-opened"
      | "turn-not-opened"
      | "call-started"
      | "proposed"
      | "decision"
      | "tool"
      | "verification"
      | "interrupted"
      | "turn-end"
      | "tripwire";
  }
>;

function reduceStep(state: Running, action: StepAction): Transition {
  const { turn } = state;
  switch (action.type) {
    case "step-started":
      return startStep(state, action);
    case "thinking":
      return {
        state: withTurn(state, { thinking: true }),
        effects: [emit(state, { type: "thinking.delta", itemId: thinkingItem(turn), delta: action.delta })],
      };
    case "thinking-completed":
      return turn.thinking
        ? {
            state: withTurn(state, { thinking: false }),
            effects: [emit(state, { type: "thinking.completed", itemId: thinkingItem(turn) })],
          }
        : stay(state);
    case "prose":
      return {
        state: withTurn(state, { prose: turn.prose + action.delta }),
        effects: [emit(state, { type: "message.delta", itemId: messageItem(turn), delta: action.delta })],
      };
    case "told":
      return hearTold(state, action.event);
    case "streamed":
      return { state, effects: [emit(state, action.event)] };
    case "connection":
      return connection(state, action.state);
    case "note":
      return note(state, action);
    case "step":
      return countStep(state, action);
    case "fabricated-results":
      return discard(state, action);
    case "assistant":
      return store(state, action);
    case "nudge":
      return nudge(state, action);
    case "step-ended":
      return andThen(closeStep(state), (closed) => andThen(announceRefusals(closed), afterReply));
    case "step-failed":
      return andThen(closeStep(withoutBrokenChat(state)), (closed) =>
        settle(closed, turn.stop === undefined ? failedEnding(action.failure) : interruptedEnding(turn.stop)),
      );
    default:
      return action satisfies never;
  }
}

function stay(state: LoopState): Transition {
  return { state, effects: [] };
}

/** A transcript that breaks off within a turn belongs to a process that died: the turn is over and its chat unknown. */
function startSession(state: LoopState, action: ActionOf<"session-start">): Transition {
  const mended = isRunning(state)
    ? { ...withoutBrokenChat(answerOpenCalls(state)), turn: null, queued: [] }
    : state;
  const next: LoopState = {
    ...mended,
    sessionId: action.sessionId,
    mode: action.mode,
    model: action.model,
    announcedChat: null,
    closed: false,
  };
  return { state: next, effects: [emit(next, { type: "session.started", schema: eventsSchemaId })] };
}

function hear(state: LoopState, { text, turnId }: ActionOf<"user">): Transition {
  if (state.closed) {
    return stay(state);
  }
  const queued = [...state.queued, { text, turnId }];
  return isRunning(state) ? stay({ ...state, queued }) : beginTurn({ ...state, queued });
}

/** Asks whatever runs to stop; the turn ends when it has. */
function interrupt(state: Running, { exitCode }: ActionOf<"interrupted">): Transition {
  const { phase } = state.turn;
  if (state.turn.stop !== undefined || phase.name === "settling") {
    return stay(state);
  }
  const stopping = withTurn(state, { stop: exitCode });
  switch (phase.name) {
    case "opening":
      return stay(stopping);
    case "thinking":
      return { state: stopping, effects: [{ type: "interrupt-step" }] };
    case "acting":
      return { state: stopping, effects: [{ type: "interrupt-call" }] };
    case "approving":
      return decline(stopping, phase, undefined);
    case "verifying":
      return { state: stopping, effects: [{ type: "interrupt-verification" }] };
    default:
      return phase satisfies never;
  }
}
