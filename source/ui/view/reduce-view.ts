/** The view after an event. Pure: the times are the events' own. */
import type { RuntimeEvent, RuntimeEventBody } from "../../base/events.js";
import { splitBlocks } from "./blocks.js";
import type { CallView, Item, TurnView, View } from "./view.js";

/** What the user or a command puts among the events. */
export type LocalEvent = { type: "local.item"; item: Item };

export type ViewEvent = RuntimeEvent | LocalEvent;

type Of<Type extends RuntimeEventBody["type"]> = RuntimeEvent & { type: Type };

export function reduceView(view: View, event: ViewEvent): View {
  switch (event.type) {
    case "local.item":
      return tell(view, event.item);
    case "session.started":
      return view;
    case "session.exited":
      return event.message ? tell(view, { kind: "notice", tone: "info", message: event.message }) : view;
    case "thread.started":
      return startThread(view, event);
    case "turn.started":
      return { ...view, turn: newTurn(timeOf(event)) };
    case "thinking.delta": {
      const open = settleAnswer(view);
      const { text, startedAt } = open.thinking ?? { text: "", startedAt: timeOf(event) };
      return { ...open, thinking: { text: text + event.delta, startedAt } };
    }
    case "thinking.completed":
      return settleThinking(view, timeOf(event));
    case "message.delta":
      return growAnswer(settleThinking(view, timeOf(event)), event);
    case "message.completed":
      return completeAnswer(settleThinking(view, timeOf(event)), event);
    case "tool.started":
      return startCall(view, event);
    case "tool.completed":
      return completeCall(view, event);
    case "reply.discarded":
      return discard(view, event);
    case "verification.completed": {
      const { erc, drc, findings } = event;
      return tell(view, {
        kind: "verification",
        ...(erc && { erc }),
        ...(drc && { drc }),
        ...(findings && { findings }),
      });
    }
    case "file.changed":
      return updateTurn(view, (turn) => ({ ...turn, files: [...turn.files, pick(event)] }));
    case "runtime.warning": {
      const told = tell(view, notice("warning", event));
      return event.code === "restored" ? updateTurn(told, (turn) => ({ ...turn, files: [] })) : told;
    }
    case "runtime.error": {
      // That the user stopped the turn is said by its end.
      const told = event.code === "interrupted" ? view : tell(view, notice("error", event));
      return updateTurn(told, (turn) => ({ ...turn, lastError: event.message }));
    }
    case "usage.updated": {
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = event;
      return { ...view, usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } };
    }
    case "turn.completed":
      return completeTurn(view, event);
  }
}

/** Moves the answer's finished blocks to the history; once a frame is enough. */
export function commitBlocks(view: View): View {
  if (!view.answer) {
    return view;
  }
  const { finished, rest } = splitBlocks(view.answer.text);
  if (finished.trim() === "") {
    return view;
  }
  const { isFirst } = view.answer;
  return {
    ...tell(view, { kind: "prose", text: finished, isFirst }),
    answer: { ...view.answer, text: rest, isFirst: false },
  };
}

const timeOf = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt);
const tell = (view: View, ...items: Item[]): View => ({ ...view, history: [...view.history, ...items] });
const pick = ({ path, added, removed }: Of<"file.changed">) => ({ path, added, removed });

const newTurn = (startedAt: number): TurnView => ({
  startedAt,
  files: [],
  discarded: { replies: 0, blocks: 0, calls: 0 },
  done: { succeeded: 0, failed: 0 },
});

function updateTurn(view: View, change: (turn: TurnView) => TurnView): View {
  return view.turn ? { ...view, turn: change(view.turn) } : view;
}

function notice(
  tone: "warning" | "error",
  { message, advice }: { message: string; advice?: string | undefined },
): Item {
  return { kind: "notice", tone, message, ...(advice && { advice }) };
}

