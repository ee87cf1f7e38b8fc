import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText, oneLine, safeJson, visible, visibleName } from "../../../source/base/text/safe-text.js";
import { jsonLine, textLine } from "../../../source/cli/output.js";
import { projectEvents } from "../../../source/cursor/native/project-events.js";
import { readEvents } from "../../../source/cursor/stream/stream-reader.js";
import { progressReader } from "../../../source/print/print.js";

/** The list as it is meant, in code points: first and last of each range. */
const ranges = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
] as const;
const dangerous = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

function expectNone(text: string): void {
  expect(
    dangerous.filter((character) => text.includes(character)).map((found) => found.codePointAt(0)),
  ).toEqual([]);
}

const stamp = {
  eventId: "1",
  provider: "cursor",
  sessionId: "s",
  createdAt: "2026-01-01T00:00:00.000Z",
} as const;

describe("every dangerous character", () => {
  it("is shown in text for a terminal", () => {
    for (const character of dangerous) {
      const shown = textLine(`a${character}b`);
      expectNone(shown);
      expect(shown).toMatch(/^a(.|<U\+[0-9A-F]{4,5}>)b\n$/);
    }
  });

  it("is escaped in a line of JSON, which is read as the same value", () => {
    for (const character of dangerous) {
      const value = { [`key${character}`]: `a${character}b` };
      const line = jsonLine(value);
      expectNone(line);
      expect(JSON.parse(line)).toEqual(value);
    }
  });

  it("is a space in text that is made one line", () => {
    for (const character of dangerous) {
      // The single character that introduces a terminal sequence takes the letter behind it along.
      expect(oneLine(`a${character}  b`)).toMatch(/^a ?b?$/);
      expectNone(oneLine(`a${character}b`));
    }
  });

  it("is shown in progress", () => {
    for (const character of dangerous) {
      for (const event of [
        { ...stamp, type: "file.changed", path: `a${character}b`, added: 1, removed: 0 },
        { ...stamp, type: "runtime.warning", message: `a${character}b`, advice: `a${character}b` },
        { ...stamp, type: "thread.started", threadId: `a${character}b`, model: `a${character}b` },
      ] as const) {
        expectNone(textLine(progressReader()(event) ?? ""));
      }
    }
  });

  it("is left out of the warning of an unknown event", async () => {
    const lines = dangerous.map((character, index) =>
      JSON.stringify({ type: `new${character}${index}`, subtype: `a${character}b` }),
    );
    const warnings: string[] = [];
    for await (const event of projectEvents(readEvents(Readable.from([Buffer.from(lines.join("\n"))])))) {
      if (event.type === "runtime.warning") {
        warnings.push(event.message);
      }
    }
    expect(warnings.length).toBeGreaterThan(200);
    expectNone(warnings.join(""));
  });
});

describe("visible", () => {
  it.each([
    ["\u001b[2J\u001b]0;title\u0007", "␛[2J␛]0;title␇"],
    ["a\rb\u0000\u007f", "a␍b␀␡"],
    ["\u009b31m", "<U+009B>31m"],
    ["\u202etxt.exe\u2066x\u2069", "<U+202E>txt.exe<U+2066>x<U+2069>"],
    ["line\n\ttabbed", "line\n\ttabbed"],
    ["👨‍👩‍👧 é ✔︎ שלום", "👨‍👩‍👧 é ✔︎ שלום"],
  ])("shows %j as %j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("changes nothing twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expectNone(shown);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });

  it("keeps a name on its line", () => {
    expect(visibleName("a\nb\r\n\u001b")).toBe("a␊b␍␊␛");
  });
});

it("escapes lone halves and whole pairs in JSON so that they are read back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(JSON.parse(safeJson(text))).toBe(text);
    }),
  );
});

describe("one line", () => {
  it.each([
    [" a \n\n b\t\u00a0c ", "a b c"],
    ["GPT-6  \u200bHigh\u001b[31m", "GPT-6 High"],
    ["\u001b]0;title\u0007x", "x"],
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    ["", ""],
  ])("of %j is %j", (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it("is no longer than asked, and ends in no half of a pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/\n|\r|\t/);
      }),
    );
    expect(cutText("ab😀d", 4)).toBe("ab…");
    expect(cutText("ab😀d", 5)).toBe("ab😀d");
  });

  it("of megabytes takes no time", () => {
    expect(oneLine(`x ${" ".repeat(50_000_000)}y`, 10)).toBe("x");
  });
});

it("has its list of dangerous characters and its oneLine in one file only", () => {
  const source = join(import.meta.dirname, "../../../source");
  // What HFS+ leaves out of names is another list.
  const allowed = ["base/text/safe-text.ts", "workspace/protected-names.ts"];
  const others = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !allowed.includes(path))
    .filter((path) =>
      /function oneLine|\\u009f|\\u202[a-e]|\\u206\d/i.test(readFileSync(join(source, path), "utf8")),
    );
  expect(others).toEqual([]);
});
