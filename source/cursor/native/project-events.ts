import { randomUUID } from "node:crypto";
import { eventsSchemaId, type RuntimeEvent, type RuntimeEventBody } from "../../base/events.js";
import { stampEvent } from "../../base/stamp.js";
import type { CursorStreamEvent } from "../stream/events.js";
import type { StreamItem } from "../stream/ndjson.js";
import { TurnProjection } from "./turn-projection.js";

/** Ids are random where none are given; times are now where the recording has none. */
export type ProjectionOptions = { sessionId?: string; turnId?: () => string; now?: () => Date };

/**
 * Tells a recorded stream as canonical events: one session, and a turn for every run in it. Takes what `readEvents`
 * gives, or events that were parsed elsewhere. A recording without a result gives a failed turn; nothing throws but
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
  let time: number | undefined;
  const unknown = new Map<string, number>();
  let turn = new TurnProjection({ turnId: turnId(), unknown });
  // The first lines of a run tell no time: they are held until one that does, or until the run begins to speak.
  let held: RuntimeEventBody[] = [{ type: "session.started", schema: eventsSchemaId }, ...turn.start()];
  const release = (): RuntimeEvent[] => {
    const at = time === undefined ? now() : new Date(time);
    const released = held.map((body) => stampEvent(body, sessionId, at));
    held = [];
    return released;
  };

  for await (const event of events) {
    const item = asItem(event);
    time = laterOf(time, timeOf(item));
    if (turn.settled && isInit(item)) {
      turn = new TurnProjection({ turnId: turnId(), announced: turn.threadId, unknown });
      held.push(...turn.start());
    }
    held.push(...turn.push(item));
    if (turn.settled) {
      held.push(...turn.end({ how: "end-of-recording" }));
    }
    if (time !== undefined || !isOpening(item)) {
      yield* release();
    }
  }
  held.push(...turn.end({ how: "end-of-recording" }));
  yield* release();
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