function startThread(view: View, event: Of<"thread.started">): View {
  const { threadId, model } = event;
  return { ...view, ...(threadId && { threadId }), ...(model && { model }) };
}

function settleThinking(view: View, now: number): View {
  const { thinking, ...rest } = view;
  if (!thinking) {
    return view;
  }
  const durationMs = Math.max(0, now - thinking.startedAt);
  return thinking.text.trim() === ""
    ? rest
    : tell(rest, { kind: "thought", text: thinking.text, durationMs });
}

function settleAnswer(view: View): View {
  const { answer, ...rest } = view;
  if (!answer) {
    return view;
  }
  return answer.text.trim() === ""
    ? rest
    : tell(rest, { kind: "prose", text: answer.text, isFirst: answer.isFirst });
}

function growAnswer(view: View, { delta, itemId = "" }: Of<"message.delta">): View {
  const settled = view.answer && view.answer.itemId !== itemId ? settleAnswer(view) : view;
  const { text, isFirst } = settled.answer ?? { text: "", isFirst: true };
  return { ...settled, answer: { itemId, text: text + delta, isFirst }, streamed: itemId };
}

/** An answer that came in deltas is there already; one that came whole is not. */
function completeAnswer(view: View, { text, itemId = "" }: Of<"message.completed">): View {
  const settled = settleAnswer(view);
  return view.streamed === itemId || text.trim() === ""
    ? settled
    : tell(settled, { kind: "prose", text, isFirst: true });
}

function startCall(view: View, event: Of<"tool.started">): View {
  const settled = settleAnswer(settleThinking(view, timeOf(event)));
  return { ...settled, calls: [...settled.calls, callOf(event, timeOf(event))] };
}

function callOf(event: Of<"tool.started"> | Of<"tool.completed">, startedAt: number): CallView {
  const { itemId = "", toolKind, title, detail, origin } = event;
  return { itemId, kind: toolKind, title, ...(detail && { detail }), origin, startedAt };
}

function completeCall(view: View, event: Of<"tool.completed">): View {
  const { itemId = "", outcome, diff, durationMs } = event;
  const started = view.calls.find((call) => call.itemId === itemId);
  const startedAt = started?.startedAt ?? timeOf(event);
  const call: CallView = {
    ...started,
    ...callOf(event, startedAt),
    outcome,
    durationMs: durationMs ?? Math.max(0, timeOf(event) - startedAt),
    ...(diff && { diff }),
  };
  const calls = view.calls.filter((open) => open !== started);
  const told = tell({ ...settleAnswer(settleThinking(view, timeOf(event))), calls }, { kind: "call", call });
  const key = outcome === "success" ? "succeeded" : "failed";
  return updateTurn(told, (turn) => ({ ...turn, done: { ...turn.done, [key]: turn.done[key] + 1 } }));
}

function discard(view: View, { turnId = "", blocks, calls, notice: text }: Of<"reply.discarded">): View {
  const order = view.turn?.discarded.replies ?? 0;
  const itemId = `${turnId}:discarded:${order + 1}`;
  const told = tell(settleAnswer(view), { kind: "discarded", itemId, blocks, calls, notice: text });
  return updateTurn(told, (turn) => ({
    ...turn,
    discarded: {
      replies: turn.discarded.replies + 1,
      blocks: turn.discarded.blocks + blocks,
      calls: turn.discarded.calls + calls,
    },
  }));
}

function completeTurn(view: View, event: Of<"turn.completed">): View {
  const { turn, ...settled } = settleAnswer(settleThinking(view, timeOf(event)));
  const { status, exitCode, errorMessage } = event;
  const ended: Item = {
    kind: "turn",
    status,
    exitCode,
    durationMs: turn ? Math.max(0, timeOf(event) - turn.startedAt) : 0,
    files: turn?.files ?? [],
    ...(errorMessage && errorMessage !== turn?.lastError && { errorMessage }),
  };
  return { ...tell(settled, ended), calls: [], exitCode };
}
