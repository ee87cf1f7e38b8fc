import { describe, expect, it } from "vitest";
import { readDefinition } from "../../../source/kicad/design/schematic/definition.js";
import { placedBox } from "../../../source/kicad/design/schematic/outline.js";
import { symbolsOf } from "../../../source/kicad/design/schematic/schematic.js";
import { type List, readList } from "../../../source/kicad/design/syntax/list.js";
import { type AddRequest, addPart } from "../../../source/kicad/edit/add-part.js";
import { amplifier } from "../amplifier.js";
import { versions } from "../sheet-writer.js";
import { designOf, outcomeOf, refusalOf } from "./designs.js";

/** A capacitor that has all but its description and its value from another symbol, in the words of KiCad 9. */
const parent =
  readList(`(symbol "C_Base" (pin_numbers (hide yes)) (exclude_from_sim no) (in_bom yes) (on_board yes)
  (property "Reference" "C" (at 0.6 2.5 0) (effects (font (size 1.27 1.27))))
  (property "Value" "C_Base" (at 0.6 -2.5 0) (effects (font (size 1.27 1.27))))
  (property "Footprint" "" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Datasheet" "~" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Description" "Base" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "ki_keywords" "cap" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (symbol "C_Base_0_1" (rectangle (start -2 -1) (end 2 1) (stroke (width 0) (type default)) (fill (type none))))
  (symbol "C_Base_1_1"
    (pin passive line (at 0 3.81 270) (length 2.79) (name "~" (effects (font (size 1.27 1.27)))) (number "1" (effects (font (size 1.27 1.27)))))
    (pin passive line (at 0 -3.81 90) (length 2.79) (hide yes) (name "~" (effects (font (size 1.27 1.27)))) (number "2" (effects (font (size 1.27 1.27))))))
  (embedded_fonts no))`) as List;
const child = readList(`(symbol "C" (extends "C_Base")
  (property "Value" "C" (at 0.6 -2.5 0) (effects (font (size 1.27 1.27))))
  (property "Footprint" "" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes)))
  (property "Description" "Unpolarized" (at 0 0 0) (effects (font (size 1.27 1.27)) (hide yes))))`) as List;
const library = {
  id: "Device:C",
  definition: readDefinition(child, () => parent),
  ancestors: [parent],
  version: 20241209,
};

const capacitor: AddRequest = {
  symbol: "Device:C",
  library,
  value: "100nF",
  connect: { 1: "VCC", 2: "GND" },
};

async function added(request: AddRequest, version: number = versions.kicad9) {
  const design = await designOf(amplifier(version));
  const edit = addPart(design, request);
  return { ...(await outcomeOf(design, edit)), edit };
}

describe("adding a part", () => {
  it("annotates it, connects it and embeds its symbol", async () => {
    const { changes, edit, design } = await added(capacitor);
    expect(changes).toEqual(["C1 added: 100nF · 1 on VCC, 2 on GND"]);
    expect(edit.references).toEqual(["C1"]);
    const [root] = design.schematic.files.values();
    const embedded = root?.definitions.get("Device:C");
    expect(embedded?.list.all("symbol").map((body) => body.value())).toEqual(["C_0_1", "C_1_1"]);
    expect(embedded?.list.first("extends")).toBeUndefined();
    expect(root?.text).toContain('"Unpolarized"');
    expect(root?.symbols.at(-1)?.properties.has("ki_keywords")).toBe(false);
  });

  it("adds a part to every use of a shared sheet", async () => {
    const { changes, edit } = await added({ ...capacitor, near: "U101", connect: { 1: "IN", 2: "GND" } });
    expect(changes).toEqual([
      "C1 added: 100nF · 1 on /left/IN, 2 on GND",
      "C2 added: 100nF · 1 on AUDIO, 2 on GND",
    ]);
    expect(edit.notes).toEqual([expect.stringContaining("C2 came with it")]);
  });

  it("places every unit of a part, all with one reference", async () => {
    const { changes } = await added({
      symbol: "parts:DUAL",
      sheet: "/",
      connect: { "V+": "VCC", "V-": "GND", 1: "NEW" },
    });
    expect(changes).toEqual([
      "net /NEW added: U1.1",
      "U1 added: DUAL · 1 on /NEW, 2 on nothing, 3 on nothing, 4 on GND, 5 on nothing, 6 on nothing, 7 on nothing, 8 on VCC",
    ]);
  });

  it("covers nothing that is there, and stays on the page", async () => {
    let design = await designOf();
    for (let count = 0; count < 12; count += 1) {
      const edit = addPart(design, { ...capacitor, near: "R101", connect: { 1: "MID", 2: "GND" } });
      design = (await outcomeOf(design, edit)).design;
    }
    const channel = design.schematic.uses[1];
    const boxes = symbolsOf(design.schematic)
      .filter(({ use }) => use === channel)
      .map((used) => ({ ...placedBox(used), reference: used.reference }));
    const overlapping = boxes.filter((one) =>
      boxes.some(
        (other) =>
          other !== one &&
          one.x < other.x + other.width - 0.1 &&
          other.x < one.x + one.width - 0.1 &&
          one.y < other.y + other.height - 0.1 &&
          other.y < one.y + one.height - 0.1,
      ),
    );
    expect(overlapping).toEqual([]);
    expect(boxes.filter(({ x, y }) => x < 12 || y < 12 || x > 285 || y > 198)).toEqual([]);
  });

  it.each(Object.entries(versions))(
    "writes no word into a file of %s that it does not know",
    async (name, version) => {
      const { design } = await added(capacitor, version);
      const [root] = design.schematic.files.values();
      const text = root?.definitions.get("Device:C")?.list.toString() ?? "";
      const symbol = root?.symbols.find(({ libraryId }) => libraryId === "Device:C")?.list.toString() ?? "";
      expect(text.includes("(hide yes)")).toBe(name === "kicad9");
      expect(/\bhide\b/.test(text)).toBe(true);
      expect(text.includes("embedded_fonts")).toBe(name === "kicad9");
      expect(text.includes("exclude_from_sim")).toBe(name === "kicad9");
      expect(text.includes('"ki_description"')).toBe(name !== "kicad9");
      expect(text.includes("(id 0)")).toBe(name === "kicad6");
      expect(symbol.includes("(dnp no)")).toBe(name !== "kicad6");
      expect(root?.rootInstances.some(({ reference }) => reference === "C1")).toBe(name === "kicad6");
    },
  );

  it.each([
    ["a reference that is taken", { ...capacitor, ref: "R1" }, /part R1 already\. The next free one is R\d+/],
    ["what is no reference", { ...capacitor, ref: 'C"1' }, /is no reference/],
    ["a pin that the symbol has not", { ...capacitor, connect: { 3: "VCC" } }, /no pin 3\. Its pins: 1, 2\./],
    ["a sheet that is not there", { ...capacitor, sheet: "power" }, /no sheet power\. Sheets: /],
    ["a symbol that is nowhere", { symbol: "Device:X" }, /no symbol Device:X/],
    ["a power symbol", { symbol: "parts:GND" }, /is a power symbol/],
  ])("refuses %s", async (_, request, reason) => {
    const design = await designOf();
    expect(refusalOf(() => addPart(design, request))).toMatch(reason);
  });

  it("refuses where there is no room", async () => {
    const design = await designOf(
      new Map(
        [...amplifier()].map(([name, text]) => [name, text.replace('(paper "A4")', '(paper "User" 40 40)')]),
      ),
    );
    expect(refusalOf(() => addPart(design, capacitor))).toMatch(
      /no free room of \d+ × \d+ mm on the sheet \//,
    );
  });
});
