import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuntimeEvent } from "../../source/base/events.js";
import { openRecording } from "../../source/recording/open-recording.js";
import type { RecordedEvent } from "../../source/recording/recorded-event.js";

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }
}

async function read(bytes: AsyncIterable<Uint8Array>) {
  const recording = await openRecording(bytes);
  const items: RecordedEvent[] = [];
  for await (const piece of recording.pieces) {
    items.push(...piece);
  }
  return { kind: recording.kind, items, turn: recording.lastTurn() };
}

function fixture(name: string): AsyncIterable<Uint8Array> {
  return createReadStream(fileURLToPath(new URL(`../../fixtures/streams/${name}.ndjson`, import.meta.url)));
}

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const record = (type: string, data: object) => ({ ts: "2026-05-01T10:00:00.000Z", type, data });
const transcript = lines(
  record("session-start", {
    sessionId: "s-1",
    model: "cursor",
    mode: "reasoning",
    repository: "/r",
    version: "0",
  }),
  record("user", { text: "What is here?", turnId: "t1" }),
  record("turn-opened", {}),
  record("step-started", { chatId: "c1" }),
  record("step", { chatId: "c1", known: 2 }),
  record("assistant", { text: "Nothing.", calls: [], refusals: [] }),
  record("step-ended", {}),
  record("turn-end", {
    turnId: "t1",
    status: "completed",
    exitCode: 0,
    answer: "Nothing.",
    filesChanged: [],
    restored: [],
    conflicts: [],
  }),
  record("session-end", {}),
);

describe("what a recording is", () => {
  it.each(["read-with-partial", "shell-with-partial", "tools-without-partial", "transport-failure"])(
    "%s is a stream",
    async (name) => expect((await read(fixture(name))).kind).toBe("stream"),
  );

  it("is known by its content", async () => {
    expect((await read(chunksOf(transcript))).kind).toBe("transcript");
    const { items } = await read(fixture("read-with-partial"));
    expect((await read(chunksOf(lines(...items.filter(({ type }) => type !== "request"))))).kind).toBe(
      "events",
    );
    expect((await read(chunksOf("no JSON at all\n"))).kind).toBe("stream");
    expect((await read(chunksOf())).kind).toBe("stream");
  });

  it("is known behind a byte order mark, text, blank lines and over chunks", async () => {
    const bytes = Buffer.from(`\uFEFF\n\nA banner.\n${transcript}`);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const { kind, turn } = await read(chunksOf(...pieces));
    expect(kind).toBe("transcript");
    expect(turn?.answer).toBe("Nothing.");
  });

  it("is not waited for: text without end is a stream", async () => {
    const text = "x".repeat(1000);
    async function* forever() {
      for (;;) {
        yield Buffer.from(`${text}\n`);
      }
    }
    expect((await openRecording(forever())).kind).toBe("stream");
  });
});

describe("a stream", () => {
  it("has the events of its turn, and its request behind the session's start", async () => {
    const { items } = await read(fixture("read-with-partial"));
    const types = items.map(({ type }) => type);
    expect(types[0]).toBe("session.started");
    expect(types.at(-1)).toBe("turn.completed");
    expect(items.filter(({ type }) => type === "request")).toMatchObject([
      { text: "How many layers has the board?" },
    ]);
    expect(types.indexOf("request")).toBeLessThan(types.indexOf("turn.started"));
  });

  it("has the last segment as its answer, and the usage", async () => {
    const { turn } = await read(fixture("read-with-partial"));
    expect(turn).toMatchObject({
      status: "completed",
      exitCode: 0,
      answer: "Two copper layers: `F.Cu` and `B.Cu` — ha ha, both signal.",
    });
    expect(turn?.usage.outputTokens).toBeGreaterThan(0);
  });

  it("of a failed transport fails with its line", async () => {
    const { turn } = await read(fixture("transport-failure"));
    expect(turn).toMatchObject({ status: "failed", exitCode: 1, answer: "" });
    expect(turn?.failure?.message).toContain("upstream connect error");
  });

  it("shows no more of a request than a person reads", async () => {
    const user = {
      type: "user",
      message: { role: "user", content: [{ type: "text", text: "p".repeat(9000) }] },
    };
    const { items } = await read(chunksOf(lines(user)));
    const request = items.find((item) => item.type === "request");
    expect(request?.text).toBe(`${"p".repeat(4000)}…`);
  });
});

