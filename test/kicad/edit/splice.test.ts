import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applySplices, type Splice } from "../../../source/kicad/edit/splice.js";
import { invertSplices } from "./invert-splices.js";

/** A text, and changes of it that do not overlap: where each begins and ends is drawn from sorted places. */
const changedTexts = fc
  .tuple(
    fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
    fc.array(fc.tuple(fc.nat(), fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 8 }),
  )
  .map(([text, drawn]) => {
    const places = drawn
      .flatMap(([at]) => [at % (text.length + 1), (at >>> 8) % (text.length + 1)])
      .sort((a, b) => a - b);
    const splices: Splice[] = drawn.map(([, inserted], index) => ({
      start: places[2 * index] ?? 0,
      end: places[2 * index + 1] ?? 0,
      text: inserted,
    }));
    return { text, splices };
  });

const seeded = { seed: 20251201, numRuns: 500 };

describe("splices", () => {
  it("change nothing outside of them", () => {
    fc.assert(
      fc.property(changedTexts, ({ text, splices }) => {
        let result = applySplices(text, splices);
        let reached = 0;
        for (const { start, end, text: inserted } of splices.toSorted(
          (a, b) => a.start - b.start || a.end - b.end,
        )) {
          const kept = text.slice(reached, start);
          expect(result.startsWith(kept + inserted)).toBe(true);
          result = result.slice(kept.length + inserted.length);
          reached = end;
        }
        expect(result).toBe(text.slice(reached));
      }),
      seeded,
    );
  });

  it("are taken back by their inverse", () => {
    fc.assert(
      fc.property(changedTexts, ({ text, splices }) => {
        const changed = applySplices(text, splices);
        expect(applySplices(changed, invertSplices(text, splices))).toBe(text);
      }),
      seeded,
    );
  });

  it("are made in any order, insertions at one place in the given one", () => {
    const splices = [
      { start: 4, end: 5, text: "E" },
      { start: 2, end: 2, text: "1" },
      { start: 2, end: 2, text: "2" },
      { start: 2, end: 3, text: "" },
    ];
    expect(applySplices("abcdef", splices)).toBe("ab12dEf");
  });

  it.each([
    [
      "that overlap",
      [
        { start: 0, end: 3, text: "" },
        { start: 2, end: 4, text: "" },
      ],
    ],
    ["beyond the end", [{ start: 2, end: 9, text: "" }]],
    ["that end before they begin", [{ start: 2, end: 1, text: "" }]],
  ])("are refused %s", (_, splices) => {
    expect(() => applySplices("abcdef", splices)).toThrow(RangeError);
  });
});
