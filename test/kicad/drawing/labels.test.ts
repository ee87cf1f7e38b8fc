import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { toLines } from "../../../source/kicad/drawing/cells.js";
import { type View, viewAround } from "../../../source/kicad/drawing/geometry.js";
import {
  type Label,
  placeLabels,
  printable,
  readableLetter,
  writeOver,
} from "../../../source/kicad/drawing/labels.js";

/** One millimetre a column, two a row. */
const view: View = viewAround({ x: 20, y: 10 }, 1, { columns: 40, rows: 10 });

function label(text: string, x: number, y: number, width = text.length, height = 1.2): Label {
  return { text, area: { x: x - width / 2, y: y - height / 2, width, height } };
}

describe("the texts of a drawing", () => {
  it("are written in the middle of where they are drawn", () => {
    expect(placeLabels([label("R12", 10.5, 5)], view)).toEqual([{ text: "R12", column: 9, row: 2 }]);
  });

  it("are written downwards where they are drawn upwards", () => {
    const turned = label("C1", 10.5, 9, 1.2, 3);
    expect(placeLabels([turned], view)).toEqual([
      { text: "C", column: 10, row: 4 },
      { text: "1", column: 10, row: 5 },
    ]);
  });

  it("are left out where the cells are much larger than the letters", () => {
    expect(placeLabels([label("LONG NAME", 20, 10, 3)], view)).toEqual([]);
    expect(placeLabels([label("7", 20, 10, 0.3, 0.4)], view)).toEqual([]);
  });

  it("are left to the drawing where their letters are large enough to be read", () => {
    const large = label("BIG", 20, 10, 20, 8);
    expect(large.area.height).toBeGreaterThanOrEqual(readableLetter(view));
    expect(placeLabels([large], view)).toEqual([]);
  });

  it("never touch each other or the edge; names go first", () => {
    const labels = [label("1", 10.5, 5), label("R1", 10.5, 5), label("VCC", 13.5, 5), label("OUT", 39.5, 5)];
    expect(placeLabels(labels, view)).toEqual([{ text: "R1", column: 10, row: 2 }]);
  });

  it("replace what is under them, in their own colours", () => {
    const picture = [[..."abcdef"].map((glyph) => ({ glyph, style: "31" }))];
    const lines = toLines(writeOver(picture, [{ text: "R1", column: 2, row: 0 }], "97;40"));
    expect(lines).toEqual(["\u001b[0;31mab\u001b[0;97;40mR1\u001b[0;31mef\u001b[0m"]);
  });
});

describe("a text from a design", () => {
  it("loses KiCad's marks for overbars and the like", () => {
    expect(printable(" ~{RESET}/V_{CC} 10µ Ω Ж ")).toBe("RESET/VCC 10µ Ω Ж");
  });

  it.each([
    "\u001b[31mred",
    "a\nb",
    "a\u202eb",
    "漢字",
    "👩‍🔧",
    "e\u0301\u0301",
    "\u0600",
    "אב",
    "\u200b",
    "a\u0085",
  ])("is not written where it could do harm or has no column of its own: %j", (text) =>
    expect(printable(text)).toBe(""),
  );

  it("fills one column a letter, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const written = printable(text);
        expect(stringWidth(written)).toBe([...written].length);
        expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 2000 },
    );
  });
});
