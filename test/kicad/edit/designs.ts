/**
 * Designs in memory for tests of edits, and what an edit makes of them. Their netlists are put together from what
 * touches on the sheets; that kicad-cli has the same ones is tested elsewhere.
 */
import { join } from "node:path";
import type { Netlist } from "../../../source/kicad/cli/netlist.js";
import { netlistDifference } from "../../../source/kicad/design/difference/netlist-difference.js";
import { describeNetlistDifference } from "../../../source/kicad/design/difference/sentences.js";
import { groupsOf, isPowerSymbol } from "../../../source/kicad/design/schematic/connections.js";
import {
  loadSchematic,
  namePath,
  type Schematic,
  symbolsOf,
} from "../../../source/kicad/design/schematic/schematic.js";
import { newDuplicates } from "../../../source/kicad/edit/duplicates.js";
import type { Design, Edit } from "../../../source/kicad/edit/edit.js";
import { loneNet } from "../../../source/kicad/edit/expected.js";
import { namesIn, partPins } from "../../../source/kicad/edit/sheets/nets.js";
import { applySplices } from "../../../source/kicad/edit/splice.js";
import { amplifier } from "../amplifier.js";
import { invertSplices } from "./invert-splices.js";

const folder = "/design";

/** The schematic of these files, by name, the first of which is the root. */
export async function schematicOf(files: ReadonlyMap<string, string>): Promise<Schematic> {
  const texts = new Map([...files].map(([name, text]) => [join(folder, name), text]));
  const [root = ""] = texts.keys();
  const schematic = await loadSchematic(root, async (path) => texts.get(path));
  if (!schematic) {
    throw new Error("The schematic cannot be read.");
  }
  return schematic;
}

export async function designOf(files: ReadonlyMap<string, string> = amplifier()): Promise<Design> {
  const schematic = await schematicOf(files);
  let count = 0;
  const newId = () => {
    count += 1;
    return `bbbbbbbb-0000-4000-8000-${String(count).padStart(12, "0")}`;
  };
  return { schematic, netlist: netlistOf(schematic), newId };
}

/** The netlist as the sheets have it, without what buses join. */
export function netlistOf(schematic: Schematic): Netlist {
  const parts = new Map(
    symbolsOf(schematic)
      .filter((used) => !isPowerSymbol(used))
      .map((used) => [used.reference, used]),
  );
  return {
    components: [...parts.values()].map(({ reference, symbol, use }) => {
      const others = [...symbol.properties.values()].filter(
        ({ name, value }) =>
          value !== "" && !/^(Reference|Value|Footprint|Datasheet|Description)$/.test(name),
      );
      const description = symbol.properties.get("Description")?.value ?? "";
      return {
        reference,
        value: symbol.properties.get("Value")?.value ?? "",
        footprint: symbol.properties.get("Footprint")?.value ?? "",
        sheet: namePath(use),
        flags: symbol.list.valueOf("dnp") === "yes" ? ["dnp"] : [],
        fields: Object.fromEntries(others.map(({ name, value }) => [name, value])),
        ...(description !== "" && { description }),
      };
    }),
    nets: groupsOf(schematic).flatMap((group) => {
      const pins = partPins(group);
      const [pin] = pins;
      if (!pin) {
        return [];
      }
      const automatic = pins.length > 1 ? `Net-(${pin.reference}-Pad${pin.pin})` : loneNet(pin);
      return [{ name: namesIn(group)[0] ?? automatic, pins: pins.map((one) => ({ ...one, name: "" })) }];
    }),
  };
}

/**
 * What an edit makes of a design: in words, and the design itself. Throws where it is not what the edit promises,
 * where something exists twice then, or where it cannot be taken back.
 */
export async function outcomeOf(design: Design, edit: Edit): Promise<{ changes: string[]; design: Design }> {
  const { schematic, netlist } = design;
  const files = new Map(
    [...schematic.files.values()].map(({ path, text }) => {
      const splices = edit.files.get(path) ?? [];
      const edited = applySplices(text, splices);
      if (applySplices(edited, invertSplices(text, splices)) !== text) {
        throw new Error("The edit cannot be taken back.");
      }
      return [path.slice(folder.length + 1), edited];
    }),
  );
  const edited = await schematicOf(files);
  const result = netlistOf(edited);
  const broken = [
    ...describeNetlistDifference(netlistDifference(edit.expected, result)),
    ...newDuplicates(schematic, edited),
  ];
  if (broken.length > 0) {
    throw new Error(`Not as promised: ${broken.join("; ")}`);
  }
  const changes = describeNetlistDifference(netlistDifference(netlist, result));
  return { changes, design: { ...design, schematic: edited, netlist: result } };
}

/** The reason for a refusal, with its advice. */
export function refusalOf(edit: () => unknown): string {
  try {
    edit();
  } catch (error) {
    const failure =
      error instanceof Error && "failure" in error ? (error.failure as Record<string, string>) : {};
    if (failure.code === "edit-refused") {
      return [failure.message, failure.advice].filter((text) => text).join(" ");
    }
    throw error;
  }
  throw new Error("It was not refused.");
}
