/** What a step does to its turn: what it says, whom it reaches, and the reply it ends in. Pure. */
import type { Usage } from "../../base/events.js";
import { isDesignFile } from "../../kicad/design/design-file.js";
import type { ActionOf } from "../actions.js";
import type { LoopState } from "../state.js";
import type { ToldEvent } from "../told.js";
import { callItem, emit, emitPair } from "./announce.js";
import { type Running, type RunningTransition, withMessages, withTurn } from "./turn-flow.js";

export function startStep(
  state: Running,
  { chatId, model, apiKeySource }: ActionOf<"step-started">,
): RunningTransition {
  if (state.announcedChat === chatId) {
    return still(state);
  }
  const chat = state.mode === "native" ? { id: chatId, known: state.messages.length } : state.chat;
  const next = { ...state, chat, announcedChat: chatId };
  const started = {
    type: "thread.started" as const,
    ...(model !== undefined && { model }),
    ...(apiKeySource !== undefined && { apiKeySource }),
  };
  return { state: next, effects: [emit(next, started)] };
}

/** What was changed by Cursor's own tools is known when it is told, at the end of the step. */
export function hearTold(state: Running, event: ToldEvent): RunningTransition {
  const wroteDesign = state.turn.wroteDesign || (event.type === "file.changed" && isDesignFile(event.path));
  const next = withTurn(state, { wroteDesign });
  return { state: next, effects: [emit(next, event)] };
}

/**
 * A reasoning step that was cut short leaves a chat of which nobody knows what it holds, and the whole conversation
 * goes to a fresh one. A native chat alone holds its conversation, and can be resumed.
 */
export function withoutBrokenChat<State extends LoopState>(state: State): State {
  return state.mode === "native" ? state : { ...state, chat: null };
}

export function connection(state: Running, to: "interrupted" | "restored"): RunningTransition {
  const pair = { toolKind: "other", title: "Connection retry", origin: "cursor" } as const;
  const { interruption, ...turn } = state.turn;
  if (to === "interrupted") {
    if (interruption !== undefined) {
      return still(state);
    }
    const next = withTurn(state, {
      items: turn.items + 1,
      interruption: `${turn.id}:connection_${turn.items + 1}`,
    });
    const itemId = `${turn.id}:connection_${turn.items + 1}`;
    return { state: next, effects: [emit(next, { type: "tool.started", itemId, ...pair })] };
  }
  return interruption === undefined
    ? still(state)
    : {
        state: { ...state, turn },
        effects: [emit(state, { type: "tool.completed", itemId: interruption, ...pair, outcome: "success" })],
      };
}

export function note(state: Running, { title, detail }: ActionOf<"note">): RunningTransition {
  const next = withTurn(state, { items: state.turn.items + 1 });
  return {
    state: next,
    effects: emitPair(next, {
      itemId: callItem(next.turn),
      toolKind: "other",
      title,
      origin: "cursor",
      outcome: "success",
      ...(detail !== undefined && { detail }),
    }),
  };
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
    return still({ ...state, chat });
  }
  const usage = sum(state.turn.usage, action.usage);
  const next = withTurn({ ...state, chat }, { usage });
  return { state: next, effects: [emit(next, { type: "usage.updated", ...usage })] };
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
  return { state: next, effects: [emit(next, { type: "reply.discarded", blocks, calls, notice })] };
}

export function store(state: Running, { text, calls, refusals }: ActionOf<"assistant">): RunningTransition {
  const stored = withMessages(state, { role: "assistant", text, calls });
  return still(withTurn(stored, { reply: { ...state.turn.reply, text, calls, refusals } }));
}

export function nudge(state: Running, { text }: ActionOf<"nudge">): RunningTransition {
  const { reply, nudgesInARow } = state.turn;
  // A notice that is also the nudge is said once.
  const { notice: _, ...rest } = reply;
  return still(
    withTurn(withMessages(state, { role: "user", text }), {
      reply: { ...rest, nudged: true },
      nudgesInARow: nudgesInARow + 1,
    }),
  );
}

function still(state: Running): RunningTransition {
  return { state, effects: [] };
}
