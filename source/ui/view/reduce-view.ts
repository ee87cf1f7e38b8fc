/** The view after an event. Pure: the times are the events' own. */
import type { RuntimeEvent, RuntimeEventBody } from "../../base/events.js";
import { newInCycle } from "../../kicad/check/new-in-cycle.js";
import { describeCompared } from "../../kicad/design/difference/sentences.js";
import type { RecordedEvent } from "../../recording/recorded-event.js";
import { splitBlocks } from "./blocks.js";
import type { CallView, FileView, Item, TurnView, View } from "./view.js";

/** What the session does, what its user asked, and what the application itself shows. */
export type ViewEvent = RecordedEvent | { type: "item"; item: Item };

type Of<Type extends RuntimeEventBody["type"]> = RuntimeEvent & { type: Type };

export function reduceView(view: View, event: ViewEvent): View {
  switch (event.type) {
    case "item":
      return append(view, event.item);
    case "request":
      return append(view, { kind: "request", text: event.text });
    case "session.started":
    case "thread.started":
    case "usage.updated":
      return view;
    case "session.exited":
      return event.message ? append(view, { kind: "notice", tone: "info", message: event.message }) : view;
    case "turn.started":
      return { ...view, turn: newTurn(timeOf(event)) };
    case "thinking.delta": {
      const open = settleAnswer(view);
      const { text, startedAt } = open.thinking ?? { text: "", startedAt: timeOf(event) };
      return { ...open, thinking: { text: text + event.delta, startedAt } };
    }
    case "thinking.completed":
      return settleThinking(view, event);
    case "message.delta":
      return growAnswer(settleThinking(view, event), event);
    case "message.completed":
      return completeAnswer(settleThinking(view, event), event);
    case "tool.started":
      return startCall(settle(view, event), event);
    case "tool.completed":
      return completeCall(settle(view, event), event);
    case "reply.discarded":
      return discard(settleAnswer(view), event);
    case "verification.completed": {
      const { project, erc, drc, findings } = event;
      const found = { changes: describeCompared(event), findings };
      const shown = newInCycle(found, view.turn?.verified.get(project ?? ""));
      return updateTurn(append(view, { kind: "verification", project, erc, drc, ...shown }), (turn) => ({
        ...turn,
        verified: new Map(turn.verified).set(project ?? "", found),
      }));
    }
    case "file.changed": {
      const { path, added, removed } = event;
      return updateTurn(view, (turn) => ({ ...turn, files: withFile(turn.files, { path, added, removed }) }));
    }
    case "runtime.warning": {
      const { code, message, advice } = event;
      const shown = append(view, { kind: "notice", tone: "warning", message, advice });
      return code === "restored" ? updateTurn(shown, (turn) => ({ ...turn, files: [] })) : shown;
    }
    case "runtime.error": {
      const { code, message, advice } = event;
      // The turn's end shows that the user stopped it.
      const shown =
        code === "interrupted" ? view : append(view, { kind: "notice", tone: "error", message, advice });
      return updateTurn(shown, (turn) => ({ ...turn, lastError: message }));
    }
    case "turn.completed":
      return completeTurn(settle(view, event), event);
  }
}

/** The view after several events. The history is copied once, not for each of them: it can have thousands of items. */
export function reduceEvents(view: View, events: readonly ViewEvent[]): View {
  const { history } = view;
  const after = events.reduce(reduceView, { ...view, history: [] });
  return after.history.length === 0
    ? { ...after, history }
    : { ...after, history: [...history, ...after.history] };
}

/** A file that several calls change is one file: their lines are added up. */
function withFile(files: readonly FileView[], change: FileView): FileView[] {
  const known = files.find(({ path }) => path === change.path);
  const sum = known && {
    path: known.path,
    added: known.added + change.added,
    removed: known.removed + change.removed,
  };
  return sum ? files.map((file) => (file === known ? sum : file)) : [...files, change];
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
    ...append(view, { kind: "prose", text: finished, isFirst }),
    answer: { ...view.answer, text: rest, isFirst: false },
  };
}

type Timed = Pick<RuntimeEvent, "createdAt">;

const timeOf = ({ createdAt }: Timed) => Date.parse(createdAt);
const append = (view: View, item: Item): View => ({ ...view, history: [...view.history, item] });
const settle = (view: View, event: Timed) => settleAnswer(settleThinking(view, event));

const newTurn = (startedAt: number): TurnView => ({
  startedAt,
  files: [],
  discarded: { replies: 0, blocks: 0, calls: 0 },
  done: { succeeded: 0, failed: 0 },
  verified: new Map(),
});

function updateTurn(view: View, change: (turn: TurnView) => TurnView): View {
  return view.turn ? { ...view, turn: change(view.turn) } : view;
}

function settleThinking({ thinking, ...rest }: View, event: Timed): View {
  if (!thinking || thinking.text.trim() === "") {
    return rest;
  }
  const durationMs = Math.max(0, timeOf(event) - thinking.startedAt);
  return append(rest, { kind: "thought", text: thinking.text, durationMs });
}

function settleAnswer({ answer, ...rest }: View): View {
  if (!answer || answer.text.trim() === "") {
    return rest;
  }
  return append(rest, { kind: "prose", text: answer.text, isFirst: answer.isFirst });
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
    : append(settled, { kind: "prose", text, isFirst: true });
}

function startCall(view: View, event: Of<"tool.started">): View {
  return { ...view, calls: [...view.calls, callOf(event, timeOf(event))] };
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
    diff,
  };
  const calls = view.calls.filter((open) => open !== started);
  const key = outcome === "success" ? "succeeded" : "failed";
  return updateTurn(append({ ...view, calls }, { kind: "call", call }), (turn) => ({
    ...turn,
    done: { ...turn.done, [key]: turn.done[key] + 1 },
  }));
}

function discard(view: View, { turnId = "", blocks, calls, notice }: Of<"reply.discarded">): View {
  const before = view.turn?.discarded ?? { replies: 0, blocks: 0, calls: 0 };
  const discarded = {
    replies: before.replies + 1,
    blocks: before.blocks + blocks,
    calls: before.calls + calls,
  };
  const itemId = `${turnId}:discarded:${discarded.replies}`;
  return updateTurn(append(view, { kind: "discarded", itemId, blocks, calls, notice }), (turn) => ({
    ...turn,
    discarded,
  }));
}

function completeTurn({ turn, ...view }: View, event: Of<"turn.completed">): View {
  const { status, exitCode, errorMessage } = event;
  const ended: Item = {
    kind: "turn",
    status,
    exitCode,
    durationMs: turn ? Math.max(0, timeOf(event) - turn.startedAt) : 0,
    files: turn?.files ?? [],
    ...(errorMessage !== turn?.lastError && { errorMessage }),
  };
  return { ...append(view, ended), calls: [] };
}
