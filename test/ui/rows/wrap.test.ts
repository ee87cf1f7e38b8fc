import fc from "fast-check";
import { expect, test } from "vitest";
import { cut, safeLine, wrap } from "../../../source/ui/rows/wrap.js";

test("a plain line wraps at words, and loses nothing", () => {
  expect(wrap("  one two three", 9)).toEqual(["  one two", "  three"]);
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "word"), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 30 }), (line, width) => {
      const rows = wrap(line, width);
      expect(rows.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
      for (const row of rows) {
        expect(row.length).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test("lines are cut between characters", () => {
  expect(cut("ab👩‍🚀cd", 4)).toBe("ab…");
  expect(cut("日本語", 5)).toBe("日本…");
  expect(cut("abc", 3)).toBe("abc");
});

test("a line is wrapped in any width, also zero or less", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -3, max: 6 }), (line, width) => {
      expect(wrap(line, width).join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    }),
  );
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

test("characters that can hide text are visible", () => {
  expect(safeLine("a\u200bb\u00adc\ufeffd\u3164e\u{e0041}f")).toBe(
    "a<U+200B>b<U+00AD>c<U+FEFF>d<U+3164>e<U+E0041>f",
  );
  expect(safeLine("👨‍👩‍👧 ✔️")).toBe("👨‍👩‍👧 ✔️");
});

test("an endless word fills its rows, and words around it stay whole", () => {
  const rows = wrap(`one ${"漢".repeat(1000)} two three`, 40);
  expect(rows[0]).toBe("one");
  expect(rows.slice(1, 51)).toEqual(Array.from({ length: 50 }, () => "漢".repeat(20)));
  expect(rows.slice(51)).toEqual(["two three"]);
  const unit = fc.constantFrom("é", "漢", "👩‍🚀", "น้ำ", "🇩🇪", "e\u0301", " ", "word");
  fc.assert(
    fc.property(
      fc.string({ unit, minLength: 300, maxLength: 900 }),
      fc.integer({ min: 5, max: 60 }),
      (line, width) => {
        const letters = (text: string) => text.normalize().replaceAll(" ", "");
        expect(letters(wrap(line, width).join(""))).toBe(letters(line));
      },
    ),
    { numRuns: 30 },
  );
});
