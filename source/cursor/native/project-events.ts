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

type Emit = (event: RuntimeEvent) => void;

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
  let made: RuntimeEvent[] = [];
  const keep = (event: RuntimeEvent) => made.push(event);
  for await (const event of events) {
    made = [];
    projection.push(asItem(event), keep);
    for (const one of made) {
      yield one;
    }
  }
  made = [];
  projection.end(keep);
  yield* made;
}

/** `projectEvents` for who has the items one by one: total, and quick for hundreds of thousands of them. */
export class StreamProjection {
  readonly #turnId: () => string;
  readonly #now: () => Date;
  readonly #unknown = new Map<string, number>();
  /** The latest of the recording so far. */
  #time: Date | undefined;
  #ids: EventIds;
  #turn: TurnProjection | undefined;
  /** The first lines of a run have no time: they wait for one that has, or for the run's first words. */
  #waiting: StreamItem[] = [];

  constructor({
    sessionId = randomUUID(),
    turnId = randomUUID,
    now = () => new Date(),
  }: ProjectionOptions = {}) {
    this.#turnId = turnId;
    this.#now = now;
    this.#ids = { sessionId };
  }

  /** Reads the next item, and emits the events that are certain by then. */
  push(item: StreamItem, emit: Emit): void {
    this.#followTime(item);
    if (this.#time === undefined && isOpening(item)) {
      this.#waiting.push(item);
      return;
    }
    this.#release(emit);
    this.#read(item, emit);
  }

  /** Call once, after the last item. */
  end(emit: Emit): void {
    this.#release(emit);
    const turn = this.#turn ?? this.#begin(emit);
    if (!turn.hasResult) {
      this.#end(turn, emit);
    }
  }

  #followTime(item: StreamItem): void {
    const time = timeOf(item);
    if (time !== undefined && !(this.#time && time <= this.#time.getTime())) {
      this.#time = new Date(time);
    }
  }

  #release(emit: Emit): void {
    for (const item of this.#waiting) {
      this.#read(item, emit);
    }
    if (this.#waiting.length > 0) {
      this.#waiting = [];
    }
  }

  #read(item: StreamItem, emit: Emit): void {
    const running = this.#turn;
    const isNext = !running || (running.hasResult && isInit(item));
    const turn = isNext ? this.#begin(emit) : running;
    const wasOver = turn.hasResult;
    turn.push(item, (body) => emit(this.#stamp(body)));
    if (turn.hasResult && !wasOver) {
      this.#end(turn, emit);
    }
  }

  #begin(emit: Emit): TurnProjection {
    if (!this.#turn) {
      emit(this.#stamp({ type: "session.started", schema: eventsSchemaId }));
    }
    const turnId = this.#turnId();
    this.#turn = new TurnProjection({ turnId, announced: this.#ids.threadId, unknown: this.#unknown });
    this.#ids = { ...this.#ids, turnId };
    emit(this.#stamp({ type: "turn.started" }));
    return this.#turn;
  }

  #end(turn: TurnProjection, emit: Emit): void {
    for (const body of endOf(turn)) {
      emit(this.#stamp(body));
    }
  }

  #stamp(body: RuntimeEventBody): RuntimeEvent {
    if (body.type === "thread.started") {
      this.#ids = { ...this.#ids, threadId: body.threadId };
    }
    return stampEvent(body, this.#ids, this.#time ?? this.#now());
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

function isInit(item: StreamItem): boolean {
  return item.kind === "event" && item.event.type === "system" && item.event.subtype === "init";
}

function isOpening(item: StreamItem): boolean {
  return item.kind === "text" || (item.kind === "event" && (isInit(item) || item.event.type === "user"));
}
