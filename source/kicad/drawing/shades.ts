/** Pixels → shade characters, for terminals without colour. */
import type { Cell } from "./cells.js";
import type { Grid } from "./geometry.js";
import type { Bitmap, Colour } from "./rasterize.js";

const shades = [" ", "░", "▒", "▓", "█"] as const;

/** Less than this part of a shade is no ink; all else is rounded up, for a thin line is only seen where it is dense. */
const speck = 0.2;

/**
 * Scales a bitmap to `grid`. What differs most from the paper in brightness is drawn densest, so that dark ink on
 * white shows as well as light ink on black.
 */
export function shadeCells(bitmap: Bitmap, paper: Colour, { columns, rows }: Grid): Cell[][] {
  const blank = brightness(paper);
  const range = Math.max(blank, 1 - blank);
  const width = bitmap.width / columns;
  const height = bitmap.height / rows;
  const inkOf = (column: number, row: number): number => {
    let sum = 0;
    let count = 0;
    for (let y = Math.floor(row * height); y < Math.floor((row + 1) * height); y += 1) {
      for (let x = Math.floor(column * width); x < Math.floor((column + 1) * width); x += 1) {
        sum += Math.abs(brightness(pixelAt(bitmap, x, y)) - blank) / range;
        count += 1;
      }
    }
    return count === 0 ? 0 : sum / count;
  };
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const shade = Math.ceil(inkOf(column, row) * (shades.length - 1) - speck);
      const glyph = shades[shade] ?? " ";
      return { glyph, style: "" };
    }),
  );
}

function pixelAt({ width, data }: Bitmap, x: number, y: number): Colour {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
  return [red, green, blue];
}

/** 0 (black) to 1 (white), by the weights of ITU-R BT.601. */
function brightness([red, green, blue]: Colour): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
