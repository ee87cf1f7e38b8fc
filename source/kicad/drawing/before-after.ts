/** Shows what a change did to a drawing: before and after, of the same view. */

import { type BoardSide, plotBoard, plotSheets } from "../cli/export-svg.js";
import { type Sheet, sheetsOf } from "../design/places.js";
import { changedArea } from "./difference.js";
import { type DrawOptions, type Focus, findOnBoard, findOnSheets, type Seen } from "./draw-design.js";
import { areaOfPlot, type Drawing, describe, drawView, nothingToDraw, viewFor } from "./drawing.js";
import { hullOf, type Rectangle, viewOfAll } from "./geometry.js";
import { arrange, join } from "./layout.js";
import { boardStyle, emptyPlot, type Plot, type Style, schematicStyle } from "./plotted-svg.js";
import { rasterize } from "./rasterize.js";

/** `before` and `after`: the same board, or the same root schematic with its sheets beside it; absolute. */
export type BeforeAfterOptions = Omit<DrawOptions, "file"> & { before: string; after: string };

type BeforeAfter = Seen & {
  before: Plot;
  after: Plot;
  /** What is shown, for the caption. */
  words: (string | undefined)[];
};

/**
 * Draws a board or a sheet before and after a change: side by side, or one over the other where the terminal is
 * narrow. Both show the focus, else what has changed, else all of it; of a board the front where it has changed, else
 * the back, of a schematic the first sheet that has changed.
 * A part in focus is where it is after the change, or where it was if it is gone. Throws as `drawBoard` and
 * `drawSchematic` do.
 */
export async function drawBeforeAfter(options: BeforeAfterOptions): Promise<Drawing> {
  const isBoard = options.after.endsWith(".kicad_pcb");
  const { before, after, mark, around, words } = await (isBoard ? boards(options) : schematics(options));
  const style = isBoard ? boardStyle : schematicStyle;
  const area = hullOf([await areaOfPlot(before), await areaOfPlot(after)]);
  if (area === undefined) {
    throw nothingToDraw();
  }
  const { arrangement, room } = arrange(options.size);
  const changed = await changeBetween(before, after, style, area);
  const view = viewFor(area, around ?? changed, style.closeUp, room);
  const draw = (plot: Plot) => drawView(plot, style, view, options.colour, mark);
  const first = { title: "before", lines: await draw(before), columns: view.columns };
  const second = { title: "after", lines: await draw(after), columns: view.columns };
  const notice = changed ? undefined : "no visible change";
  return { lines: join(first, second, arrangement), caption: describe([notice, ...words], view, mark) };
}

async function boards({ cli, before, after, focus, signal }: BeforeAfterOptions): Promise<BeforeAfter> {
  const seen = await findOnBoard(after, focus).catch(() => findOnBoard(before, focus));
  const pairOf = async (side: BoardSide): Promise<BeforeAfter> => {
    const plot = (file: string) => plotBoard(cli, file, side, signal ? { signal } : {});
    return { ...seen, before: await plot(before), after: await plot(after), words: [seen.reference, side] };
  };
  const pair = await pairOf(seen.side ?? "front");
  if (focus || differs(pair)) {
    return pair;
  }
  const back = await pairOf("back");
  return differs(back) ? back : pair;
}

function differs({ before, after }: Pick<BeforeAfter, "before" | "after">): boolean {
  return before.content !== after.content;
}

async function schematics({ cli, before, after, focus, signal }: BeforeAfterOptions): Promise<BeforeAfter> {
  const [old, now] = [await sheetsOf(before), await sheetsOf(after)];
  const options = signal ? { signal } : {};
  const [plotsBefore, plotsAfter] = [
    await plotSheets(cli, before, old, options),
    await plotSheets(cli, after, now, options),
  ];
  const pairOf = ({ idPath }: Sheet) => ({
    before: plotsBefore.get(idPath) ?? emptyPlot,
    after: plotsAfter.get(idPath) ?? emptyPlot,
  });
  const seen = focus ? findInEither(old, now, focus) : { sheet: firstChanged([...now, ...old], pairOf) };
  const words = [seen.reference, `sheet ${seen.sheet.path}`];
  return { ...seen, ...pairOf(seen.sheet), words };
}

function findInEither(old: readonly Sheet[], now: readonly Sheet[], focus: Focus): Seen & { sheet: Sheet } {
  try {
    return findOnSheets(now, focus);
  } catch {
    return findOnSheets(old, focus);
  }
}

/** The root where nothing has changed. */
function firstChanged(
  sheets: readonly Sheet[],
  pairOf: (sheet: Sheet) => Pick<BeforeAfter, "before" | "after">,
): Sheet {
  const changed = sheets.find((sheet) => differs(pairOf(sheet)));
  return changed ?? findOnSheets(sheets, undefined).sheet;
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
  if (!differs({ before, after })) {
    return undefined;
  }
  const view = viewOfAll(area, survey);
  const [one, other] = [
    await rasterize(before.content, view, paper),
    await rasterize(after.content, view, paper),
  ];
  return changedArea(one, other, view);
}
