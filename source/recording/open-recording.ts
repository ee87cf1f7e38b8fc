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
import { transcriptRecord } from "../workspace/sessions/transcript.js";
import { replayEvents } from "./events-replay.js";
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
  /** In order, to be read once. */
  events: AsyncIterable<RecordedEvent>;
  /** The result of the last turn that ended among the events read so far. */
  lastTurn(): TurnResult | null;
};

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
    return { kind, events: readTranscript(bytes, replay), lastTurn: () => replay.lastTurn };
  }
  const collector = new ResultCollector();
  const events =
    kind === "events" ? collect(replayEvents(readPrinted(bytes)), collector) : readStream(bytes, collector);
  return { kind, events, lastTurn: () => collector.lastTurn };
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
      if (transcriptRecord.safeParse(value).success) {
        return "transcript";
      }
      return eventMark.safeParse(value).success ? "events" : "stream";
    }
  }
  return undefined;
}

/** The lines that are not blank; one that does not end is `torn`: its writer may have been killed. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: string; torn: boolean }> {
  const splitter = new LineSplitter();
  const lines = (found: readonly string[], torn: boolean) =>
    found.filter((line) => line.trim() !== "").map((line) => ({ line, torn }));
  for await (const chunk of bytes) {
    yield* lines(splitter.push(chunk), false);
  }
  yield* lines(splitter.end(), true);
}

async function* readTranscript(
  bytes: AsyncIterable<Uint8Array>,
  replay: TranscriptReplay,
): AsyncGenerator<RecordedEvent> {
  for await (const { line, torn } of linesOf(bytes)) {
    const record = transcriptRecord.safeParse(parseJson(line));
    if (record.success) {
      yield* replay.push(record.data);
    } else if (!torn) {
      yield* replay.pushDamaged();
    }
  }
  yield* replay.end();
}

async function* readPrinted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const { line } of linesOf(bytes)) {
    yield parseJson(line);
  }
}

async function* readStream(
  bytes: AsyncIterable<Uint8Array>,
  collector: ResultCollector,
): AsyncGenerator<RecordedEvent> {
  const reader = new StreamReader();
  const projection = new StreamProjection();
  const requests: string[] = [];
  function* withRequests(events: readonly RuntimeEvent[]): Generator<RecordedEvent> {
    for (const event of events) {
      const { createdAt } = event;
      if (event.type !== "session.started") {
        yield* requests
          .splice(0)
          .map((text) => ({ type: "request" as const, text: cutText(text, requestLength), createdAt }));
      }
      collector.push(event);
      yield event;
    }
  }
  function* read(items: readonly StreamItem[]): Generator<RecordedEvent> {
    for (const item of items) {
      if (item.kind === "event" && item.event.type === "user") {
        requests.push(textOf(item.event));
      }
      yield* withRequests(projection.push(item));
    }
  }
  for await (const chunk of bytes) {
    yield* read(reader.push(chunk));
  }
  yield* read(reader.end());
  yield* withRequests(projection.end());
}

async function* collect(
  events: AsyncIterable<RecordedEvent>,
  collector: ResultCollector,
): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    if (event.type !== "request") {
      collector.push(event);
    }
    yield event;
  }
}
