import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { arrange, join } from "../../../source/kicad/drawing/layout.js";

const before = { title: "before", lines: ["aaaaaaaa", "bbbbbbbb"], columns: 8 };
const after = { title: "after", lines: ["\u001b[0;31mcccccccc\u001b[0m"], columns: 8 };

describe("two pictures", () => {
  it("stand side by side below their titles", () => {
    expect(join(before, after, "beside")).toEqual([
      "before    after",
      "aaaaaaaa  \u001b[0;31mcccccccc\u001b[0m",
      "bbbbbbbb  ",
    ]);
    expect(join(after, before, "beside").at(-1)).toBe("          bbbbbbbb");
  });

  it("stand one over the other on a narrow terminal", () => {
    expect(join(before, after, "stacked")).toEqual(["before", ...before.lines, "after", ...after.lines]);
  });

  it.each([
    [80, 24, "beside"],
    [60, 5, "beside"],
    [59, 24, "stacked"],
    [20, 4, "stacked"],
  ] as const)("fill no more than %i × %i cells", (columns, rows, arrangement) => {
    const arranged = arrange({ columns, rows });
    expect(arranged.arrangement).toBe(arrangement);
    const lines = Array(arranged.room.rows).fill("x".repeat(arranged.room.columns));
    const joined = join(
      { title: "before", lines, columns: arranged.room.columns },
      { title: "after", lines, columns: arranged.room.columns },
      arrangement,
    );
    expect(joined.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...joined.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  });
});
