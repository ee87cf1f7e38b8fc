/** The sheets of a schematic, as drawings need them. */
import { loadSchematic, namePath, symbolsIn } from "../design/schematic/schematic.js";
import type { Point } from "./geometry.js";

/** One symbol on a sheet, in mm; `unit` is the letter of a part of several units, `B` in `U1B`. */
export type PlacedSymbol = { reference: string; unit: string; at: Point };

/** One use of a sheet. `path`: by names (`/power/`), `idPath`: by ids, both as in findings; `names`: from the root down. */
export type Sheet = { path: string; idPath: string; names: string[]; symbols: PlacedSymbol[] };

/** Every use of a sheet below the root schematic at `root` (absolute), the root first; what cannot be read is left out. */
export async function sheetsOf(root: string): Promise<Sheet[]> {
  const schematic = await loadSchematic(root);
  if (!schematic) {
    return [];
  }
  return schematic.uses.map((use) => ({
    path: namePath(use),
    idPath: use.path,
    names: use.names.map((name) => name.replaceAll("{slash}", "/")),
    symbols: symbolsIn(schematic, use)
      .filter(({ reference }) => reference !== "")
      .map(({ reference, unit, symbol }) => ({
        reference,
        unit: String.fromCharCode(64 + unit),
        at: symbol.at,
      })),
  }));
}
