/** Pixels → cells: chafa makes half blocks in colour, shade characters stand in where there is no colour. */
import type { Cell } from "./cells.js";
import type { Grid } from "./geometry.js";
import type { Bitmap, Colour } from "./rasterize.js";
import { shadeCells } from "./shades.js";

/** How many colours the terminal has. */
export type ColourDepth = "truecolor" | "256" | "16" | "none";

const canvasModes = {
  truecolor: "CHAFA_CANVAS_MODE_TRUECOLOR",
  "256": "CHAFA_CANVAS_MODE_INDEXED_240",
  "16": "CHAFA_CANVAS_MODE_INDEXED_16",
} as const;

type Chafa = Awaited<ReturnType<typeof import("chafa-wasm")["default"]>>;

let loading: Promise<Chafa> | undefined;

/** Loaded once, and only when a picture is asked for. */
function chafa(): Promise<Chafa> {
  loading ??= import("chafa-wasm").then((module) => module.default());
  return loading;
}

/** Scales a bitmap on `paper` to `grid`, as rows of cells: each shows two colours, one over the other. */
export async function blockCells(
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
    // Drawings have clear edges and few colours: stretching the contrast or dithering would only add noise.
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
