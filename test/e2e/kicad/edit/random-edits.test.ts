import { join } from "node:path";
import { expect, it } from "vitest";
import { inTemporaryFolder } from "../../../../source/base/files/temporary-folder.js";
import { compareFindings } from "../../../../source/kicad/check/baseline.js";
import type { Finding } from "../../../../source/kicad/check/findings.js";
import { runCheck } from "../../../../source/kicad/cli/run-check.js";
import { loadSchematic, type Schematic } from "../../../../source/kicad/design/schematic/schematic.js";
import type { Design, Edit } from "../../../../source/kicad/edit/edit.js";
import { copySchematic, proveEdit } from "../../../../source/kicad/edit/prove.js";
import { applySplices } from "../../../../source/kicad/edit/splice.js";
import { invertSplices } from "../../../kicad/edit/invert-splices.js";
import { versions } from "../../../kicad/sheet-writer.js";
import { demos, describeKicad, hasDemos, kicad } from "../real.js";
import { designIn, refusal, writtenDesign } from "./designs.js";
import { drawEdit, numbersFrom } from "./random-edits.js";

/** How many edits are drawn for each design, and of how many one is checked by ERC as well. */
const edits = 8;
const checkedOf = 3;

const designs: [what: string, seed: number, open: () => Promise<Design>][] = [
  ...Object.entries(versions).map(
    ([name, version]) =>
      [`a design of ${name}`, version, () => writtenDesign(version)] as [
        string,
        number,
        () => Promise<Design>,
      ],
  ),
  ...(hasDemos ? ["pic_programmer", "complex_hierarchy"] : []).map(
    (name, index) =>
      [name, index + 1, () => designIn(join(demos, name, `${name}.kicad_sch`))] as [
        string,
        number,
        () => Promise<Design>,
      ],
  ),
];

/** Errors that come of having less on a net, or of a name that only one pin has: edits of that kind ask for them. */
const ofLooseEnds = [
  "pin_not_connected",
  "pin_not_driven",
  "power_pin_not_driven",
  "label_dangling",
  "pin_to_pin",
];

const askedFor: Readonly<Record<string, readonly string[]>> = {
  set: [],
  rename: [],
  connect: ["pin_to_pin"],
  disconnect: ofLooseEnds,
  remove: ofLooseEnds,
  add: ofLooseEnds,
};

describeKicad("edits drawn at random", () => {
  it.each(designs)(
    "load, do what was asked and nothing else, and are taken back to the byte, in %s",
    async (_, seed, open) => {
      const original = await open();
      const draw = numbersFrom(seed);
      const symbols = symbolsIn(original);
      const baseline = await ercOf(original.schematic);
      const outcomes: string[] = [];
      for (let count = 0; count < edits; count += 1) {
        const { what, make } = drawEdit(original, draw, symbols);
        let edit: Edit;
        try {
          edit = make();
        } catch (error) {
          outcomes.push(`${what}: ${await refusal(Promise.reject(error))}`);
          continue;
        }
        const { texts } = await proveEdit(kicad(), original, edit);
        for (const [path, text] of texts) {
          const before = original.schematic.files.get(path)?.text ?? "";
          expect(applySplices(text, invertSplices(before, edit.files.get(path) ?? []))).toBe(before);
        }
        if (count % checkedOf === 0) {
          const { added } = compareFindings(baseline, await ercOf(await edited(original, texts)));
          const errors = added.filter(({ severity }) => severity === "error").map(({ type }) => type);
          const asked = what.startsWith("rename unconnected-")
            ? ["label_dangling"]
            : (askedFor[what.split(" ")[0] ?? ""] ?? []);
          expect({ what, errors: errors.filter((type) => !asked.includes(type)) }).toEqual({
            what,
            errors: [],
          });
        }
      }
      // Some cannot be made, each for a reason of its own; an error would be named here too.
      expect(outcomes.filter((outcome) => /Error/.test(outcome))).toEqual([]);
      expect(outcomes.length).toBeLessThan(edits);
    },
  );
});

/** The ids of the parts that a design has. */
function symbolsIn({ schematic }: Design): string[] {
  const definitions = [...schematic.files.values()].flatMap((file) => [...file.definitions.values()]);
  return definitions.filter(({ isPower, pins }) => !isPower && pins.length > 1).map(({ id }) => id);
}

async function edited({ schematic }: Design, texts: ReadonlyMap<string, string>): Promise<Schematic> {
  const after = await loadSchematic(
    schematic.root,
    async (path) => texts.get(path) ?? schematic.files.get(path)?.text,
  );
  if (!after) {
    throw new Error("The edited schematic is not read.");
  }
  return after;
}

/** What ERC finds in a copy of a schematic. */
async function ercOf(schematic: Schematic): Promise<Finding[]> {
  return await inTemporaryFolder("test", async (folder) => {
    const { findings } = await runCheck(kicad(), "erc", await copySchematic(schematic, folder));
    return [...findings];
  });
}
