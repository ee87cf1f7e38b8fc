/** KiCad's own libraries, where they are installed. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportNetlist } from "../../../source/kicad/cli/export-netlist.js";
import { describeNetlistDifference } from "../../../source/kicad/design/difference/sentences.js";
import { Catalogue } from "../../../source/kicad/design/libraries/catalogue.js";
import {
  readLibraryFootprint,
  readLibrarySymbol,
} from "../../../source/kicad/design/libraries/library-item.js";
import { searchItems } from "../../../source/kicad/design/libraries/search.js";
import { loadSchematic } from "../../../source/kicad/design/schematic/schematic.js";
import { addPart } from "../../../source/kicad/edit/add-part.js";
import { proveEdit } from "../../../source/kicad/edit/prove.js";
import { amplifier } from "../../kicad/amplifier.js";
import { versions } from "../../kicad/sheet-writer.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { kicad } from "./real.js";

const isInstalled = existsSync("/usr/share/kicad/symbols") && existsSync("/usr/share/kicad/footprints");
if (!isInstalled && process.env.CI) {
  throw new Error("KiCad's libraries are not installed: their tests would not run.");
}
const describeLibraries = describe.runIf(isInstalled);

/** A catalogue that nothing of this user's KiCad settings reaches. */
function catalogue(kind: "symbol" | "footprint"): Catalogue {
  const folder = temporaryFolder();
  return new Catalogue(kind, folder, folder, { HOME: folder });
}

describeLibraries("the installed libraries", () => {
  it("are found and searched", async () => {
    const symbols = await catalogue("symbol").offer();
    expect(symbols.items.length).toBeGreaterThan(10_000);
    expect(searchItems(symbols.items, "resistor", 5).items.map(({ id }) => id)).toContain("Device:R");
    expect(symbols.items.find(({ id }) => id === "Device:R")).toMatchObject({
      description: "Resistor",
      pins: 2,
    });
  });

  it("have footprints with their pads", async () => {
    const { items, libraries } = await catalogue("footprint").offer();
    const [first] = searchItems(items, "0603 resistor R_0603_1608Metric", 5).items;
    expect(first).toMatchObject({ id: "Resistor_SMD:R_0603_1608Metric", pins: 2 });
    const soic = await readLibraryFootprint(libraries.found, "Package_SO:SOIC-8_3.9x4.9mm_P1.27mm");
    expect(soic?.pads).toHaveLength(8);
  });

  it.each([
    ["Device:C", versions.kicad9],
    ["Amplifier_Operational:LM358", versions.kicad9],
    ["74xx:74HC00", versions.kicad9],
    ["Regulator_Linear:AMS1117-3.3", versions.kicad7],
    ["MCU_Microchip_ATtiny:ATtiny85-20S", versions.kicad6],
  ])(
    "have a symbol %s that is added to a design of version %i, connected as requested",
    async (symbol, version) => {
      const folder = temporaryFolder();
      for (const [name, text] of amplifier(version)) {
        await writeFile(join(folder, name), text);
      }
      const schematic = await loadSchematic(join(folder, "amplifier.kicad_sch"));
      const { libraries } = await catalogue("symbol").offer();
      const library = await readLibrarySymbol(libraries.found, symbol);
      if (!schematic || !library) {
        throw new Error(`${symbol} or the design is not read.`);
      }
      const netlist = await exportNetlist(kicad(), schematic.root);
      const design = { schematic, netlist, newId: () => crypto.randomUUID() };
      const edit = addPart(design, { symbol, library, ref: "X7", connect: { 1: "VCC", 2: "GND" } });
      const { difference } = await proveEdit(kicad(), design, edit);
      expect(describeNetlistDifference(difference).at(-1)).toMatch(/^X7 added: .* 1 on VCC, 2 on GND/);
    },
  );
});
