/** Pixels → shade characters, for terminals without colour. */
import type { Bitmap, Colour } from "./rasterize.js";

const shades = [" ", "░", "▒", "▓", "█"] as const;

/**
 * Draws a bitmap as text, one column a pixel and one row two pixels. What differs most from the paper in
 * brightness is drawn densest, so that dark ink on white shows as well as light ink on black.
 */
export function shadeLines(bitmap: Bitmap, paper: Colour): string[] {
  const blank = brightness(paper);
  const range = Math.max(blank, 1 - blank);
  const inkAt = (x: number, y: number) => Math.abs(brightness(pixelAt(bitmap, x, y)) - blank) / range;
  const lines: string[] = [];
  for (let y = 0; y < bitmap.height; y += 2) {
    let line = "";
    for (let x = 0; x < bitmap.width; x += 1) {
      const ink = (inkAt(x, y) + inkAt(x, Math.min(y + 1, bitmap.height - 1))) / 2;
      line += shades[Math.round(ink * (shades.length - 1))] ?? " ";
    }
    lines.push(line);
  }
  return lines;
}

function pixelAt({ width, data }: Bitmap, x: number, y: number): Colour {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
  return [red, green, blue];
}

/** 0 (black) to 1 (white), by the weights of ITU-R BT.601. */
function brightness([red, green, blue]: Colour): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
