import { expect, it } from "vitest";
import type { Difference } from "../../source/base/design-difference.js";
import { difference } from "../../source/base/design-difference.js";
import type { ComparedProject } from "../../source/kicad/compare/compare-projects.js";
import { differenceMarkdown, differenceObject, differenceText } from "../../source/print/difference.js";

const nets = { added: [], removed: [], joined: [], split: [], renamed: [], pins: [] };
const parts = { added: [], removed: [], changed: [] };
const fault = { code: "x", message: "It does not load.", advice: "Open it.", exitCode: 1 } as const;

const renamed = (count: number): ComparedProject => ({
  project: "hw/a.kicad_pro",
  nets: {
    ...nets,
    renamed: Array.from({ length: count }, (_, index) => ({ before: `A${index}`, after: "B <b>\n# c" })),
  },
  parts,
  faults: [],
});

it("is an object of its schema, of what differs and of what could not be compared", () => {
  const same = { project: "b", nets, parts, faults: [] };
  const found = differenceObject([renamed(1), same, { project: "c", faults: [fault] }]);
  expect(difference.parse(found)).toEqual(found);
  expect(found).toMatchObject({
    same: false,
    projects: [{ project: "hw/a.kicad_pro", parts }],
    notCompared: [{ project: "c", reason: "It does not load.", advice: "Open it." }],
  });
  expect(differenceObject([same])).toEqual({ schema: "copperhead.diff/1", same: true, projects: [] });
  expect(differenceObject([{ project: "c", faults: [fault] }]).same).toBe(false);
});

it("is a sentence a line, below its project", () => {
  expect(differenceText(differenceObject([renamed(2)]), "HEAD")).toBe(
    "hw/a.kicad_pro\n  net A0 renamed to B <b>␊# c\n  net A1 renamed to B <b>␊# c",
  );
  expect(differenceText(differenceObject([]), "HEAD")).toBe("No design differs from HEAD.");
  expect(differenceText(differenceObject([{ project: "c", faults: [fault] }]), "HEAD")).toBe("");
});

it.each([
  ["added", "the project is new"],
  ["removed", "the project is gone"],
] as const)("is a few lines for a project that is %s as a whole", (whole, first) => {
  const part = (index: number) => ({ ref: `R${index}`, value: "1k", footprint: "R", pins: [] });
  const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
  const found = differenceObject([
    {
      project: "a.kicad_pro",
      whole,
      parts: { ...parts, [whole]: numbers.map(part) },
      nets: { ...nets, [whole]: [{ name: "GND", pins: [] }] },
      faults: [],
    },
  ]);
  expect(differenceText(found, "HEAD").split("\n")).toEqual([
    "a.kicad_pro",
    `  ${first}`,
    "  300 parts: R1, R2, R3, R4, R5, R6, R7, R8, 292 more",
    "  1 net: GND",
  ]);
  expect(difference.parse(found).projects[0]?.parts[whole]).toHaveLength(300);
});

it("is markdown in which names stay names, up to a bound", () => {
  const of = (found: Difference) => differenceMarkdown(found, "main");
  expect(of(differenceObject([renamed(1), { project: "c", faults: [fault] }]))).toBe(
    [
      "### `hw/a.kicad_pro`\n\n- net `A0` renamed to `B <b>␊# c`",
      "### Not compared\n\n- `c`: `It does not load.`\n",
    ].join("\n\n"),
  );
  expect(of(differenceObject([]))).toBe("No design differs from `main`.\n");
  const long = of(differenceObject([renamed(150)]));
  expect(long.match(/^- net/gm)).toHaveLength(100);
  expect(long).toContain("\n- and 50 more\n");
});
