/** Pixels → the bytes that show them where a terminal can show pictures: kitty's graphics, iTerm2's, sixel. */
import { type Colour, rasterize, renderPng } from "./bitmap.js";
import { newChafa } from "./cells.js";
import { type Grid, middleOf, type Rectangle, type View, viewAround, viewFor } from "./geometry.js";
import type { Fineness } from "./plot.js";

export type PictureProtocol = "kitty" | "iterm2" | "sixel";

/** Pixels. */
export type PixelSize = { width: number; height: number };

/** What pictures a terminal can show, by its own answers. */
export type PictureTerminal = {
  protocol: PictureProtocol;
  /** The size of a character cell. */
  cell: PixelSize;
  /** The largest picture that it shows whole. */
  most?: PixelSize;
};

/** More pixels than this take long to send, and no part of a design needs them. */
const mostPixels: PixelSize = { width: 1920, height: 1200 };

/** chafa makes sixels of whole squares of this size. */
const sixelSquare = 8;

/**
 * What a picture in `room` (cells) shows, as with `viewFor`. A column of the view is one pixel; it fills whole cells, in
 * `cells`. `closeUp` is mm a cell.
 */
export function pictureView(
  area: Rectangle,
  around: Rectangle | undefined,
  closeUp: number,
  room: Grid,
  { cell, most = mostPixels }: PictureTerminal,
): { view: View; cells: Grid } {
  const largest = {
    columns: Math.max(
      1,
      Math.min(room.columns, Math.floor(Math.min(most.width, mostPixels.width) / cell.width)),
    ),
    rows: Math.max(
      1,
      Math.min(room.rows, Math.floor(Math.min(most.height, mostPixels.height) / cell.height)),
    ),
  };
  const found = viewFor(area, around, closeUp / cell.width, pixelsOf(largest, cell));
  const cells = {
    columns: Math.min(largest.columns, Math.ceil(found.columns / cell.width)),
    rows: Math.min(largest.rows, Math.ceil((2 * found.rows) / cell.height)),
  };
  const shown = {
    x: found.left,
    y: found.top,
    width: found.columns * found.scale,
    height: 2 * found.rows * found.scale,
  };
  return { view: viewAround(middleOf(shown), found.scale, pixelsOf(cells, cell)), cells };
}

/** Cells as a grid whose columns are one pixel wide; its rows are two pixels high. */
function pixelsOf({ columns, rows }: Grid, cell: PixelSize): Grid {
  return { columns: columns * cell.width, rows: (rows * cell.height) / 2 };
}

/** How finely a picture can be drawn: a fifth of a cell counts as a column, and letters of a third can be guessed. */
export function pictureFineness({ scale }: View, { cell }: PictureTerminal): Fineness {
  return { column: (cell.width / 5) * scale, letter: (cell.width / 3) * scale };
}

/** The bytes that show `content` in `cells` at the cursor; undefined where they cannot be made. */
export async function imageBytes(
  content: string,
  { view, cells }: { view: View; cells: Grid },
  paper: Colour,
  { protocol }: PictureTerminal,
): Promise<string | undefined> {
  if (protocol === "sixel") {
    return await sixels(content, view, paper);
  }
  const png = Buffer.from(await renderPng(content, view, paper)).toString("base64");
  return protocol === "kitty" ? kittyBytes(png, cells) : iterm2Bytes(png, cells);
}

/** The terminal reads no longer piece of a picture at once. */
const kittyPiece = 4096;

/** `q=2`: no answer; `C=1`: the cursor stays. */
function kittyBytes(png: string, { columns, rows }: Grid): string {
  const pieces = png.match(new RegExp(`.{1,${kittyPiece}}`, "g")) ?? [];
  return pieces
    .map((piece, index) => {
      const what = index === 0 ? `a=T,f=100,q=2,C=1,c=${columns},r=${rows},` : "q=2,";
      return `\u001b_G${what}m=${index < pieces.length - 1 ? 1 : 0};${piece}\u001b\\`;
    })
    .join("");
}

function iterm2Bytes(png: string, { columns, rows }: Grid): string {
  const size = `width=${columns};height=${rows};preserveAspectRatio=0`;
  return `\u001b]1337;File=inline=1;doNotMoveCursor=1;${size}:${png}\u0007`;
}

/** What a sixel picture may hold. */
const sixelBytes = /^\u001bP[\d;]*q[\x20-\x7e\n]*\u001b\\$/;

async function sixels(content: string, view: View, paper: Colour): Promise<string | undefined> {
  const bitmap = await rasterize(content, view, paper, 1);
  // Sixels of many colours leave chafa's memory unusable for anything after them.
  const { imageToAnsi } = await newChafa();
  const config = {
    format: "CHAFA_PIXEL_MODE_SIXELS",
    width: Math.max(1, Math.floor(bitmap.width / sixelSquare)),
    height: Math.max(1, Math.floor(bitmap.height / sixelSquare)),
    preprocess: false,
    dither: "CHAFA_DITHER_MODE_NONE",
  };
  const bytes = await new Promise<string>((resolve, reject) => {
    imageToAnsi(bitmap, config, (error, result) => {
      error ? reject(error) : resolve(result.ansi.trim());
    });
  }).catch(() => "");
  return sixelBytes.test(bytes) ? bytes : undefined;
}
