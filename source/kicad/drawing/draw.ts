/** Draws a board or a sheet in the terminal: kicad-cli plots it, and the plot is shown in half blocks or as a picture. */
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { type BoardSide, plotBoard, plotSheets } from "../cli/export-plots.js";
import { type KicadCli, kicadFailure } from "../cli/kicad-cli.js";
import { arrange } from "./before-after.js";
import { boundsOf, changedArea, rasterize } from "./bitmap.js";
import type { ColourDepth } from "./cells.js";
import { type Focus, type FoundFocus, findOnBoard, findOnSheets } from "./focus.js";
import { type Grid, grow, hullOf, type Rectangle, viewOfAll } from "./geometry.js";
import type { PictureTerminal } from "./picture.js";
import { boardStyle, emptyPlot, outlineOf, type Plot, type Style, schematicStyle } from "./plot.js";
import { drawCells, drawImages, drawPicture, type Picture, type Scene } from "./scene.js";
import { type Sheet, sheetsOf } from "./sheets.js";

/**
 * Lines of block characters and SGR sequences, none wider than the room for them, and a line of text on what they
 * show. Nothing in either can act on a terminal. `picture` is the same for a terminal that shows pictures.
 */
export type Drawing = { lines: string[]; caption: string; picture?: Picture };

/** What is drawn. */
export type SceneOptions = {
  cli: KicadCli;
  /** The board, or the root schematic; absolute. */
  file: string;
  /** The same file before a change, with its sheets beside it; absolute. */
  before?: string;
  focus?: Focus;
};

export type DrawOptions = SceneOptions & {
  /** The room for the drawing, in cells; it fills no more of it than it needs. */
  size: Grid;
  colour: ColourDepth;
  /** What pictures the terminal can show. */
  pictures?: Promise<PictureTerminal | undefined>;
};

/** A picture that is partly off the screen cannot be shown: a prompt of some lines must not be in its way. */
const spareRows = 2;

/** What is drawn, and how the caption names it. */
type Subject = FoundFocus & { before?: Plot; after: Plot; names: (string | undefined)[] };

/**
 * Draws a board or a sheet, or the surroundings of `focus`. A board is drawn from the front, or from the side that the
 * part in focus is mounted on; the back is seen through the board, as in KiCad. A schematic's sheet is the one that holds
 * the focus, else the root.
 *
 * With `before` there are two drawings of one view: side by side, or one above the other where the terminal is narrow.
 * Both show the focus, else what has changed, else all of it; of a board the back where only that has changed, of a
 * schematic the first sheet that has changed. A part in focus is where it is after the change, or where it was if it is
 * gone.
 *
 * Throws `reference-not-found`, `sheet-not-found`, `nothing-to-draw`, and what `KicadCli.run` throws.
 */
export async function drawDesign(options: DrawOptions): Promise<Drawing> {
  const { size, colour } = options;
  const subject = await sceneOf(options);
  const arrangementIn = (room: Grid) =>
    subject.plots.length === 2 ? arrange(room) : { sideBySide: false, room };
  const scene: Scene = { ...subject, arrangement: arrangementIn(size) };
  const terminal = await options.pictures;
  const room = { ...size, rows: Math.max(1, size.rows - spareRows) };
  const picture = terminal && (await drawPicture({ ...scene, arrangement: arrangementIn(room) }, terminal));
  return { ...(await drawCells(scene, colour)), ...(picture && { picture }) };
}

/** The same as PNG files: one, or with `before` two of one view, the earlier one first. Throws what `drawDesign` throws. */
export async function drawDesignImages(
  options: SceneOptions,
): Promise<{ images: Uint8Array[]; caption: string }> {
  return await drawImages(await sceneOf(options));
}

