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

  /** As the CLI prints it where it does not escape what JSON must. */
  const unescaped = (value: object) =>
    json(value).replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll("\\u0001", "\u0001");

  it("decodes raw control characters within a string, over as many lines as it has", () => {
    const text = "one\ttab\u0001\n\n  two {\n[\nthree\n";
    const items = read(
      `${unescaped(stream.delta(text))}\r\n${unescaped(stream.result(text))}\n${json(stream.init())}`,
    );
    expect(items.map((item) => item.kind === "event" && item.event)).toEqual([
      stream.delta(text),
      stream.result(text),
      stream.init(),
    ]);
    expect(items.every(({ line }) => !/[\u0000-\u001f]/.test(line) && JSON.parse(line))).toBe(true);
  });

  it("keeps a backslash before a raw line end as one", () => {
    const [item] = read('{"type":"new","text":"a\\\nb"}\n');
    expect(item?.kind === "unknown" && item.raw.text).toBe("a\\\nb");
  });

  it("cuts off what is glued to an event, and keeps it as text where it can be seen", () => {
    const event = json(stream.init());
    for (const glued of ["\u001b[2K\u001b[1G", "\u0000", "\u001b[0m\u0000\r"]) {
      expect(lines(read(`${glued}${event}\n${event}${glued}\n`))).toEqual([
        `event ${event}`,
        `event ${event}`,
      ]);
    }
    expect(lines(read(`Update available.${event}\n`))).toEqual(["text Update available.", `event ${event}`]);
    expect(lines(read(`${event}Update available.\n`))).toEqual([`event ${event}`, "text Update available."]);
    expect(lines(read(`a${event}b${event}${event}c\n`))).toEqual([
      "text a",
      `event ${event}`,
      "text b",
      `event ${event}`,
      `event ${event}`,
      "text c",
    ]);
    expect(lines(read(`a${unescaped(stream.delta("x\ny"))}b\n`))).toEqual([
      "text a",
      `event ${json(stream.delta("x\ny")).replace("\\n", "\\u000a")}`,
      "text b",
    ]);
  });

  it("does not lose events to a string that never ends", () => {
    const event = json(stream.init());
    expect(lines(read(`{"type": "assist\nmore\n\u0000${event}\n`))).toEqual([
      'text {"type": "assist',
      "text more",
      `event ${event}`,
    ]);
    const noise = "{ \"it's\n".repeat(20_000);
    const items = read(`${noise}${event}\n`);
    expect(items.at(-1)?.kind).toBe("event");
    expect(items).toHaveLength(20_001);
  });

  it("is linear in a line of a million beginnings or of as many events", () => {
    expect(read('{"type":'.repeat(1_000_000))).toHaveLength(1);
    expect(read(`x${'{"type":"new"}'.repeat(10_000)}\n`)).toHaveLength(10_001);
  });

  it("gives the same items for any chunking", () => {
    const object = fc.oneof(
      fc.constantFrom<object>(stream.init(), stream.thought(), stream.started("1", "read"), { type: "new" }),
      fc.string({ unit: "binary" }).map((text) => stream.delta(text)),
    );
    const line = fc.oneof(
      object.map((value) => json(value)),
      object.map((value) => JSON.stringify(value, null, 2)),
      object.map(unescaped),
      object.map((value) => `\u0000notice${unescaped(value)}\u001b[0m`),
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
