import { describe, expect, it } from "vitest";
import { setFields } from "../../../source/kicad/edit/set-fields.js";
import { amplifier } from "../amplifier.js";
import { versions } from "../sheet-writer.js";
import { designOf, outcomeOf, refusalOf } from "./designs.js";

describe("setting fields", () => {
  it("changes one value and no net", async () => {
    const design = await designOf();
    const { changes } = await outcomeOf(design, setFields(design, { ref: "R1", fields: { value: "4k7" } }));
    expect(changes).toEqual(["R1 Value 100 → 4k7 · nets unchanged"]);
  });

  it("changes every unit of a part, in each use of its sheet, and names the other use", async () => {
    const design = await designOf();
    const edit = setFields(design, {
      ref: "U101",
      fields: { Footprint: "Package_SO:SOIC-8", MPN: 'LM358 "D"' },
    });
    const { changes, design: edited } = await outcomeOf(design, edit);
    expect(edit.notes).toEqual([expect.stringContaining("U201 changed too")]);
    expect(changes).toHaveLength(2);
    const channel = [...edited.schematic.files.values()][1]?.symbols.filter(
      ({ libraryId }) => libraryId === "parts:DUAL",
    );
    expect(channel?.map(({ properties }) => properties.get("MPN")?.value)).toEqual(
      Array(3).fill('LM358 "D"'),
    );
  });

  it("marks a part as not to be placed, and removes the mark again", async () => {
    const design = await designOf();
    const marked = await outcomeOf(design, setFields(design, { ref: "R1", fields: { DNP: "yes" } }));
    expect(marked.changes).toEqual(["R1 dnp (none) → yes · nets unchanged"]);
    const back = setFields(marked.design, { ref: "R1", fields: { dnp: "no" } });
    expect((await outcomeOf(marked.design, back)).changes).toEqual(["R1 dnp yes → (none) · nets unchanged"]);
  });

  it("numbers a new field, hides it by a bare word, and changes the root's table in files of KiCad 6", async () => {
    const design = await designOf(amplifier(versions.kicad6));
    const edit = setFields(design, { ref: "R101", fields: { Value: "22k", MPN: "x" } });
    const { design: edited } = await outcomeOf(design, edit);
    const [root = "", channel = ""] = [...edited.schematic.files.values()].map(({ text }) => text);
    expect(channel).toContain('(property "MPN" "x" (id 4)');
    expect(channel).not.toContain("(hide yes)");
    expect(root.match(/\(value "22k"\)/g)).toHaveLength(2);
  });

  it.each([
    [
      "a part that is not there",
      { ref: "R9", fields: { Value: "1" } },
      /no part R9\. Parts spelt alike: R1, R2, R3/,
    ],
    ["the reference", { ref: "R1", fields: { reference: "R7" } }, /not set as a field/],
    ["the value of a power symbol", { ref: "#PWR01", fields: { Value: "+5V" } }, /Rename the net instead/],
    ["control characters", { ref: "R1", fields: { Value: "1\u001b[2J" } }, /control characters/],
    ["a mark that is neither yes nor no", { ref: "R1", fields: { dnp: "maybe" } }, /is yes or no/],
  ])("refuses %s", async (_, request, reason) => {
    const design = await designOf();
    expect(refusalOf(() => setFields(design, request))).toMatch(reason);
  });

  it("refuses a mark that the file's version of KiCad does not know", async () => {
    const design = await designOf(amplifier(versions.kicad6));
    expect(refusalOf(() => setFields(design, { ref: "R1", fields: { dnp: "yes" } }))).toMatch(
      /does not know it/,
    );
  });
});
