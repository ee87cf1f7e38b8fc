/** The conversation as one pure, total function: an action that does not fit the moment changes nothing. */

import { exitCodes } from "../../base/failure.js";
import { GrowingList } from "../../base/growing-list.js";
import { eventsSchemaId } from "../../base/outcomes.js";
import { compactConversation } from "../../protocol/conversation-length.js";
import type { Message } from "../../protocol/messages.js";
import type { Action, ActionOf } from "../actions.js";
import type { Transition } from "../effects.js";
import type { LoopState, PhaseOf } from "../state.js";
import { announceCall, closeCall, completeCall, decide, decline, propose } from "./call-actions.js";
import { failedEnding, interruptedEnding } from "./endings.js";
import { projectMessage } from "./model-messages.js";
import { afterVerification } from "./repair.js";
import { rewind, withoutPlaces } from "./rewind.js";
import {
  countStep,
  discard,
  endThought,
  followConnection,
  giveNotes,
  growProse,
  growThought,
  note,
  noteStale,
  nudge,
  passOn,
  startStep,
  store,
  withoutBrokenChat,
} from "./step-actions.js";
import { andThen, emitFrom, isRunning, moveTo, type Running, withTurn } from "./transitions.js";
import {
  afterReply,
  answerOpenCalls,
  closeStep,
  emitRefusals,
  giveUp,
  nextStep,
  settle,
} from "./turn-flow.js";
import { beginTurn, endTurn, markMoved } from "./turn-lifecycle.js";

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
      return moveTo({ ...state, queued: state.queued.toSpliced(action.index ?? -1, 1) });
    case "model":
      return moveTo({ ...state, model: action.model });
    case "project":
      return moveTo(chooseProject(state, action));
    case "clear":
      return isRunning(state)
        ? moveTo(state)
        : moveTo({ ...state, ...forgotten, results: withoutPlaces(state) });
    case "compact":
      return isRunning(state)
        ? moveTo(state)
        : moveTo({
            ...state,
            messages: GrowingList.of(compactConversation(state.messages.toArray())),
            chat: null,
            contextTokens: 0,
            results: withoutPlaces(state),
          });
    case "rewind":
      return moveTo(isRunning(state) ? state : rewind(state, action));
    case "approval":
      return moveTo(chooseApproval(state, action));
    case "title":
      return moveTo({ ...state, title: action.title });
    case "moved":
      return moveTo(markMoved(state, action));
    case "seen":
      return moveTo({ ...state, seen: { ...state.seen, ...action.files } });
    case "stale":
      return during(state, "thinking", (turn) => noteStale(turn, action));
    case "notes":
      return during(state, "thinking", (turn) => giveNotes(turn, action));
    case "warning": {
      const { type: _, ...notice } = action;
      return emitFrom(state, { type: "runtime.warning", ...notice });
    }
    case "session-end":
      return state.closed ? moveTo(state) : emitFrom({ ...state, closed: true }, { type: "session.exited" });
    case "turn-opened":
      return during(state, "opening", nextStep);
    case "turn-not-opened":
      return during(state, "opening", (running) => {
        const { stop } = running.turn;
        return settle(running, stop === undefined ? failedEnding(action.failure) : interruptedEnding(stop));
      });
    case "step-started":
      return during(state, "thinking", (turn) => startStep(turn, action));
    case "thinking":
      return during(state, "thinking", (turn) => growThought(turn, action.delta));
    case "thinking-completed":
      return during(state, "thinking", endThought);
    case "prose":
      return during(state, "thinking", (turn) => growProse(turn, action.delta));
    case "native-event":
      return during(state, "thinking", (turn) => passOn(turn, action.event));
    case "connection":
      return during(state, "thinking", (turn) => followConnection(turn, action.state));
    case "note":
      return during(state, "thinking", (turn) => note(turn, action));
    case "step":
      return during(state, "thinking", (turn) => countStep(turn, action));
    case "fabricated-results":
      return during(state, "thinking", (turn) => discard(turn, action));
    case "assistant":
      return during(state, "thinking", (turn) => store(turn, action));
    case "nudge":
      return during(state, "thinking", (turn) => nudge(turn, action));
    case "step-ended":
      return during(state, "thinking", (turn) =>
        andThen(closeStep(turn), (closed) => andThen(emitRefusals(closed), afterReply)),
      );
    case "step-failed":
      return during(state, "thinking", (turn) => failStep(turn, action));
    case "tripwire":
      // The failure of its step ends the turn.
      return moveTo(state);
    case "call-started":
      return during(state, "acting", (turn, phase) => announceCall(turn, phase, action));
    case "proposed":
      return during(state, "acting", (turn, phase) => propose(turn, phase, action));
    case "decision":
      return during(state, "approving", (turn, phase) => decide(turn, phase, action));
    case "tool":
      return during(state, "acting", (turn, phase) => completeCall(turn, phase, action));
    case "verification":
      return during(state, "verifying", (turn, { ending }) => afterVerification(turn, action, ending));
    case "interrupted":
      return isRunning(state) ? interrupt(state, action) : moveTo(state);
    case "turn-end":
      // In any phase: a transcript may have been recorded under other limits than those it is reduced under.
      return isRunning(state) && action.turnId === state.turn.id
        ? andThen(andThen(closeStep(state), closeCall), (closed) => endTurn(closed, action))
        : moveTo(state);
    default:
      return action satisfies never;
  }
}

