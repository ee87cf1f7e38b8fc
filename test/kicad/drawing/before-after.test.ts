import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { arrange, join } from "../../../source/kicad/drawing/before-after.js";

const before = ["aaaaaaaa", "bbbbbbbb"];
const after = ["\u001b[0;31mcccccccc\u001b[0m", "dddddddd"];

describe("two drawings", () => {
  it("are side by side below their titles", () => {
    expect(join(before, after, { sideBySide: true, columns: 8 })).toEqual([
      "before    after",
      "aaaaaaaa  \u001b[0;31mcccccccc\u001b[0m",
      "bbbbbbbb  dddddddd",
    ]);
  });

  it("are one above the other on a narrow terminal", () => {
    const lines = join(before, after, { sideBySide: false, columns: 8 });
    expect(lines).toEqual(["before", ...before, "after", ...after]);
  });

  it.each([
    [80, 24, true],
    [60, 5, true],
    [59, 24, false],
    [20, 4, false],
  ] as const)("fill no more than %i × %i cells", (columns, rows, sideBySide) => {
    const arranged = arrange({ columns, rows });
    expect(arranged.sideBySide).toBe(sideBySide);
    const { room } = arranged;
    const lines = Array<string>(room.rows).fill("x".repeat(room.columns));
    const joined = join(lines, lines, { sideBySide, columns: room.columns });
    expect(joined.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...joined.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});
