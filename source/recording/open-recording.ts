/** Anything that recorded what Cursor did, read as canonical events. Needs no Cursor CLI and no repository. */
import * as z from "zod";
import type { RuntimeEvent } from "../base/events.js";
import { parseJson } from "../base/files/json-lines.js";
import { LineSplitter } from "../base/text/line-splitter.js";
import { cutText } from "../base/text/safe-text.js";
import { StreamProjection } from "../cursor/native/project-events.js";
import { textOf } from "../cursor/stream/events.js";
import { type StreamItem, StreamReader } from "../cursor/stream/stream-reader.js";
import type { TurnResult } from "../loop/state.js";
import { isTranscriptRecord } from "../workspace/sessions/transcript.js";
import { EventsReplay } from "./events-replay.js";
import type { RecordedEvent } from "./recorded-event.js";
import { ResultCollector } from "./result-collector.js";
import { TranscriptReplay } from "./transcript-replay.js";

/**
 * `stream`: what the Cursor CLI printed with `--output-format stream-json`, such as a session's native log;
 * `transcript`: a session's `transcript.jsonl`; `events`: what copperhead printed with `--output-format stream-json`.
 */
export type RecordingKind = "stream" | "transcript" | "events";

export type Recording = {
  kind: RecordingKind;
  /** What each piece of the recording adds, in order, to be read once: one by one, hundreds of thousands take seconds. */
  pieces: AsyncIterable<readonly RecordedEvent[]>;
  /** The result of the last turn that ended among the events read so far. */
  lastTurn(): TurnResult | null;
};

type Emit = (event: RecordedEvent) => void;

type Pieces = AsyncGenerator<readonly RecordedEvent[]>;

/** A recording shows what it is in its first line that is JSON; one that does not by then is a stream. */
const sniffedBytes = 64 * 1024;

/** Characters of a request that are shown, and the `…`: the prompt of a reasoning step is the whole conversation. */
const requestLength = 4001;

const eventMark = z.object({ eventId: z.string(), provider: z.literal("cursor") });

/** Reads a recording of whatever kind. Any bytes can be read; nothing throws but their source. */
export async function openRecording(source: AsyncIterable<Uint8Array>): Promise<Recording> {
  const { kind, bytes } = await sniff(source);
  if (kind === "transcript") {
    const replay = new TranscriptReplay();
    return { kind, pieces: readTranscript(bytes, replay), lastTurn: () => replay.lastTurn };
  }
  const collector = new ResultCollector();
  const pieces = kind === "events" ? readPrinted(bytes, collector) : readStream(bytes, collector);
  return { kind, pieces, lastTurn: () => collector.lastTurn };
}

async function sniff(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  const lines = new LineSplitter();
  const read: Uint8Array[] = [];
  let kind: RecordingKind | undefined;
  for (let size = 0; kind === undefined && size < sniffedBytes; ) {
    const next = await iterator.next();
    if (next.done) {
      kind = kindOf(lines.end()) ?? "stream";
    } else {
      read.push(next.value);
      size += next.value.length;
      kind = kindOf(lines.push(next.value));
    }
  }
  async function* bytes() {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { kind: kind ?? "stream", bytes: bytes() };
}

function kindOf(lines: readonly string[]): RecordingKind | undefined {
  for (const line of lines) {
    const value = parseJson(line);
    if (typeof value === "object" && value !== null) {
      if (isTranscriptRecord(value)) {
        return "transcript";
      }
      return eventMark.safeParse(value).success ? "events" : "stream";
    }
  }
  return undefined;
}

/** The lines that are not blank; one that does not end is `torn`: its writer may have been killed. */
async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ lines: string[]; torn: boolean }> {
  const splitter = new LineSplitter();
  const visible = (lines: readonly string[]) => lines.filter((line) => line.trim() !== "");
  for await (const chunk of bytes) {
    yield { lines: visible(splitter.push(chunk)), torn: false };
  }
  yield { lines: visible(splitter.end()), torn: true };
}

/**
 * What is read of all sources, in one piece; it ends where a turn does, so that `lastTurn` is the one whose end has just
 * been read.
 */
function* inPieces<Source>(
  sources: readonly Source[],
  read: (source: Source, emit: Emit) => void,
): Generator<readonly RecordedEvent[]> {
  let piece: RecordedEvent[] = [];
  let isEnd = false;
  const add = (event: RecordedEvent) => {
    piece.push(event);
    isEnd ||= event.type === "turn.completed";
  };
  for (const source of sources) {
    read(source, add);
    if (isEnd) {
      yield piece;
      piece = [];
      isEnd = false;
    }
  }
  yield piece;
}

async function* readTranscript(bytes: AsyncIterable<Uint8Array>, replay: TranscriptReplay): Pieces {
  for await (const { lines, torn } of linesOf(bytes)) {
    yield* inPieces(lines, (line, emit) => {
      const record = parseJson(line);
      if (isTranscriptRecord(record)) {
        replay.push(record).forEach(emit);
      } else if (!torn) {
        replay.pushDamaged().forEach(emit);
      }
    });
  }
  yield replay.end();
}

async function* readPrinted(bytes: AsyncIterable<Uint8Array>, collector: ResultCollector): Pieces {
  const replay = new EventsReplay();
  for await (const { lines } of linesOf(bytes)) {
    yield* inPieces(lines, (line, emit) => collector.pass(replay.push(parseJson(line))).forEach(emit));
  }
  yield collector.pass(replay.end());
}

async function* readStream(bytes: AsyncIterable<Uint8Array>, collector: ResultCollector): Pieces {
  const reader = new StreamReader();
  const projection = new StreamProjection();
  let requests: string[] = [];
  const collect = (event: RuntimeEvent, emit: Emit) => {
    collector.push(event);
    if (requests.length > 0 && event.type !== "session.started") {
      for (const text of requests) {
        emit(requestEvent(text, event.createdAt));
      }
      requests = [];
    }
    emit(event);
  };
  const read = (item: StreamItem, emit: Emit) => {
    if (item.kind === "event" && item.event.type === "user") {
      requests.push(textOf(item.event));
    }
    projection.push(item, (event) => collect(event, emit));
  };
  for await (const chunk of bytes) {
    yield* inPieces(reader.push(chunk), read);
  }
  yield* inPieces(reader.end(), read);
  yield* inPieces([projection], (ended, emit) => ended.end((event) => collect(event, emit)));
}

function requestEvent(text: string, createdAt: string): RecordedEvent {
  return { type: "request", text: cutText(text, requestLength), createdAt };
}
