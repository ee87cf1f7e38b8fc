/** Pixels → lines of text: chafa makes half blocks in colour, shade characters stand in where there is none. */
import type { Bitmap, Colour } from "./rasterize.js";
import { shadeLines } from "./shades.js";

/** How many colours the terminal has. */
export type ColourDepth = "truecolor" | "256" | "16" | "none";

const canvasModes = {
  truecolor: "CHAFA_CANVAS_MODE_TRUECOLOR",
  "256": "CHAFA_CANVAS_MODE_INDEXED_240",
  "16": "CHAFA_CANVAS_MODE_INDEXED_16",
} as const;

type Chafa = Awaited<ReturnType<(typeof import("chafa-wasm"))["default"]>>;

let loading: Promise<Chafa> | undefined;

/** Loaded once, and only when a picture is asked for. */
function chafa(): Promise<Chafa> {
  loading ??= import("chafa-wasm").then((module) => module.default());
  return loading;
}

/**
 * Draws a bitmap on `paper` as text, one column a pixel and one row two pixels. The lines hold block characters and SGR
 * sequences, and each ends as it began, in the terminal's own colours.
 */
export async function blockLines(
  bitmap: Bitmap,
  paper: Colour,
  depth: ColourDepth,
): Promise<string[]> {
  if (depth === "none") {
    return shadeLines(bitmap, paper);
  }
  const { imageToAnsi } = await chafa();
  const config = {
    width: bitmap.width,
    height: Math.ceil(bitmap.height / 2),
    colors: canvasModes[depth],
    symbols: "vhalf+solid+space",
    // What is drawn has clear edges and few colours: stretching the contrast or dithering would only add noise.
    preprocess: false,
    dither: "CHAFA_DITHER_MODE_NONE",
  };
  const ansi = await new Promise<string>((resolve, reject) => {
    imageToAnsi(bitmap, config, (error, result) => {
      error ? reject(error) : resolve(result.ansi);
    });
  });
  return ansi.replace(/\n$/, "").split("\n");
}