describe("a transcript", () => {
  it("without its last line end loses nothing, with a torn line only that", async () => {
    const whole = await read(chunksOf(transcript));
    const types = (items: readonly RecordedEvent[]) => items.map(({ type }) => type);
    expect(types((await read(chunksOf(transcript.trimEnd()))).items)).toEqual(types(whole.items));
    expect(types((await read(chunksOf(`${transcript}{"ts":"2026-`))).items)).toEqual(types(whole.items));
    expect(whole.turn).toMatchObject({ answer: "Nothing.", exitCode: 0 });
  });

  it("with a damaged line has a warning and goes on", async () => {
    const [first = "", ...rest] = transcript.split("\n");
    const { items, turn } = await read(chunksOf([first, "{damaged", ...rest].join("\n")));
    expect(items).toContainEqual(
      expect.objectContaining({ type: "runtime.warning", code: "unknown-record" }),
    );
    expect(turn?.exitCode).toBe(0);
  });
});

describe("copperhead's own events", () => {
  async function printed(name: string): Promise<RuntimeEvent[]> {
    const { items } = await read(fixture(name));
    return items.filter((item): item is RuntimeEvent => item.type !== "request");
  }

  it.each(["read-with-partial", "tools-without-partial", "transport-failure"])(
    "of %s come back as they were, with the same result",
    async (name) => {
      const first = await read(fixture(name));
      const events = first.items.filter(({ type }) => type !== "request");
      const again = await read(chunksOf(lines(...events)));
      expect(again.items).toEqual(events);
      expect(again.turn).toEqual(first.turn);
    },
  );

  it("that were cut off end in a failed turn", async () => {
    const events = await printed("read-with-partial");
    const { items, turn } = await read(chunksOf(lines(...events.slice(0, -1))));
    expect(items.at(-1)).toMatchObject({ type: "turn.completed", status: "failed", exitCode: 1 });
    expect(turn?.exitCode).toBe(1);
  });

  it("between other lines are read, with one warning", async () => {
    const events = await printed("read-with-partial");
    const text = events.map((event) => `${JSON.stringify(event)}\nwarning: something on stderr\n`).join("");
    const { items } = await read(chunksOf(text));
    expect(items.filter(({ type }) => type === "runtime.warning")).toHaveLength(1);
    expect(items.filter(({ type }) => type !== "runtime.warning")).toEqual(events);
  });
});

describe("any bytes", () => {
  const event = JSON.stringify({
    eventId: "e",
    provider: "cursor",
    sessionId: "s",
    createdAt: "2026-02-28T23:59:59Z",
    type: "turn.started",
  });
  const [first = "", ...rest] = transcript.split("\n");
  const line = fc.oneof(
    fc.constantFrom(
      ...rest,
      '{"type":"result"}',
      '{"type":"assistant","message":{"content":[{"type":"text"}]}}',
    ),
    fc.json(),
    fc.string({ unit: "binary" }),
  );
  const text = fc
    .tuple(fc.constantFrom(first, event, "", "{}"), fc.array(line))
    .map(([head, tail]) => [head, ...tail].join("\n"));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    text.map((each) => new Uint8Array(Buffer.from(each))),
  );

  it("are read, in any pieces, and each turn that starts ends", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (all, size) => {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < all.length; at += size) {
          pieces.push(all.subarray(at, at + size));
        }
        const whole = await read(chunksOf(all));
        const types = whole.items.map(({ type }) => type);
        const count = (type: string) => types.filter((each) => each === type).length;
        expect(count("turn.completed")).toBe(count("turn.started"));
        expect((await read(chunksOf(...pieces))).items.map(({ type }) => type)).toEqual(types);
      }),
    );
  });
});
