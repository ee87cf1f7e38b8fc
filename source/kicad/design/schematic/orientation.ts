/** How a symbol lies on its sheet. In a symbol's own directions y goes up, on a sheet it goes down. */
import type { Point } from "../../drawing/geometry.js";
import type { List } from "../syntax/list.js";

/** Turned counter-clockwise by `angle` degrees, then mirrored at the horizontal (`x`) or the vertical (`y`) axis. */
export type Orientation = { angle: 0 | 90 | 180 | 270; mirror?: "x" | "y" };

/** The orientation in a placed symbol's `(at x y angle)` and `(mirror x)`. */
export function orientationOf(symbol: List): Orientation {
  const turns = Math.round((symbol.first("at")?.numbers[2] ?? 0) / 90);
  const angle = ((((turns % 4) + 4) % 4) * 90) as Orientation["angle"];
  const mirror = symbol.valueOf("mirror");
  return mirror === "x" || mirror === "y" ? { angle, mirror } : { angle };
}

/** A point or a direction in a symbol's own directions, in those of the sheet. */
export function turned({ x, y }: Point, { angle, mirror }: Orientation): Point {
  const down = rotated({ x, y: -y }, angle);
  return { x: mirror === "y" ? -down.x : down.x, y: mirror === "x" ? -down.y : down.y };
}

/** Counter-clockwise as it is seen on a sheet. */
function rotated({ x, y }: Point, angle: Orientation["angle"]): Point {
  switch (angle) {
    case 0:
      return { x, y };
    case 90:
      return { x: y, y: -x };
    case 180:
      return { x: -x, y: -y };
    case 270:
      return { x: -y, y: x };
  }
}

/**
 * A length or place as KiCad keeps it in a schematic, in whole units of 100 nm: two places are the same where these
 * are. Without the sign of a zero.
 */
export function snapped(mm: number): number {
  return Math.round(mm * 10_000) / 10_000 + 0;
}

/** Names a place on a sheet, for maps. */
export function placeKey({ x, y }: Point): string {
  return `${Math.round(x * 10_000) + 0} ${Math.round(y * 10_000) + 0}`;
}
