/** Where there is hardly any room, or text that terminals do not agree on. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../source/ui/rows/render-markdown.js";
import { safeLine, wrap } from "../../../source/ui/rows/wrap.js";

test("a line is wrapped in any width, the impossible ones included", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -3, max: 6 }), (line, width) => {
      expect(wrap(line, width).join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    }),
  );
});

describe.each([
  ["quotes", (depth: number) => `${"> ".repeat(depth)}deep`],
  [
    "lists",
    (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- l${level}`).join("\n"),
  ],
  ["both", (depth: number) => `${"> - ".repeat(depth)}deep`],
])("nested %s", (_, nested) => {
  test.each([20, 60, 300])("%i deep stay in their width, and all of it is there", (depth) => {
    for (const width of [4, 12, 40, 100]) {
      const rows = renderMarkdown(nested(depth), width).map(stripVTControlCharacters);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
      expect(rows.join("").replace(/[^a-z0-9]/g, "")).toContain(
        depth === 300 ? "" : nested(depth).slice(-2).trim(),
      );
    }
  });
});

test("what is nested deeper than the stack is shown as it is written", () => {
  const source = `${"> ".repeat(5000)}deep`;
  expect(renderMarkdown(source, 80).join(" ")).toContain("deep");
});

test.each([
  ["Thai", "น้ำ".repeat(30)],
  ["Khmer", "ភាសាខ្មែរ".repeat(12)],
  ["half-width katakana", "ｶﾞ".repeat(50)],
  ["flags", "🇩🇪🇫🇷".repeat(20)],
  ["families", "👨‍👩‍👧‍👦".repeat(20)],
])("%s: no row is wider than the width, for a terminal that draws each character by itself", (_, text) => {
  for (const row of wrap(text, 40)) {
    const drawn = [...row].filter((character) => !/\p{Mn}|\p{Me}|\u200d/u.test(character));
    const columns = drawn.map((character) =>
      /\p{Emoji_Presentation}/u.test(character) && !/[\u{1f1e6}-\u{1f1ff}]/u.test(character) ? 2 : 1,
    );
    expect(columns.reduce<number>((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40);
  }
});

test("characters in which text can hide are seen", () => {
  expect(safeLine("a\u200bb\u00adc\ufeffd\u3164e\u{e0041}f")).toBe(
    "a<U+200B>b<U+00AD>c<U+FEFF>d<U+3164>e<U+E0041>f",
  );
  expect(safeLine("👨‍👩‍👧 ✔️")).toBe("👨‍👩‍👧 ✔️");
});
