/** What a drawing looks at closely, found in the design files. */
import { readFile } from "node:fs/promises";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { Finding } from "../check/findings.js";
import type { BoardSide } from "../cli/export-plots.js";
import { readBoard } from "../design/board/board.js";
import { areaOfPads } from "../design/board/pads.js";
import { findReference } from "./find-reference.js";
import type { Point, Rectangle } from "./geometry.js";
import type { Sheet } from "./sheets.js";

/**
 * A part, or a place in mm from the page's top left corner (as in files and findings). `sheet`: the ids of the sheet
 * that the place is on; without it the root.
 */
export type Focus = { reference: string } | { x: number; y: number; sheet?: string };

/** Where a focus is, how far it reaches, and the part's reference as the design spells it; nothing without a focus. */
export type FoundFocus = { mark?: Point; around?: Rectangle; reference?: string };

/** The place of a finding; undefined where KiCad names no item. */
export function focusOf({ items, sheetId }: Finding): Focus | undefined {
  const place = items[0]?.position;
  return place && { x: place.x, y: place.y, ...(sheetId !== undefined && { sheet: sheetId }) };
}

/** Where on the board at `file` (absolute) the focus is. Throws `reference-not-found`. */
export async function findOnBoard(
  file: string,
  focus: Focus | undefined,
): Promise<FoundFocus & { side?: BoardSide }> {
  if (focus === undefined || "x" in focus) {
    return focus ? foundAt(focus) : {};
  }
  const footprints = readBoard(await readFile(file, "utf8"))?.footprints ?? [];
  const found = findReference(footprints, focus.reference);
  const { x, y, side } = found.place;
  return { mark: { x, y }, around: areaOfPads(found), reference: found.reference, side };
}

/** On which of `sheets` and where the focus is. Throws `reference-not-found` and `sheet-not-found`. */
export function findOnSheets(
  sheets: readonly Sheet[],
  focus: Focus | undefined,
): FoundFocus & { sheet: Sheet } {
  if (focus === undefined || "x" in focus) {
    return { sheet: findSheet(sheets, focus?.sheet), ...(focus && foundAt(focus)) };
  }
  const symbols = sheets.flatMap((sheet) => sheet.symbols.map((symbol) => ({ ...symbol, sheet })));
  const { at, reference, sheet } = findReference(symbols, focus.reference);
  return { sheet, ...foundAt(at), reference };
}

function foundAt({ x, y }: Point): FoundFocus {
  return { mark: { x, y }, around: { x, y, width: 0, height: 0 } };
}

function findSheet(sheets: readonly Sheet[], wanted = "/"): Sheet {
  const found = sheets.find(({ path, idPath }) => path === wanted || idPath === wanted);
  if (found === undefined) {
    const paths = sheets.slice(0, 20).map(({ path }) => path);
    throw new CopperheadError({
      code: "sheet-not-found",
      message: `There is no sheet ${wanted} in the schematic.`,
      advice: `Its sheets: ${paths.join(", ")}.`,
      exitCode: exitCodes.failed,
    });
  }
  return found;
}
