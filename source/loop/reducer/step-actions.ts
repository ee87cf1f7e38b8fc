/** What a step does to its turn: its chat, its words, its cost, and the reply it ends in. Pure. */
import type { RuntimeEventBody } from "../../base/events.js";
import { GrowingList } from "../../base/growing-list.js";
import type { Usage } from "../../base/outcomes.js";
import { retryCompleted, retryStarted } from "../../cursor/stream/connection.js";
import { isDesignFile } from "../../kicad/design/kicad-files.js";
import type { Message } from "../../protocol/messages.js";
import type { ActionOf } from "../actions.js";
import type { LoopState } from "../state.js";
import { messageItem, pairOf, thinkingItem } from "./items.js";
import { notesMessage, staleMessage } from "./model-messages.js";
import { movedPlaces } from "./rewind.js";
import {
  emitFrom,
  moveTo,
  type Running,
  type RunningTransition,
  withMessages,
  withTurn,
} from "./transitions.js";

export function startStep(
  state: Running,
  { chatId, model, apiKeySource }: ActionOf<"step-started">,
): RunningTransition {
  if (state.announcedChat === chatId) {
    return moveTo(state);
  }
  const chat = state.mode === "native" ? { id: chatId, known: state.messages.length } : state.chat;
  const next = { ...state, chat, announcedChat: chatId };
  return emitFrom(next, {
    type: "thread.started",
    threadId: chatId,
    ...(model !== undefined && { model }),
    ...(apiKeySource !== undefined && { apiKeySource }),
  });
}

export function growThought(state: Running, delta: string): RunningTransition {
  const next = withTurn(state, { thinking: true });
  return emitFrom(next, { type: "thinking.delta", itemId: thinkingItem(next.turn), delta });
}

export function endThought(state: Running): RunningTransition {
  const next = withTurn(state, { thinking: false });
  const itemId = thinkingItem(next.turn);
  return state.turn.thinking ? emitFrom(next, { type: "thinking.completed", itemId }) : moveTo(state);
}

export function growProse(state: Running, delta: string): RunningTransition {
  const next = withTurn(state, { prose: state.turn.prose + delta });
  return emitFrom(next, { type: "message.delta", itemId: messageItem(next.turn), delta });
}

/** What Cursor's own tools changed is known when the event comes, at the end of the step. */
export function passOn(state: Running, event: RuntimeEventBody): RunningTransition {
  const wroteDesign = state.turn.wroteDesign || (event.type === "file.changed" && isDesignFile(event.path));
  const next = withTurn(state, { wroteDesign });
  return emitFrom(next, event);
}

/**
 * A reasoning step that was cut short leaves a chat in an unknown state, and the whole conversation goes to a fresh
 * one. A native chat alone holds its conversation, and can be resumed.
 */
export function withoutBrokenChat<State extends LoopState>(state: State): State {
  return state.mode === "native" ? state : { ...state, chat: null };
}

/** One visible pair an interruption. Neither it nor a note is recorded: they are not numbered among the calls. */
export function followConnection(state: Running, to: "interrupted" | "restored"): RunningTransition {
  const { retry, ...turn } = state.turn;
  if (to === "restored") {
    return retry === undefined
      ? moveTo(state)
      : emitFrom({ ...state, turn }, retryCompleted({ itemId: retry }, "success"));
  }
  if (retry !== undefined) {
    return moveTo(state);
  }
  const retries = turn.retries + 1;
  const itemId = `${turn.id}:connection_${retries}`;
  const next = withTurn(state, { retries, retry: itemId });
  return emitFrom(next, retryStarted({ itemId }));
}

export function note(state: Running, { title, detail }: ActionOf<"note">): RunningTransition {
  const notes = state.turn.notes + 1;
  const pair = pairOf({
    itemId: `${state.turn.id}:note_${notes}`,
    toolKind: "other",
    title,
    origin: "cursor",
    outcome: "success",
    ...(detail !== undefined && { detail }),
  });
  return emitFrom(withTurn(state, { notes }), ...pair);
}

/** The model reads what changed behind its back before anything else of the step. */
export function noteStale(state: Running, { files }: ActionOf<"stale">): RunningTransition {
  const text = staleMessage(files);
  const next = { ...withMessages(state, { role: "user", text }), seen: { ...state.seen, ...files } };
  return moveTo(withTurn(next, { preface: text }));
}

/** The first notes come before the first request; those that changed, after all that the model has read. */
export function giveNotes(state: Running, { files, text }: ActionOf<"notes">): RunningTransition {
  const isFirst = state.notes === "";
  const message = { role: "user", text: notesMessage(text, isFirst) } as const;
  const at = isFirst ? (state.chat?.known ?? 0) : state.messages.length;
  const { messagesBefore } = state.turn;
  const next: Running = {
    ...state,
    notes: text,
    messages: inserted(state.messages, at, message),
    results: movedPlaces(state, at),
    turn: { ...state.turn, messagesBefore: messagesBefore >= at ? messagesBefore + 1 : messagesBefore },
  };
  const names = files.length === 0 ? "none any more" : files.join(", ");
  return emitFrom(
    next,
    ...pairOf({
      itemId: `${state.turn.id}:notes_${state.turn.step}`,
      toolKind: "other",
      title: `notes of the repository: ${names}`,
      origin: "copperhead",
      outcome: "success",
    }),
  );
}

/** Mostly it comes last. */
function inserted(messages: GrowingList<Message>, at: number, message: Message): GrowingList<Message> {
  return at === messages.length
    ? messages.with(message)
    : GrowingList.of(messages.toArray().toSpliced(at, 0, message));
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}

export function countStep(state: Running, action: ActionOf<"step">): RunningTransition {
  // A chat that knows nothing is no chat to go on with: the next step starts a fresh one.
  const chat = action.known > 0 ? { id: action.chatId, known: action.known } : null;
  if (!action.usage) {
    return moveTo({ ...state, chat });
  }
  const usage = sum(state.turn.usage, action.usage);
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = action.usage;
  const contextTokens = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
  const next = withTurn({ ...state, chat, contextTokens }, { usage });
  return emitFrom(next, { type: "usage.updated", ...usage });
}

export function discard(
  state: Running,
  { blocks, calls, notice }: ActionOf<"fabricated-results">,
): RunningTransition {
  const { discarded, reply } = state.turn;
  const next = withTurn(state, {
    discarded: { blocks: discarded.blocks + blocks, calls: discarded.calls + calls },
    reply: { ...reply, notice },
  });
  return emitFrom(next, { type: "reply.discarded", blocks, calls, notice });
}

export function store(state: Running, { text, calls, refusals }: ActionOf<"assistant">): RunningTransition {
  const stored = withMessages(state, { role: "assistant", text, calls });
  return moveTo(withTurn(stored, { reply: { ...state.turn.reply, text, calls, refusals } }));
}

export function nudge(state: Running, { text }: ActionOf<"nudge">): RunningTransition {
  // A notice that is also the nudge is sent once.
  const { notice: _, ...reply } = state.turn.reply;
  const nudgesInARow = state.turn.nudgesInARow + 1;
  return moveTo(
    withTurn(withMessages(state, { role: "user", text }), {
      reply: { ...reply, nudged: true },
      nudgesInARow,
    }),
  );
}
