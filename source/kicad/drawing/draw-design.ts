/** Draws a board or a sheet of a schematic in the terminal: kicad-cli plots it, and it is shown in half blocks. */
import { readFile } from "node:fs/promises";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { Finding } from "../check/findings.js";
import { type BoardSide, plotBoard, plotSheets } from "../cli/export-svg.js";
import { type KicadCli, kicadFailure } from "../cli/kicad-cli.js";
import { findReference, footprintsIn, type Sheet, sheetsOf } from "../design/places.js";
import type { ColourDepth } from "./blocks.js";
import { areaOfPlot, type Drawing, describe, drawView, nothingToDraw, viewFor } from "./drawing.js";
import type { Grid, Point, Rectangle } from "./geometry.js";
import { boardStyle, type Plot, type Style, schematicStyle } from "./plotted-svg.js";

/**
 * What to look at closely: a part, or a place in mm from the page's top left corner (as in files and findings).
 * `sheet`: the sheet that the place is on, by its path of names or ids; the root where it is not said.
 */
export type Focus = { reference: string } | { x: number; y: number; sheet?: string };

export type DrawOptions = {
  cli: KicadCli;
  /** The board, or the root schematic; absolute. */
  file: string;
  focus?: Focus;
  /** The room there is, in cells; a drawing takes no more of it than it needs. */
  size: Grid;
  colour: ColourDepth;
  signal?: AbortSignal;
};

/** Where a finding is, to be looked at; undefined where KiCad names no item. */
export function focusOf({ items, sheetId }: Finding): Focus | undefined {
  const place = items[0]?.position;
  return place && { x: place.x, y: place.y, ...(sheetId !== undefined && { sheet: sheetId }) };
}

/**
 * Draws a board, or the surroundings of `focus`, from the front; the back is seen through the board, as in KiCad.
 * Without `side` it is the one that the part in focus is mounted on. Throws `reference-not-found`, `nothing-to-draw`,
 * and what `KicadCli.load` throws.
 */
export async function drawBoard(options: DrawOptions & { side?: BoardSide }): Promise<Drawing> {
  const seen = await findOnBoard(options.file, options.focus);
  const side = options.side ?? seen.side ?? "front";
  const plot = await plotBoard(options.cli, options.file, side, options);
  return await drawPlot(plot, boardStyle, options, seen, [seen.reference, side]);
}

/**
 * Draws a sheet of a schematic, or the surroundings of `focus`. `sheet` is a path of names (`/power/`) or ids, or a
 * name; without it, it is the one that holds the focus, else the root. Throws `reference-not-found`,
 * `sheet-not-found`, `nothing-to-draw`, and what `KicadCli.load` throws.
 */
export async function drawSchematic(options: DrawOptions & { sheet?: string }): Promise<Drawing> {
  const seen = findOnSheets(await sheetsOf(options.file), options.focus, options.sheet);
  const plots = await plotSheets(options.cli, options.file, [seen.sheet], options);
  const plot = plots.get(seen.sheet.idPath);
  if (plot === undefined) {
    throw kicadFailure("kicad-plot-unreadable", `kicad-cli left no drawing of the sheet ${seen.sheet.path}.`);
  }
  return await drawPlot(plot, schematicStyle, options, seen, [seen.reference, `sheet ${seen.sheet.path}`]);
}

async function drawPlot(
  plot: Plot,
  style: Style,
  { size, colour }: DrawOptions,
  { mark, around }: Seen,
  words: readonly (string | undefined)[],
): Promise<Drawing> {
  const area = await areaOfPlot(plot);
  if (area === undefined) {
    throw nothingToDraw();
  }
  const view = viewFor(area, around, style.closeUp, size);
  return { lines: await drawView(plot, style, view, colour, mark), caption: describe(words, view, mark) };
}

/** Where the focus is, how far it reaches, and the part that was asked for as the design spells it. */
export type Seen = { mark?: Point; around?: Rectangle; reference?: string };

function seenAt({ x, y }: Point): Seen {
  return { mark: { x, y }, around: { x, y, width: 0, height: 0 } };
}

/** Where on a board the focus is. Throws `reference-not-found`. */
export async function findOnBoard(
  file: string,
  focus: Focus | undefined,
): Promise<Seen & { side?: BoardSide }> {
  if (focus === undefined || "x" in focus) {
    return focus ? seenAt(focus) : {};
  }
  const { at, area, reference, side } = findReference(
    footprintsIn(await readFile(file, "utf8")),
    focus.reference,
  );
  return { mark: at, around: area, reference, side };
}

/** On which of `sheets` and where the focus is. Throws `reference-not-found` and `sheet-not-found`. */
export function findOnSheets(
  sheets: readonly Sheet[],
  focus: Focus | undefined,
  asked?: string,
): Seen & { sheet: Sheet } {
  if (focus === undefined || "x" in focus) {
    const sheet = findSheet(sheets, asked ?? focus?.sheet);
    return focus ? { sheet, ...seenAt(focus) } : { sheet };
  }
  const among = asked === undefined ? sheets : [findSheet(sheets, asked)];
  const symbols = among.flatMap((sheet) => sheet.symbols.map((symbol) => ({ ...symbol, sheet })));
  const { at, reference, sheet } = findReference(symbols, focus.reference);
  return { sheet, ...seenAt(at), reference };
}

function findSheet(sheets: readonly Sheet[], asked = "/"): Sheet {
  const wanted = asked.trim().toLowerCase();
  const found =
    sheets.find(({ path, idPath }) => path === asked || idPath === asked) ??
    sheets.find(({ path, names }) => path.toLowerCase() === wanted || names.at(-1)?.toLowerCase() === wanted);
  if (found === undefined) {
    throw new CopperheadError({
      code: "sheet-not-found",
      message: `There is no sheet ${asked} in the schematic.`,
      advice: `Its sheets: ${sheets
        .slice(0, 20)
        .map(({ path }) => path)
        .join(", ")}.`,
      exitCode: exitCodes.failed,
    });
  }
  return found;
}
