import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEvents, type StreamItem, StreamReader } from "../../../source/cursor/stream/stream-reader.js";
import * as stream from "../stream.js";

function read(...chunks: (string | Uint8Array)[]): StreamItem[] {
  const reader = new StreamReader();
  return [...chunks.flatMap((chunk) => reader.push(Buffer.from(chunk))), ...reader.end()];
}

const lines = (items: StreamItem[]) => items.map((item) => `${item.kind} ${item.line}`);
const json = JSON.stringify;

describe("StreamReader", () => {
  it("copes with CRLF, blank lines, a byte order mark and a last line without its end", () => {
    const items = read(`\uFEFF${json(stream.init())}\r\n\r\n   \n${json(stream.result("x"))}`);
    expect(items.map((item) => item.kind)).toEqual(["event", "event"]);
    expect(items[0]?.line).toBe(json(stream.init()));
  });

  it("joins a character that is split over chunks", () => {
    const bytes = Buffer.from(`${json(stream.delta("Ω 🦎 é"))}\n`);
    const whole = read(bytes);
    expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
    expect(whole[0]?.line).toContain("🦎");
  });

  it("does not take U+2028 for a line end", () => {
    const items = read(`${json(stream.delta("a\u2028b\u2029c\u0085d"))}\n`);
    expect(lines(items)).toEqual([`event ${json(stream.delta("a\u2028b\u2029c\u0085d"))}`]);
  });

  it("keeps lines that are not JSON objects as text", () => {
    const items = read('A new version is available.\n42\n"text"\n[1]\n{"type": "assist\n');
    expect(items.map((item) => item.kind)).toEqual(["text", "text", "text", "text", "text"]);
    expect(items[4]?.line).toBe('{"type": "assist');
  });

  it("keeps unknown types and goes on", () => {
    const items = read(`{"type":"telemetry","n":1}\n{"n":2}\n${json(stream.init())}\n`);
    expect(items.map((item) => item.kind)).toEqual(["unknown", "unknown", "event"]);
  });

  it("reads an object that is printed over several lines, as one line", () => {
    const pretty = JSON.stringify(stream.result('brackets in text: {[ and a quote "'), null, 2);
    const items = read(`${pretty}\n${json(stream.init())}\n`);
    expect(items.map((item) => item.kind)).toEqual(["event", "event"]);
    expect(items[0]?.line).not.toContain("\n");
    expect(JSON.parse(items[0]?.line ?? "")).toEqual(JSON.parse(pretty));
  });

  it("does not lose events to text that begins like an object", () => {
    expect(lines(read(`{\n  code: 'ENOENT',\n${json(stream.init())}\n`))).toEqual([
      "text {",
      "text   code: 'ENOENT',",
      `event ${json(stream.init())}`,
    ]);
    expect(lines(read(`{\n${json(stream.init())}\n`))).toEqual(["text {", `event ${json(stream.init())}`]);
    expect(lines(read('{\n  "a": 1\n'))).toEqual(["text {", 'text   "a": 1']);
  });

  it("reads a line of 20 MB in pieces, and in single bytes without growing slow", () => {
    const big = json(stream.delta("x".repeat(20_000_000)));
    const bytes = Buffer.from(`${big}\n`);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 65_536) {
      pieces.push(bytes.subarray(at, at + 65_536));
    }
    expect(read(...pieces)[0]?.line.length).toBe(big.length);

    // Quadratic joining would copy 2 × 10¹² bytes here: far beyond the test's time.
    const reader = new StreamReader();
    const items: StreamItem[] = [];
    for (let at = 0; at < 2_000_000; at++) {
      items.push(...reader.push(bytes.subarray(at, at + 1)));
    }
    items.push(...reader.push(bytes.subarray(2_000_000)));
    expect(items[0]?.line.length).toBe(big.length);
  });

  it("gives the same items for any chunking", () => {
    const object = fc.oneof(
      fc.constantFrom<object>(stream.init(), stream.thought(), stream.started("1", "read"), { type: "new" }),
      fc.string({ unit: "binary" }).map((text) => stream.delta(text)),
    );
    const line = fc.oneof(
      object.map((value) => json(value)),
      object.map((value) => JSON.stringify(value, null, 2)),
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n")),
      fc.constantFrom("{", "}", '{"a":', "  {", '  "b": 1,', ""),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")))
      .map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 }), { minLength: 1 }), (whole, sizes) => {
        const bytes = Buffer.from(whole);
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read(...chunks)).toEqual(read(bytes));
      }),
    );
  });
});

describe("readEvents", () => {
  it("gives the items of a stream of chunks", async () => {
    async function* chunks() {
      yield Buffer.from(json(stream.init()).slice(0, 5));
      yield Buffer.from(`${json(stream.init()).slice(5)}\nnotice`);
    }
    const items: StreamItem[] = [];
    for await (const item of readEvents(chunks())) {
      items.push(item);
    }
    expect(items.map((item) => item.kind)).toEqual(["event", "text"]);
  });
});
