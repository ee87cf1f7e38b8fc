import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { boundsOf, rasterize } from "../../../source/kicad/drawing/bitmap.js";
import { type ColourDepth, cellsOf, toLines } from "../../../source/kicad/drawing/cells.js";
import { cellAt, type View, viewAround } from "../../../source/kicad/drawing/geometry.js";
import { decode, isNear, safeLine } from "./decode.js";

const paper = [0, 16, 35] as const;
const red = [200, 52, 52] as const;
/** 4 × 3 mm, its top left corner at (20, 30) mm. */
const square = '<rect x="20" y="30" width="4" height="3" fill="#C83434"/>';

/** Half a millimetre a column, one a row, seen from (15, 25) mm. */
const view: View = viewAround({ x: 25, y: 30 }, 0.5, { columns: 40, rows: 10 });

async function draw(content: string, depth: ColourDepth, shown = view): Promise<string[]> {
  return toLines(await cellsOf(await rasterize(content, shown, paper), paper, shown, depth));
}

describe("a drawing in half blocks", () => {
  it("has each millimetre in its cell", async () => {
    const rows = (await draw(square, "truecolor")).map(decode);
    expect(rows.map((cells) => cells.length)).toEqual(Array(10).fill(40));
    const [first, last] = [cellAt(view, { x: 20.01, y: 30.01 }), cellAt(view, { x: 23.99, y: 32.99 })];
    expect([first, last]).toEqual([
      { column: 10, row: 5 },
      { column: 17, row: 7 },
    ]);
    for (const [row, cells] of rows.entries()) {
      for (const [column, { upper, lower }] of cells.entries()) {
        const inside = row >= 5 && row <= 7 && column >= 10 && column <= 17;
        expect(isNear(upper, inside ? red : paper), `upper half of ${column}, ${row}`).toBe(true);
        expect(isNear(lower, inside ? red : paper), `lower half of ${column}, ${row}`).toBe(true);
      }
    }
  });

  it("draws the two halves of a cell in their own colours", async () => {
    const upperHalf = '<rect x="20" y="30" width="1" height="0.5" fill="#C83434"/>';
    const cell = decode((await draw(upperHalf, "truecolor"))[5] ?? "")[10];
    expect(cell && [isNear(cell.upper, red), isNear(cell.lower, paper)]).toEqual([true, true]);
  });

  it("moves and grows with the view", async () => {
    const close = viewAround({ x: 20, y: 30 }, 0.1, { columns: 20, rows: 5 });
    const rows = (await draw(square, "truecolor", close)).map(decode);
    const reds = rows.map((cells) =>
      cells.map(({ upper, lower }) => [isNear(upper, red), isNear(lower, red)]),
    );
    expect(reds[2]?.[9]).toEqual([false, false]);
    expect(reds[2]?.[10]).toEqual([false, true]);
    expect(reds[4]?.[19]).toEqual([true, true]);
  });

  it.each(["truecolor", "256", "16", "none"] as const)(
    "is safe text of full width with %s",
    async (depth) => {
      const lines = await draw(square, depth);
      expect(lines).toHaveLength(10);
      for (const line of lines) {
        expect(line).toMatch(safeLine);
        expect(stringWidth(line)).toBe(40);
      }
    },
  );

  it("uses the colours that the terminal has", async () => {
    const codes = async (depth: ColourDepth) => (await draw(square, depth)).join("");
    expect(await codes("truecolor")).toMatch(/[34]8;2;/);
    expect(await codes("256")).toMatch(/[34]8;5;/);
    expect(await codes("256")).not.toMatch(/[34]8;2;/);
    expect(await codes("16")).not.toMatch(/[34]8;/);
    expect(await codes("none")).not.toContain("\u001b");
  });

  it("shades ink on any paper where there is no colour", async () => {
    const lines = await draw('<rect x="20" y="30" width="4" height="3" fill="#FFFFFF"/>', "none");
    expect(lines[4]).toBe(" ".repeat(40));
    expect(lines[5]).toBe(`${" ".repeat(10)}${"█".repeat(8)}${" ".repeat(22)}`);
    const white = [255, 255, 255] as const;
    const ink = await rasterize('<rect x="20" y="30" width="4" height="3" fill="#000000"/>', view, white);
    expect(toLines(await cellsOf(ink, white, view, "none"))[5]).toBe(lines[5]);
  });
});

describe("the bounds of a drawing", () => {
  it("are in millimetres, wherever on the page or off it", async () => {
    const content = '<rect x="-20" y="230" width="4" height="3" fill="red"/><circle cx="10" cy="240" r="1"/>';
    const bounds = await boundsOf(content);
    expect(bounds?.x).toBeCloseTo(-20, 3);
    expect(bounds?.y).toBeCloseTo(230, 3);
    expect(bounds?.width).toBeCloseTo(31, 3);
    expect(bounds?.height).toBeCloseTo(11, 3);
  });

  it("are none where nothing is drawn", async () => {
    expect(await boundsOf("")).toBeUndefined();
    expect(await boundsOf('<g style="fill:#000000"></g>')).toBeUndefined();
  });
});
