/** SVG → pixels, by resvg. It is WebAssembly: what a hostile SVG does to it stays in its sandbox. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { areaOf, type Rectangle, type View } from "./geometry.js";

/** Pixels, row by row, four bytes each: red, green, blue, opacity. */
export type Bitmap = { width: number; height: number; data: Uint8ClampedArray };

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A row is twice as high. More than the two of a cell, so that a line between two of them is not drawn twice. */
const pixelsPerColumn = 4;

type Renderer = typeof import("@resvg/resvg-wasm");

let loading: Promise<Renderer> | undefined;

/** Loaded once, and only when there is something to draw: compiling it takes 0.1 s. */
function renderer(): Promise<Renderer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Renderer> {
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  const [resvg, bytes] = await Promise.all([import("@resvg/resvg-wasm"), readFile(wasm)]);
  await resvg.initWasm(bytes).catch((error: unknown) => {
    // Another copy of this file in the same process has done it, as where tests share one.
    if (!/already initialized/i.test(String(error))) {
      throw error;
    }
  });
  return resvg;
}

/** Rasterizes what `view` shows of an SVG on `paper`. `content` is what lies between the `svg` tags; its unit is 1 mm. */
export function rasterize(
  content: string,
  view: View,
  paper: Colour,
  perColumn = pixelsPerColumn,
): Promise<Bitmap> {
  return render(content, view, paper, perColumn, ({ width, height, pixels }) => ({
    width,
    height,
    data: new Uint8ClampedArray(pixels),
  }));
}

/** The same as a PNG file, of one pixel a column. */
export function renderPng(content: string, view: View, paper: Colour): Promise<Uint8Array> {
  return render(content, view, paper, 1, (image) => image.asPng());
}

type Rendered = ReturnType<InstanceType<Renderer["Resvg"]>["render"]>;

/** `perColumn`: pixels a column; a row has twice as many. `read` copies what it needs. */
async function render<Result>(
  content: string,
  view: View,
  paper: Colour,
  perColumn: number,
  read: (rendered: Rendered) => Result,
): Promise<Result> {
  const { Resvg } = await renderer();
  const image = new Resvg(document(content, areaOf(view), perColumn / view.scale), {
    background: `rgb(${paper.join(",")})`,
  });
  try {
    const rendered = image.render();
    try {
      return read(rendered);
    } finally {
      rendered.free();
    }
  } finally {
    image.free();
  }
}

/** The smallest rectangle (mm) that holds what `content` draws, line widths included; undefined where it is empty. */
export async function boundsOf(content: string): Promise<Rectangle | undefined> {
  const { Resvg } = await renderer();
  const image = new Resvg(document(content, { x: 0, y: 0, width: 1, height: 1 }, 1));
  try {
    const box = image.getBBox();
    if (box === undefined) {
      return undefined;
    }
    const { x, y, width, height } = box;
    box.free();
    return width > 0 || height > 0 ? { x, y, width, height } : undefined;
  } finally {
    image.free();
  }
}

/** `zoom`: pixels a mm. */
function document(content: string, { x, y, width, height }: Rectangle, zoom: number): string {
  const pixels = `width="${Math.round(width * zoom)}" height="${Math.round(height * zoom)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${pixels} viewBox="${x} ${y} ${width} ${height}">${content}</svg>`;
}

/** Less than this, summed over red, green and blue, is what rounding does to an edge. */
const visible = 24;

/** The smallest rectangle (mm) that holds every pixel in which two bitmaps of one view differ. */
export function changedArea(before: Bitmap, after: Bitmap, view: View): Rectangle | undefined {
  const { x: left, y: top, width } = areaOf(view);
  const scale = width / after.width;
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y < after.height; y += 1) {
    for (let x = 0; x < after.width; x += 1) {
      if (distanceAt(before.data, after.data, (y * after.width + x) * 4) >= visible) {
        [west, east] = [Math.min(west, x), Math.max(east, x)];
        [north, south] = [Math.min(north, y), Math.max(south, y)];
      }
    }
  }
  if (west > east) {
    return undefined;
  }
  return {
    x: left + west * scale,
    y: top + north * scale,
    width: (east - west + 1) * scale,
    height: (south - north + 1) * scale,
  };
}

function distanceAt(before: Uint8ClampedArray, after: Uint8ClampedArray, offset: number): number {
  const distance = (index: number) => Math.abs((before[index] ?? 0) - (after[index] ?? 0));
  return distance(offset) + distance(offset + 1) + distance(offset + 2);
}