/** What of the state goes with the conversation. */
const forgotten = {
  messages: GrowingList.of<Message>(),
  chat: null,
  announcedChat: null,
  seen: {},
  notes: "",
  contextTokens: 0,
} as const;

/** A yes to all of the running turn ends where changes are to wait again. In native mode Cursor alone asks. */
function chooseApproval(state: LoopState, { approval }: ActionOf<"approval">): LoopState {
  if (state.mode === "native") {
    return state;
  }
  const chosen = { ...state, approval };
  return isRunning(chosen) ? withTurn(chosen, { approvedAll: false }) : chosen;
}

function during<Name extends PhaseOf["name"]>(
  state: LoopState,
  name: Name,
  next: (state: Running, phase: PhaseOf<Name>) => Transition,
): Transition {
  return isRunning(state) && state.turn.phase.name === name
    ? next(state, state.turn.phase as PhaseOf<Name>)
    : moveTo(state);
}

/** A transcript that breaks off within a turn belongs to a process that died: the turn is over and its chat unknown. */
function startSession(state: LoopState, { sessionId, mode, model }: ActionOf<"session-start">): Transition {
  const mended = isRunning(state)
    ? { ...withoutBrokenChat(answerOpenCalls(state)), turn: null, queued: [] }
    : state;
  const next: LoopState = { ...mended, sessionId, mode, model, announcedChat: null, closed: false };
  return emitFrom(next, { type: "session.started", schema: eventsSchemaId });
}

/** The model reads it with the next prompt: the system prompt of a chat that has begun names the earlier one. */
function chooseProject(state: LoopState, { project }: ActionOf<"project">): LoopState {
  const messages =
    state.mode === "reasoning" && state.project !== project
      ? state.messages.with({ role: "user", text: projectMessage(project) })
      : state.messages;
  return { ...state, project, messages };
}

function request(state: LoopState, { text, turnId }: ActionOf<"user">): Transition {
  if (state.closed) {
    return moveTo(state);
  }
  const queued = [...state.queued, { text, turnId }];
  return isRunning(state) ? moveTo({ ...state, queued }) : beginTurn({ ...state, queued });
}

function failStep(state: Running, { failure }: ActionOf<"step-failed">): Transition {
  const { stop } = state.turn;
  return andThen(closeStep(withoutBrokenChat(state)), (closed) => {
    if (stop !== undefined) {
      return settle(closed, interruptedEnding(stop));
    }
    const failed = failedEnding(failure);
    return closed.turn.accepted && failure.exitCode !== exitCodes.tripwire
      ? giveUp(closed, failed)
      : settle(closed, failed);
  });
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
      return moveTo(stopping, { type: "interrupt" });
    case "approving":
      return decline(stopping, phase, undefined);
    case "thinking":
    case "acting":
    case "verifying":
      return moveTo(stopping, { type: "interrupt" });
    default:
      return phase satisfies never;
  }
}
