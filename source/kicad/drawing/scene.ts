/** What is drawn of a design, in cells of the terminal or as a picture. */
import { type Arrangement, join, placesIn } from "./before-after.js";
import { rasterize, renderPng } from "./bitmap.js";
import { type ColourDepth, cellsOf, toLines } from "./cells.js";
import { areaOf, type Grid, type Point, type Rectangle, type View, viewFor } from "./geometry.js";
import { placeLabels, printable, readableLetter, writeOver } from "./labels.js";
import { imageBytes, type PictureTerminal, pictureFineness, pictureView } from "./picture.js";
import { contentFor, type Plot, type Style } from "./plot.js";

/** A plot, or one before and one after a change, of which the same place is shown. */
export type Scene = {
  plots: readonly [Plot] | readonly [before: Plot, after: Plot];
  style: Style;
  arrangement: Arrangement;
  /** What the plots cover, and what of it is shown; all of it without `around`. Rectangles in mm. */
  area: Rectangle;
  around: Rectangle | undefined;
  mark: Point | undefined;
  /** The words of the caption. */
  names: readonly (string | undefined)[];
};

/** An image whose top left corner is in that cell of the lines, counted from 0; the bytes may move the cursor. */
export type PlacedImage = { row: number; column: number; bytes: string };

/** Lines of text with room for images, how many columns these fill, and a line of text on what they show. */
export type Picture = { lines: string[]; columns: number; caption: string; images: PlacedImage[] };

/** The scene as lines of block characters and SGR sequences, and its caption. */
export async function drawCells(
  scene: Scene,
  colour: ColourDepth,
): Promise<{ lines: string[]; caption: string }> {
  const { plots, style, arrangement, area, around, mark } = scene;
  const view = viewFor(area, around, style.closeUp, arrangement.room);
  const fineness = { column: view.scale, letter: readableLetter(view) };
  const drawn: string[][] = [];
  for (const plot of plots) {
    const bitmap = await rasterize(contentFor(plot, style, fineness, mark), view, style.paper);
    const cells = await cellsOf(bitmap, style.paper, view, colour);
    const letters = colour === "none" ? "" : style.letters;
    drawn.push(toLines(writeOver(cells, placeLabels(plot.labels, view), letters)));
  }
  return { lines: joined(drawn, arrangement, view), caption: captionOf(scene, view) };
}

/** The scene as images for a terminal that shows them; undefined where they cannot be made. */
export async function drawPicture(scene: Scene, terminal: PictureTerminal): Promise<Picture | undefined> {
  const { plots, style, arrangement, area, around, mark } = scene;
  const { view, cells } = pictureView(area, around, style.closeUp, arrangement.room, terminal);
  const fineness = pictureFineness(view, terminal);
  const places = plots.length === 1 ? [{ row: 0, column: 0 }] : placesIn(arrangement, cells);
  const images: PlacedImage[] = [];
  for (const [index, place] of places.entries()) {
    const content = contentFor(plots[index] ?? plots[0], style, fineness, mark);
    const bytes = await imageBytes(content, { view, cells }, style.paper, terminal);
    if (bytes === undefined) {
      return undefined;
    }
    images.push({ ...place, bytes });
  }
  const blank = plots.map(() => Array<string>(cells.rows).fill(""));
  return {
    lines: joined(blank, arrangement, cells),
    columns: (places.at(-1)?.column ?? 0) + cells.columns,
    caption: captionOf(scene, view),
    images,
  };
}

/** A picture for people and models to look at, as fine as in a terminal of this many cells. */
const imageRoom: Grid = { columns: 120, rows: 45 };
const imageTerminal: PictureTerminal = { protocol: "kitty", cell: { width: 10, height: 20 } };

/** The scene as PNG files, one a plot. */
export async function drawImages(
  scene: Omit<Scene, "arrangement">,
): Promise<{ images: Uint8Array[]; caption: string }> {
  const { plots, style, area, around, mark } = scene;
  const { view } = pictureView(area, around, style.closeUp, imageRoom, imageTerminal);
  const fineness = pictureFineness(view, imageTerminal);
  const images: Uint8Array[] = [];
  for (const plot of plots) {
    images.push(await renderPng(contentFor(plot, style, fineness, mark), view, style.paper));
  }
  return { images, caption: captionOf(scene, view) };
}

function joined([first = [], second]: readonly string[][], arrangement: Arrangement, grid: Grid): string[] {
  return second ? join(first, second, { ...arrangement, columns: grid.columns }) : first;
}

function captionOf({ names, mark }: Pick<Scene, "names" | "mark">, view: View): string {
  const { width, height } = areaOf(view);
  const known = names.flatMap((name) => (name === undefined ? [] : [printable(name) || "?"]));
  const place = mark && `at (${round(mark.x)}, ${round(mark.y)}) mm`;
  return [...known, ...(place ? [place] : []), `${round(width)} × ${round(height)} mm shown`].join(", ");
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
