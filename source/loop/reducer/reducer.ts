/** The conversation as one pure, total function: an action that does not fit the moment changes nothing. */
import { eventsSchemaId } from "../../base/events.js";
import type { Action, ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { LoopState } from "../state.js";
import { announceCall, closeCall, completeCall, decide, decline, propose } from "./call-actions.js";
import { emit, messageItem, thinkingItem } from "./emit.js";
import { failedEnding, interruptedEnding } from "./endings.js";
import { afterVerification } from "./repair.js";
import {
  countStep,
  discard,
  followConnection,
  note,
  nudge,
  passOn,
  startStep,
  store,
  withoutBrokenChat,
} from "./step-actions.js";
import { andThen, isRunning, moveTo, type Running, withTurn } from "./transitions.js";
import { afterReply, answerOpenCalls, closeStep, emitRefusals, nextStep, settle } from "./turn-flow.js";
import { beginTurn, endTurn } from "./turn-lifecycle.js";

/**
 * What follows from `action`: the next state, and what the runner must do, in order.
 * Never throws, whatever the action and the phase.
 */
export function reduce(state: LoopState, action: Action): Transition {
  switch (action.type) {
    case "session-start":
      return startSession(state, action);
    case "user":
      return request(state, action);
    case "take-back":
      return moveTo({ ...state, queued: state.queued.slice(0, -1) });
    case "model":
      return moveTo({ ...state, model: action.model }, { type: "renew-driver" });
    case "clear":
      return isRunning(state)
        ? moveTo(state)
        : moveTo({ ...state, messages: [], chat: null }, { type: "renew-driver" });
    case "warning": {
      const { type: _, ...notice } = action;
      return moveTo(state, emit(state, { type: "runtime.warning", ...notice }));
    }
    case "session-end":
      return state.closed
        ? moveTo(state)
        : moveTo({ ...state, closed: true }, emit(state, { type: "session.exited" }));
    default:
      return isRunning(state) ? reduceTurn(state, action) : moveTo(state);
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
      return phase.name === "opening" ? nextStep(state) : moveTo(state);
    case "turn-not-opened":
      return phase.name === "opening" ? settle(state, failedEnding(action.failure)) : moveTo(state);
    case "call-started":
      return phase.name === "acting" ? announceCall(state, phase, action) : moveTo(state);
    case "proposed":
      return phase.name === "acting" && !phase.announced ? propose(state, phase, action) : moveTo(state);
    case "decision":
      return phase.name === "approving" ? decide(state, phase, action) : moveTo(state);
    case "tool":
      return phase.name === "acting" ? completeCall(state, phase, action) : moveTo(state);
    case "verification":
      return phase.name === "verifying" ? afterVerification(state, action, phase.ending) : moveTo(state);
    case "interrupted":
      return interrupt(state, action);
    case "turn-end":
      // In any phase: a transcript may have been recorded under other limits than those it is reduced under.
      return action.turnId === state.turn.id
        ? andThen(closeStep(state), (stepOver) =>
            andThen(closeCall(stepOver), (callOver) => endTurn(callOver, action)),
          )
        : moveTo(state);
    case "tripwire":
      return moveTo(state);
    default:
      return phase.name === "thinking" ? reduceStep(state, action) : moveTo(state);
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
      return moveTo(
        withTurn(state, { thinking: true }),
        emit(state, { type: "thinking.delta", itemId: thinkingItem(turn), delta: action.delta }),
      );
    case "thinking-completed":
      return turn.thinking
        ? moveTo(
            withTurn(state, { thinking: false }),
            emit(state, { type: "thinking.completed", itemId: thinkingItem(turn) }),
          )
        : moveTo(state);
    case "prose":
      return moveTo(
        withTurn(state, { prose: turn.prose + action.delta }),
        emit(state, { type: "message.delta", itemId: messageItem(turn), delta: action.delta }),
      );
    case "native-event":
      return passOn(state, action.event);
    case "connection":
      return followConnection(state, action.state);
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
      return andThen(closeStep(state), (closed) => andThen(emitRefusals(closed), afterReply));
    case "step-failed":
      return andThen(closeStep(withoutBrokenChat(state)), (closed) =>
        settle(closed, turn.stop === undefined ? failedEnding(action.failure) : interruptedEnding(turn.stop)),
      );
    default:
      return action satisfies never;
  }
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
  return moveTo(next, emit(next, { type: "session.started", schema: eventsSchemaId }));
}

function request(state: LoopState, { text, turnId }: ActionOf<"user">): Transition {
  if (state.closed) {
    return moveTo(state);
  }
  const queued = [...state.queued, { text, turnId }];
  return isRunning(state) ? moveTo({ ...state, queued }) : beginTurn({ ...state, queued });
}

/** Asks whatever runs to stop; the turn ends when it has. */
function interrupt(state: Running, { exitCode }: ActionOf<"interrupted">): Transition {
  const { phase } = state.turn;
  if (state.turn.stop !== undefined || phase.name === "settling") {
    return moveTo(state);
  }
  const stopping = withTurn(state, { stop: exitCode });
  switch (phase.name) {
    case "opening":
      return moveTo(stopping);
    case "thinking":
      return moveTo(stopping, { type: "interrupt-step" });
    case "acting":
      return moveTo(stopping, { type: "interrupt-call" });
    case "approving":
      return decline(stopping, phase, undefined);
    case "verifying":
      return moveTo(stopping, { type: "interrupt-verification" });
    default:
      return phase satisfies never;
  }
}
