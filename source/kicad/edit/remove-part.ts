/** Removes a part from a schematic. */
import { isPowerSymbol } from "../design/schematic/connections.js";
import { pinsOf, type Schematic, symbolsOf } from "../design/schematic/schematic.js";
import type { PlacedSymbol } from "../design/schematic/sheet-file.js";
import { type Design, type Edit, refuse, Splices } from "./edit.js";
import { withoutParts } from "./expected.js";
import { everyUseOf, notesOnSharedSheets, partNamed } from "./sheets/named-parts.js";
import { SheetItems } from "./sheets/sheet-items.js";
import { removal } from "./writing/place-text.js";

export type RemoveRequest = { ref: string };

/** All units of the part go, with the wires and labels that would then lead nowhere. Throws `edit-refused`. */
export function removePart({ schematic, netlist }: Design, { ref }: RemoveRequest): Edit {
  const units = partNamed(schematic, ref);
  if (units.every(isPowerSymbol)) {
    refuse(`${ref} is a power symbol, not a part.`, "Disconnect the pins that it connects.");
  }
  const uses = everyUseOf(schematic, units);
  const splices = new Splices();
  const gone = new Set(uses.map(({ symbol }) => symbol));
  for (const file of new Set(uses.map(({ use }) => use.file))) {
    const items = new SheetItems(schematic, file, gone);
    const placed = uses.filter(({ use }) => use.file === file);
    for (const symbol of new Set(placed.map((used) => used.symbol))) {
      items.remove(symbol);
    }
    for (const pin of placed.flatMap(pinsOf)) {
      items.prune(pin.at);
    }
    for (const symbol of items.write(splices)) {
      gone.add(symbol);
    }
  }
  removeRootInstances(schematic, gone, splices);
  return {
    files: splices.files,
    expected: withoutParts(netlist, new Set(uses.map(({ reference }) => reference))),
    notes: notesOnSharedSheets(units[0]?.reference ?? ref, uses),
  };
}

/** KiCad 6 keeps the references of all symbols in the root of the design. */
export function removeRootInstances(
  schematic: Schematic,
  gone: ReadonlySet<PlacedSymbol>,
  splices: Splices,
): void {
  const root = schematic.files.get(schematic.root);
  const table = new Set([...schematic.rootInstances.values()].map(({ list }) => list));
  for (const { symbol, instance } of symbolsOf(schematic)) {
    if (root && instance && gone.has(symbol) && table.has(instance.list)) {
      splices.add(root.path, removal(root.list, instance.list));
    }
  }
}
