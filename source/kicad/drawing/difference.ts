/** Where two pictures differ. */
import { areaOf, type Rectangle, type Viewport } from "./geometry.js";
import type { Bitmap } from "./rasterize.js";

/** Less than this, summed over red, green and blue, is what rounding does to an edge. */
const visible = 24;

/** The smallest rectangle (mm) that holds every pixel in which two bitmaps of one view differ. */
export function changedArea(before: Bitmap, after: Bitmap, view: Viewport): Rectangle | undefined {
  const { x: left, y: top, width } = areaOf(view);
  const scale = width / after.width;
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y < after.height; y += 1) {
    for (let x = 0; x < after.width; x += 1) {
      if (differs(before.data, after.data, (y * after.width + x) * 4)) {
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

function differs(before: Uint8ClampedArray, after: Uint8ClampedArray, offset: number): boolean {
  let distance = 0;
  for (let index = offset; index < offset + 3; index += 1) {
    distance += Math.abs((before[index] ?? 0) - (after[index] ?? 0));
  }
  return distance >= visible;
}
