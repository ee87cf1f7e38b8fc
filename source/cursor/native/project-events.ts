import { randomUUID } from "node:crypto";
import {
  type EventIds,
  eventsSchemaId,
  type RuntimeEvent,
  type RuntimeEventBody,
} from "../../base/events.js";
import { exitCodes, type Failure } from "../../base/failure.js";
import { stampEvent } from "../../base/stamp.js";
import { classifyExit } from "../stream/classify-failure.js";
import type { CursorStreamEvent } from "../stream/events.js";
import type { StreamItem } from "../stream/stream-reader.js";
import { endingEvents, failedEnding, TurnProjection } from "./turn-projection.js";

/** Ids are random where there are none; times are now where the recording has none. */
export type ProjectionOptions = { sessionId?: string; turnId?: () => string; now?: () => Date };

const cutShort: Failure = {
  code: "no-result",
  message: "The recording ends without an answer.",
  exitCode: exitCodes.failed,
};

/**
 * Projects a recorded stream on canonical events: one session, and a turn for every run in it. Reads what `readEvents`
 * yields, or events that were parsed elsewhere. A recording without a result makes a failed turn; nothing throws but
 * the source itself.
 *
 * @example
 * for await (const event of projectEvents(readEvents(createReadStream("step.ndjson")))) {
 *   console.log(JSON.stringify(event));
 * }
 */
export async function* projectEvents(
  events: AsyncIterable<StreamItem | CursorStreamEvent> | Iterable<StreamItem | CursorStreamEvent>,
  { sessionId = randomUUID(), turnId = randomUUID, now = () => new Date() }: ProjectionOptions = {},
): AsyncGenerator<RuntimeEvent, void, void> {
  const unknown = new Map<string, number>();
  let time: number | undefined;
  let ids: EventIds = { sessionId };
  let held: [RuntimeEventBody, EventIds][] = [];
  const hold = (...bodies: RuntimeEventBody[]) => {
    for (const body of bodies) {
      if (body.type === "thread.started") {
        ids = { ...ids, threadId: body.threadId };
      }
      held.push([body, ids]);
    }
  };
  const begin = () => {
    const id = turnId();
    const turn = new TurnProjection({ turnId: id, announced: ids.threadId, unknown });
    ids = { ...ids, turnId: id };
    hold({ type: "turn.started" });
    return turn;
  };
  const release = () => {
    const at = time === undefined ? now() : new Date(time);
    const released = held.map(([body, where]) => stampEvent(body, where, at));
    held = [];
    return released;
  };

  hold({ type: "session.started", schema: eventsSchemaId });
  let turn = begin();
  for await (const event of events) {
    const item = asItem(event);
    time = laterOf(time, timeOf(item));
    if (turn.hasResult && isInit(item)) {
      turn = begin();
    }
    const isOver = turn.hasResult;
    hold(...turn.push(item));
    if (turn.hasResult && !isOver) {
      hold(...endOf(turn));
    }
    // The first lines of a run have no time: they wait for one that has, or for the run's first words.
    if (time !== undefined || !isOpening(item)) {
      yield* release();
    }
  }
  if (!turn.hasResult) {
    hold(...endOf(turn));
  }
  yield* release();
}

/** A run that could not go on has its reason in its last line, and exit code 1. */
function endOf(turn: TurnProjection): RuntimeEventBody[] {
  const { lines } = turn;
  const failure = lines.length === 0 ? cutShort : classifyExit({ stderr: "", lines, code: 1, signal: null });
  const { events, outcome } = turn.end(failedEnding(failure));
  return [...events, ...endingEvents(outcome)];
}

function asItem(event: StreamItem | CursorStreamEvent): StreamItem {
  const isItem = "kind" in event && "line" in event;
  return isItem ? (event as StreamItem) : { kind: "event", event: event as CursorStreamEvent, line: "" };
}

/** Milliseconds since the epoch, where they make a date. */
function timeOf(item: StreamItem): number | undefined {
  const time = item.kind === "event" ? item.event.timestamp_ms : undefined;
  return time !== undefined && Number.isFinite(new Date(time).getTime()) ? time : undefined;
}

function laterOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function isInit(item: StreamItem): boolean {
  return item.kind === "event" && item.event.type === "system" && item.event.subtype === "init";
}

function isOpening(item: StreamItem): boolean {
  return item.kind === "text" || (item.kind === "event" && (isInit(item) || item.event.type === "user"));
}
