import { describe, expect, it } from "vitest";
import { readList } from "../../../../source/kicad/design/syntax/list.js";
import { type Form, formOf, print, readForm, styleOf } from "../../../../source/kicad/edit/writing/form.js";

const wire: Form = [
  "wire",
  ["pts", ["xy", "1", "2"], ["xy", "3", "4"]],
  ["stroke", ["width", "0"], ["type", "default"]],
  ["uuid", '"00000000-0000-4000-8000-000000000000"'],
];

describe("a new piece of a file", () => {
  it("has each list on a line of its own in a file of KiCad 8 or later", () => {
    const style = styleOf(readList('(kicad_sch\n\t(version 20250114)\n\t(uuid "x")\n)') as never);
    expect(print(wire, style, 1)).toBe(`(wire
		(pts
			(xy 1 2) (xy 3 4)
		)
		(stroke
			(width 0)
			(type default)
		)
		(uuid "00000000-0000-4000-8000-000000000000")
	)`);
  });

  it("has several lists in a line in a file of KiCad 7 or before, and its line ends", () => {
    const style = styleOf(readList("(kicad_sch (version 20230121)\r\n  (uuid x)\r\n)") as never);
    expect(style).toMatchObject({ newline: "\r\n", quotesIds: false });
    expect(
      print(wire, style, 1)
        .split("\r\n")
        .map((line) => line.trim()),
    ).toEqual([
      "(wire (pts (xy 1 2) (xy 3 4))",
      "(stroke (width 0) (type default))",
      '(uuid "00000000-0000-4000-8000-000000000000")',
      ")",
    ]);
  });

  it("is read back as it was written", () => {
    expect(formOf(readForm(wire) as never)).toEqual(wire);
  });

  it("is not read where it is nested more deeply than anything of KiCad's", () => {
    const list = readList(`${"(a ".repeat(1000)}${")".repeat(1000)}`);
    expect(formOf(list as never)).toBeUndefined();
  });
});
