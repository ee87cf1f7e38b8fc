import { randomUUID } from "node:crypto";
import type { EventIds, RuntimeEvent, RuntimeEventBody } from "../../base/events.js";
import { exitCodes, type Failure } from "../../base/failure.js";
import { eventsSchemaId } from "../../base/outcomes.js";
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
  options: ProjectionOptions = {},
): AsyncGenerator<RuntimeEvent, void, void> {
  const projection = new StreamProjection(options);
  for await (const event of events) {
    yield* projection.push(asItem(event));
  }
  yield* projection.end();
}

/** `projectEvents` for who has the items one by one: total, and quick for hundreds of thousands of them. */
export class StreamProjection {
  readonly #turnId: () => string;
  readonly #now: () => Date;
  readonly #unknown = new Map<string, number>();
  #time: number | undefined;
  #ids: EventIds;
  #held: [RuntimeEventBody, EventIds][] = [];
  #turn: TurnProjection;

  constructor({
    sessionId = randomUUID(),
    turnId = randomUUID,
    now = () => new Date(),
  }: ProjectionOptions = {}) {
    this.#turnId = turnId;
    this.#now = now;
    this.#ids = { sessionId };
    this.#hold([{ type: "session.started", schema: eventsSchemaId }]);
    this.#turn = this.#begin();
  }

  /** Reads the next item and returns the events that are certain by then. */
  push(item: StreamItem): RuntimeEvent[] {
    this.#time = laterOf(this.#time, timeOf(item));
    if (this.#turn.hasResult && isInit(item)) {
      this.#turn = this.#begin();
    }
    const isOver = this.#turn.hasResult;
    this.#hold(this.#turn.push(item));
    if (this.#turn.hasResult && !isOver) {
      this.#hold(endOf(this.#turn));
    }
    // The first lines of a run have no time: they wait for one that has, or for the run's first words.
    return this.#time !== undefined || !isOpening(item) ? this.#release() : [];
  }

  /** Call once, after the last item. */
  end(): RuntimeEvent[] {
    if (!this.#turn.hasResult) {
      this.#hold(endOf(this.#turn));
    }
    return this.#release();
  }

  #begin(): TurnProjection {
    const turnId = this.#turnId();
    const turn = new TurnProjection({ turnId, announced: this.#ids.threadId, unknown: this.#unknown });
    this.#ids = { ...this.#ids, turnId };
    this.#hold([{ type: "turn.started" }]);
    return turn;
  }

  #hold(bodies: readonly RuntimeEventBody[]): void {
    for (const body of bodies) {
      if (body.type === "thread.started") {
        this.#ids = { ...this.#ids, threadId: body.threadId };
      }
      this.#held.push([body, this.#ids]);
    }
  }

  #release(): RuntimeEvent[] {
    const at = this.#time === undefined ? this.#now() : new Date(this.#time);
    const held = this.#held;
    this.#held = [];
    return held.map(([body, where]) => stampEvent(body, where, at));
  }
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

/** The last millisecond that a `Date` can be, by ECMAScript. */
const latestTime = 8.64e15;

/** Milliseconds since the epoch, where they make a date. */
function timeOf(item: StreamItem): number | undefined {
  const time = item.kind === "event" ? item.event.timestamp_ms : undefined;
  return time !== undefined && Math.abs(time) <= latestTime ? time : undefined;
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