async function sceneOf(options: SceneOptions): Promise<Omit<Scene, "arrangement">> {
  const isBoard = options.file.endsWith(".kicad_pcb");
  const style = isBoard ? boardStyle : schematicStyle;
  const { before, after, mark, around, names } = await (isBoard
    ? plotOfBoard(options)
    : plotOfSheet(options));
  const area = hullOf([before && (await areaOfPlot(before)), await areaOfPlot(after)]);
  if (area === undefined) {
    throw new CopperheadError({
      code: "nothing-to-draw",
      message: "There is nothing to draw: it is empty.",
      exitCode: exitCodes.failed,
    });
  }
  const changed = before && (await changeBetween(before, after, style, area));
  const notice = before && !changed ? "no visible change" : undefined;
  return {
    plots: before ? [before, after] : [after],
    style,
    area,
    around: around ?? changed,
    mark,
    names: [notice, ...names],
  };
}

async function plotOfBoard(options: SceneOptions): Promise<Subject> {
  const { cli, file, before, focus } = options;
  const found = await findNowOrBefore(options, (board) => findOnBoard(board, focus));
  const plotSide = async (side: BoardSide): Promise<Subject> => ({
    ...found,
    ...(before !== undefined && { before: await plotBoard(cli, before, side) }),
    after: await plotBoard(cli, file, side),
    names: [found.reference, side],
  });
  const subject = await plotSide(found.side ?? "front");
  if (before === undefined || focus || isChanged(subject)) {
    return subject;
  }
  const back = await plotSide("back");
  return isChanged(back) ? back : subject;
}

async function plotOfSheet(options: SceneOptions): Promise<Subject> {
  const { cli, file, before, focus } = options;
  const find = async (root: string) => findOnSheets(await sheetsOf(root), focus);
  const found = before === undefined || focus ? await findNowOrBefore(options, find) : undefined;
  const old = before === undefined ? [] : await sheetsOf(before);
  const wanted = found ? [found.sheet] : [...(await sheetsOf(file)), ...old];
  const plotsAfter = await plotSheets(cli, file, wanted);
  const plotsBefore = before === undefined ? undefined : await plotSheets(cli, before, wanted);
  const plotsOf = ({ idPath }: Sheet) => ({
    ...(plotsBefore && { before: plotsBefore.get(idPath) ?? emptyPlot }),
    after: plotsAfter.get(idPath) ?? emptyPlot,
  });
  // The root where nothing has changed.
  const sheet =
    found?.sheet ?? wanted.find((one) => isChanged(plotsOf(one))) ?? findOnSheets(wanted, undefined).sheet;
  if (!plotsBefore && !plotsAfter.has(sheet.idPath)) {
    throw kicadFailure("kicad-plot-unreadable", `kicad-cli left no plot of the sheet ${sheet.path}.`);
  }
  return { ...found, ...plotsOf(sheet), names: [found?.reference, `sheet ${sheet.path}`] };
}

/** A focus that is gone now is found in the design as it was. */
function findNowOrBefore<Found>(
  { file, before }: SceneOptions,
  find: (file: string) => Promise<Found>,
): Promise<Found> {
  return before === undefined ? find(file) : find(file).catch(() => find(before));
}

function isChanged({ before, after }: Pick<Subject, "before" | "after">): boolean {
  return before !== undefined && before.content !== after.content;
}

/** The part of its page that a plot covers: the board's outline, else all of it. Undefined where it is empty. */
async function areaOfPlot(plot: Plot): Promise<Rectangle | undefined> {
  const outline = outlineOf(plot);
  const area = (outline === "" ? undefined : await boundsOf(outline)) ?? (await boundsOf(plot.content));
  return area && grow(area, 0.02 * Math.max(area.width, area.height));
}

/** Fine enough for the letters of a large page. */
const survey = { columns: 250, rows: 125 };

/** The part of `area` that does not look the same. */
async function changeBetween(
  before: Plot,
  after: Plot,
  { paper }: Style,
  area: Rectangle,
): Promise<Rectangle | undefined> {
  if (!isChanged({ before, after })) {
    return undefined;
  }
  const view = viewOfAll(area, survey);
  const bitmap = ({ content }: Plot) => rasterize(content, view, paper);
  return changedArea(await bitmap(before), await bitmap(after), view);
}
