/** Whether a straight wire can run from one place of a sheet to another without meeting anything. */
import { liesOn } from "../../design/schematic/line-index.js";
import { labelBox, placedBox } from "../../design/schematic/outline.js";
import { pinsOf, type Schematic, type SheetUse, symbolsIn } from "../../design/schematic/schematic.js";
import type { Line } from "../../design/schematic/sheet-file.js";
import type { List } from "../../design/syntax/list.js";
import type { Point, Rectangle } from "../../drawing/geometry.js";

/** The end of a pin, and the direction in which a wire leaves it. */
export type End = { at: Point; outward: Point };

/** Whether two ends look at each other along one line. */
export function faceEachOther(one: End, other: End): boolean {
  const x = other.at.x - one.at.x;
  const y = other.at.y - one.at.y;
  const distance = x * one.outward.x + y * one.outward.y;
  const aside = Math.abs(x * one.outward.y - y * one.outward.x);
  const isOpposite = one.outward.x === -other.outward.x && one.outward.y === -other.outward.y;
  return isOpposite && distance > 0 && aside < 1e-6;
}

/**
 * Whether there is nothing between two places on a line of the sheet; what ends at them does not count, nor do the wires
 * `aside`.
 */
export function isClear(
  schematic: Schematic,
  use: SheetUse,
  from: Point,
  to: Point,
  aside: ReadonlySet<List> = new Set(),
): boolean {
  const wire = { from, to };
  const isBetween = (point: Point) => liesOn(point, wire) && !isSame(point, from) && !isSame(point, to);
  const { file } = use;
  const symbols = symbolsIn(schematic, use);
  const points = [
    ...symbols.flatMap((used) => pinsOf(used).map(({ at }) => at)),
    ...file.labels.map(({ at }) => at),
    ...file.junctions.map(({ at }) => at),
    ...file.noConnects.map(({ at }) => at),
    ...file.subSheets.flatMap(({ pins }) => pins.map(({ at }) => at)),
  ];
  const boxes = [
    ...symbols.map(placedBox),
    ...file.labels.map(labelBox),
    ...file.subSheets.map(({ at, size }) => ({ ...at, width: size.x, height: size.y })),
  ];
  const lines = [...file.wires, ...file.buses, ...file.busEntries].filter(({ list }) => !aside.has(list));
  return (
    !points.some(isBetween) &&
    !lines.some((line) => cross(line, wire)) &&
    !boxes.some((box) => liesInside(box, wire))
  );
}

function isSame(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

type Segment = Pick<Line, "from" | "to">;

/** Whether two lines meet anywhere but in one end of both, from where the line leads away. */
function cross(line: Segment, wire: Segment): boolean {
  const sides = [side(line, wire.from) * side(line, wire.to), side(wire, line.from) * side(wire, line.to)];
  if (sides.some((product) => product > 0) || !overlap(line, wire)) {
    return false;
  }
  const isShared = (end: Point) => isSame(end, wire.from) || isSame(end, wire.to);
  const free = [line.from, line.to].filter((end) => !isShared(end));
  const far = [wire.from, wire.to].filter((end) => !isSame(end, line.from) && !isSame(end, line.to));
  const leadsAway = !free.some((end) => liesOn(end, wire)) && !far.some((end) => liesOn(end, line));
  return free.length !== 1 || !leadsAway;
}

/** On which side of a line a point is; 0 is on it, or on its continuation. */
function side({ from, to }: Segment, point: Point): number {
  return Math.sign(
    Math.round(((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)) * 1e6),
  );
}

function overlap(one: Segment, other: Segment): boolean {
  const apart = (a: number, b: number, c: number, d: number) =>
    Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b);
  return (
    !apart(one.from.x, one.to.x, other.from.x, other.to.x) &&
    !apart(one.from.y, one.to.y, other.from.y, other.to.y)
  );
}

/** How far from the edge of a box a wire may run along it, in mm. */
const edge = 0.05;

function liesInside({ x, y, width, height }: Rectangle, { from, to }: Segment): boolean {
  return (
    Math.max(from.x, to.x) > x + edge &&
    Math.min(from.x, to.x) < x + width - edge &&
    Math.max(from.y, to.y) > y + edge &&
    Math.min(from.y, to.y) < y + height - edge
  );
}
