import { describe, expect, it } from "vitest";
import { orientationOf, turned } from "../../../../source/kicad/design/schematic/orientation.js";
import {
  loadSchematic,
  namePath,
  pinsOf,
  symbolsOf,
} from "../../../../source/kicad/design/schematic/schematic.js";
import { type List, readList } from "../../../../source/kicad/design/syntax/list.js";
import { amplifier } from "../../amplifier.js";
import { schematicOf } from "../../edit/designs.js";
import { SheetWriter, versions } from "../../sheet-writer.js";

describe("how a symbol lies", () => {
  // A pin that is 3 to the right of the symbol's place and 1 above it.
  it.each([
    ["(at 0 0 0)", [3, -1]],
    ["(at 0 0 90)", [-1, -3]],
    ["(at 0 0 180)", [-3, 1]],
    ["(at 0 0 270)", [1, 3]],
    ["(at 0 0 0) (mirror x)", [3, 1]],
    ["(at 0 0 90) (mirror x)", [-1, 3]],
    ["(at 0 0 0) (mirror y)", [-3, -1]],
    ["(at 0 0 90) (mirror y)", [1, -3]],
  ])("%s puts a pin at %j", (written, [x, y]) => {
    const symbol = readList(`(symbol ${written})`) as List;
    const place = turned({ x: 3, y: 1 }, orientationOf(symbol));
    expect([place.x + 0, place.y + 0]).toEqual([x, y]);
  });
});

describe("a schematic", () => {
  it.each(Object.entries(versions))(
    "of %s lists each use of a sheet with its references",
    async (_, version) => {
      const schematic = await schematicOf(amplifier(version));
      expect(schematic.uses.map(namePath)).toEqual(["/", "/left/", "/right/"]);
      const opAmps = symbolsOf(schematic).filter(({ symbol }) => symbol.libraryId === "parts:DUAL");
      expect(opAmps.map(({ reference, unit }) => `${reference}${"ABC"[unit - 1]}`)).toEqual([
        "U101A",
        "U101B",
        "U101C",
        "U201A",
        "U201B",
        "U201C",
      ]);
    },
  );

  it("reads the pins of each unit, where a wire meets them, and the direction that leads out", async () => {
    const schematic = await schematicOf(amplifier());
    const units = symbolsOf(schematic).filter(({ reference }) => reference === "U101");
    expect(units.map((unit) => pinsOf(unit).map(({ number }) => number))).toEqual([
      ["1", "2", "3"],
      ["5", "6", "7"],
      ["4", "8"],
    ]);
    expect(units.flatMap(pinsOf).find(({ number }) => number === "3")).toMatchObject({
      name: "+",
      type: "input",
      at: { x: 68.58, y: 99.06 },
      outward: { x: -1, y: 0 },
    });
  });

  it("shows the function that was chosen for a pin, and reads a tilde as no name", async () => {
    const sheet = new SheetWriter(1).define("x:IC", "U", [[], [{ number: "1", x: 0, y: 0, angle: 0 }]]);
    const text = sheet.place("x:IC", [10, 10], [{ path: `/${sheet.uuid}`, reference: "U1" }]).text();
    const alternate = text
      .replace(/\(length 2\.54\)/, '(length 2.54) (alternate "MOSI" output line)')
      .replace(/\(instances/, '(pin "1" (uuid "1") (alternate "MOSI")) (instances');
    const pinsIn = async (file: string) =>
      symbolsOf(await schematicOf(new Map([["a.kicad_sch", file]]))).flatMap(pinsOf);
    expect(await pinsIn(text)).toMatchObject([{ name: "", type: "passive" }]);
    expect(await pinsIn(alternate)).toMatchObject([{ name: "MOSI", type: "output" }]);
  });

  it("ends where sheets show each other in a circle, and names files that cannot be read", async () => {
    const id = "aaaaaaaa-0000-4000-8000-000000000009";
    const one = new SheetWriter(1).sheet(id, "other", "b.kicad_sch", [10, 10], {}).text();
    const other = new SheetWriter(2)
      .sheet(id, "back", "a.kicad_sch", [10, 10], {})
      .sheet(id, "none", "c.kicad_sch", [50, 10], {})
      .text();
    const schematic = await schematicOf(
      new Map([
        ["a.kicad_sch", one],
        ["b.kicad_sch", other],
      ]),
    );
    expect(schematic.uses.map(namePath)).toEqual(["/", "/other/"]);
    expect(schematic.unreadable).toEqual([expect.stringContaining("c.kicad_sch")]);
  });

  it("is undefined where the root is no schematic", async () => {
    expect(await loadSchematic("/a.kicad_sch", async () => "(kicad_pcb)")).toBeUndefined();
    expect(await loadSchematic("/nowhere/a.kicad_sch")).toBeUndefined();
  });
});
