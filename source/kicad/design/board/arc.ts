import type { Point } from "../../drawing/geometry.js";

/** The length in mm of the arc from `start` over `mid` to `end`; of a straight line where there is no `mid`. */
export function arcLength(start: Point, mid: Point | undefined, end: Point): number {
  const chord = distance(start, end);
  if (mid === undefined) {
    return chord;
  }
  const [one, other] = [distance(start, mid), distance(mid, end)];
  // Twice the area of the triangle of the three points.
  const area = Math.abs((mid.x - start.x) * (end.y - start.y) - (mid.y - start.y) * (end.x - start.x));
  if (area < 1e-9) {
    return one + other;
  }
  const radius = (one * other * chord) / (2 * area);
  const half = (length: number) => Math.asin(Math.min(1, length / (2 * radius)));
  // The sides to the middle lie on arcs of less than half a circle each.
  return 2 * radius * (half(one) + half(other));
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
