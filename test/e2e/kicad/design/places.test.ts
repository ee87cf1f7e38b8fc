import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { exportNetlist } from "../../../../source/kicad/cli/export-netlist.js";
import { isSame, netlistDifference } from "../../../../source/kicad/design/difference/netlist-difference.js";
import { loadSchematic, type Schematic } from "../../../../source/kicad/design/schematic/schematic.js";
import { amplifier } from "../../../kicad/amplifier.js";
import { bundledBoard } from "../../../kicad/bundled-board.js";
import { netlistOf } from "../../../kicad/edit/designs.js";
import { versions } from "../../../kicad/sheet-writer.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { describeKicad, kicad } from "../real.js";
import { labelledPins } from "./labelled-pins.js";

/** Writes files by name into a folder of their own, and reads the first as the root of a schematic. */
async function written(files: ReadonlyMap<string, string>): Promise<Schematic> {
  const folder = temporaryFolder();
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return loaded(join(folder, [...files.keys()][0] ?? ""));
}

async function loaded(root: string): Promise<Schematic> {
  const schematic = await loadSchematic(root);
  if (!schematic) {
    throw new Error(`${root} is not read.`);
  }
  return schematic;
}

/** The nets on which kicad-cli finds a label of each pin's own, and those where it has to find them. */
async function netsOfLabels(schematic: Schematic) {
  const { texts, nets } = labelledPins(schematic);
  const copy = new Map(
    [...texts].map(([path, text]) => [path.slice(dirname(schematic.root).length + 1), text]),
  );
  const { root } = await written(copy);
  const netlist = await exportNetlist(kicad(), root);
  const found = new Map(
    netlist.nets.map(({ name, pins }) => [
      name,
      [...new Set(pins.map(({ reference, pin }) => `${reference}.${pin}`))].sort(),
    ]),
  );
  return { found, wanted: nets };
}

describeKicad("the places of pins", () => {
  it.each(Object.entries(versions))(
    "are where kicad-cli finds a label put there, in all orientations, units and uses of a sheet of %s",
    async (_, version) => {
      const { found, wanted } = await netsOfLabels(await written(amplifier(version)));
      expect(found).toEqual(wanted);
      expect([...wanted.values()].flat()).toHaveLength(94);
    },
  );

  it("are right on the bundled board", async () => {
    const { found, wanted } = await netsOfLabels(
      await loaded(join(bundledBoard, "hardware/blinker.kicad_sch")),
    );
    expect(found).toEqual(wanted);
  });
});

describeKicad("what touches on the sheets", () => {
  it.each(Object.entries(versions))(
    "makes the nets that kicad-cli finds in a design of %s",
    async (_, version) => {
      const schematic = await written(amplifier(version));
      const netlist = await exportNetlist(kicad(), schematic.root);
      const difference = netlistDifference(netlist, netlistOf(schematic));
      expect(difference.nets).toEqual({
        added: [],
        removed: [],
        joined: [],
        split: [],
        renamed: [],
        pins: [],
      });
      expect(isSame(difference)).toBe(true);
    },
  );
});
