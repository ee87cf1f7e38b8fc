/** Designs on the disk, with the netlists that kicad-cli has of them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CopperheadError } from "../../../../source/base/failure.js";
import { exportNetlist } from "../../../../source/kicad/cli/export-netlist.js";
import { loadSchematic } from "../../../../source/kicad/design/schematic/schematic.js";
import type { Design } from "../../../../source/kicad/edit/edit.js";
import { amplifier } from "../../../kicad/amplifier.js";
import { versions } from "../../../kicad/sheet-writer.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { kicad } from "../real.js";

/** A design of these files, whose root is `amplifier.kicad_sch`; removed after the test. */
export async function writtenDesign(
  version: number = versions.kicad9,
  files: ReadonlyMap<string, string> = amplifier(version),
): Promise<Design> {
  const folder = temporaryFolder();
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text);
  }
  return designIn(join(folder, "amplifier.kicad_sch"));
}

/** The design with this root. */
export async function designIn(root: string): Promise<Design> {
  const schematic = await loadSchematic(root);
  if (!schematic) {
    throw new Error("The schematic is not read.");
  }
  return { schematic, netlist: await exportNetlist(kicad(), root), newId: () => crypto.randomUUID() };
}

/** The reason for which an edit is refused. */
export async function refusal(edit: Promise<unknown>): Promise<string> {
  const error = await edit.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof CopperheadError && error.failure.code === "edit-refused"
    ? error.failure.message
    : String(error);
}
