/** Pixels → cells of a terminal: chafa makes half blocks in colour; without colour they are shade characters. */
import type { Bitmap, Colour } from "./bitmap.js";
import type { Grid } from "./geometry.js";

/** One column of one row. `style` holds SGR parameters (`38;5;1;48;5;2`); "" is the terminal's own colours. */
export type Cell = { glyph: string; style: string };

/** How many colours the terminal has. */
export type ColourDepth = "truecolor" | "256" | "16" | "none";

const canvasModes = {
  truecolor: "CHAFA_CANVAS_MODE_TRUECOLOR",
  "256": "CHAFA_CANVAS_MODE_INDEXED_240",
  "16": "CHAFA_CANVAS_MODE_INDEXED_16",
} as const;

type Chafa = Awaited<ReturnType<typeof import("chafa-wasm")["default"]>>;

let loading: Promise<Chafa> | undefined;

/** Loaded once, and only when there is something to draw. */
function chafa(): Promise<Chafa> {
  loading ??= newChafa();
  return loading;
}

/** One with a memory of its own. */
export async function newChafa(): Promise<Chafa> {
  return (await import("chafa-wasm")).default();
}

/** Scales a bitmap on `paper` to `grid`, as rows of cells: each shows two colours, one over the other. */
export async function cellsOf(
  bitmap: Bitmap,
  paper: Colour,
  { columns, rows }: Grid,
  depth: ColourDepth,
): Promise<Cell[][]> {
  if (depth === "none") {
    return shadeCells(bitmap, paper, { columns, rows });
  }
  const { imageToAnsi } = await chafa();
  const config = {
    width: columns,
    height: rows,
    colors: canvasModes[depth],
    symbols: "vhalf+solid+space",
    // Plots have clear edges and few colours: stretching the contrast or dithering would only add noise.
    preprocess: false,
    dither: "CHAFA_DITHER_MODE_NONE",
    // Every cell with all its colours, so that some can be replaced by letters.
    optimize: 0,
  };
  const ansi = await new Promise<string>((resolve, reject) => {
    imageToAnsi(bitmap, config, (error, result) => {
      error ? reject(error) : resolve(result.ansi);
    });
  });
  return ansi.replace(/\n$/, "").split("\n").map(readCells);
}

/** A character and the SGR sequences before it. */
const styledCharacter = /((?:\u001b\[[\d;]*m)+)([^\u001b])/g;

function readCells(line: string): Cell[] {
  return [...line.matchAll(styledCharacter)].map(([, sequences = "", glyph = " "]) => {
    const parameters = [...sequences.matchAll(/[\d;]+/g)].map(([words]) => words);
    return { glyph, style: parameters.filter((words) => words !== "0").join(";") };
  });
}

const shades = [" ", "░", "▒", "▓", "█"] as const;

/** Less than this part of a shade is no ink; all else is rounded up, for a thin line is only seen where it is dense. */
const speck = 0.2;

/** What differs most from the paper in brightness becomes densest: dark ink on white shows as well as light on black. */
function shadeCells(bitmap: Bitmap, paper: Colour, { columns, rows }: Grid): Cell[][] {
  const blank = brightness(paper);
  const range = Math.max(blank, 1 - blank);
  const ink = Array.from({ length: rows }, () => new Float64Array(columns));
  for (let pixel = 0; pixel < bitmap.width * bitmap.height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = bitmap.data.subarray(pixel * 4, pixel * 4 + 3);
    const row = ink[Math.floor((Math.floor(pixel / bitmap.width) * rows) / bitmap.height)];
    const column = Math.floor(((pixel % bitmap.width) * columns) / bitmap.width);
    if (row) {
      row[column] = (row[column] ?? 0) + Math.abs(brightness([red, green, blue]) - blank) / range;
    }
  }
  const pixelsPerCell = (bitmap.width * bitmap.height) / (columns * rows);
  return ink.map((cells) =>
    Array.from(cells, (sum) => {
      const shade = Math.ceil((sum / pixelsPerCell) * (shades.length - 1) - speck);
      return { glyph: shades[shade] ?? " ", style: "" };
    }),
  );
}

/** 0 (black) to 1 (white), by the weights of ITU-R BT.601. */
function brightness([red, green, blue]: Colour): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Each row as one line of text; a line ends as it begins, in the terminal's own colours. */
export function toLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((cells) => {
    let line = "";
    let current = "";
    for (const { glyph, style } of cells) {
      line += style === current ? glyph : sgr(style) + glyph;
      current = style;
    }
    return current === "" ? line : line + sgr("");
  });
}

function sgr(style: string): string {
  return style === "" ? "\u001b[0m" : `\u001b[0;${style}m`;
}
