/** From a plot to a picture: what is in view, and how it is drawn. */

import { CopperheadError, exitCodes } from "../../base/failure.js";
import { blockCells, type ColourDepth } from "./blocks.js";
import { toLines } from "./cells.js";
import {
  areaOf,
  contains,
  type Grid,
  grow,
  middleOf,
  type Point,
  type Rectangle,
  type Viewport,
  viewAround,
  viewOfAll,
} from "./geometry.js";
import { placeLabels, printable, writeOver } from "./labels.js";
import { contentFor, outlineOf, type Plot, type Style } from "./plotted-svg.js";
import { boundsOf, rasterize } from "./rasterize.js";

/**
 * A picture: lines of block characters and SGR sequences, none wider than the room that was asked for, and a line of
 * words on what it shows. Nothing in either can act on a terminal.
 */
export type Drawing = { lines: string[]; caption: string };

/** The part of its page that a plot is on: the board's outline, else all that is drawn. Undefined where that is nothing. */
export async function areaOfPlot(plot: Plot): Promise<Rectangle | undefined> {
  const outline = outlineOf(plot);
  const area = (outline === "" ? undefined : await boundsOf(outline)) ?? (await boundsOf(plot.content));
  return area && grow(area, 0.02 * Math.max(area.width, area.height));
}

export function nothingToDraw(): CopperheadError {
  return new CopperheadError({
    code: "nothing-to-draw",
    message: "There is nothing to draw: it is empty.",
    exitCode: exitCodes.failed,
  });
}

/**
 * The view of all of `area`; or of `around` with some of what is next to it, never finer than `closeUp` and never
 * coarser than all of it would be.
 */
export function viewFor(
  area: Rectangle,
  around: Rectangle | undefined,
  closeUp: number,
  room: Grid,
): Viewport {
  const whole = viewOfAll(area, room);
  if (around === undefined) {
    return whole;
  }
  const near = viewOfAll(grow(around, 0.15 * Math.max(around.width, around.height)), room);
  const scale = Math.max(near.scale, closeUp);
  const middle = middleOf(around);
  return scale >= whole.scale && contains(areaOf(whole), middle)
    ? whole
    : viewAround(middle, Math.min(scale, whole.scale), room);
}

/** Draws what a view shows of a plot, with a ring around `mark`. */
export async function drawView(
  plot: Plot,
  style: Style,
  view: Viewport,
  colour: ColourDepth,
  mark?: Point,
): Promise<string[]> {
  const content = contentFor(plot, style, view, mark);
  const bitmap = await rasterize(content, view, style.paper);
  const cells = await blockCells(bitmap, style.paper, view, colour);
  const letters = colour === "none" ? "" : style.letters;
  return toLines(writeOver(cells, placeLabels(plot.labels, view), letters));
}

/** A place and a size in words. */
export function describe(
  parts: readonly (string | undefined)[],
  view: Viewport,
  mark: Point | undefined,
): string {
  const { width, height } = areaOf(view);
  const known = parts.flatMap((part) => (part === undefined || part === "" ? [] : [printable(part) || "?"]));
  const place = mark && `at (${round(mark.x)}, ${round(mark.y)}) mm`;
  return [...known, ...(place ? [place] : []), `${round(width)} × ${round(height)} mm shown`].join(", ");
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
