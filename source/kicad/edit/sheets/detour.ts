/** Leads the wires that meet at the end of a pin around it, so that they stay joined without it. Lengths are mm. */

import { placeKey } from "../../design/schematic/orientation.js";
import type { Schematic, SheetUse } from "../../design/schematic/schematic.js";
import type { Line } from "../../design/schematic/sheet-file.js";
import type { Point } from "../../drawing/geometry.js";
import { isEnd, otherEnd, type Place, type SheetItems } from "./sheet-items.js";
import { type End, isClear } from "./sight.js";

/** How far from the pin the wires are led, the widest way first. */
const steps = [2.54, 1.27];

/** A wire from the end of the pin on, or one of the two that a wire is which passes through it. */
type Arm = { wire: Line; far: Point; along: Point; length: number };

/** `wires` are to be added. `joined` is where three of them meet. `labelAt` is where a label at the pin goes. */
export type Detour = { step: number; arms: Arm[]; wires: [Point, Point][]; joined?: Point; labelAt: Point };

/** The way around the pin at `pin.at`; undefined where there is none. */
export function detourAround(
  schematic: Schematic,
  use: SheetUse,
  items: SheetItems,
  place: Place,
  pin: End,
): Detour | undefined {
  const arms = armsOf(place);
  const ways = new Set(arms.map(({ along }) => placeKey(along)));
  const isInward = ({ along }: Arm) => along.x === -pin.outward.x && along.y === -pin.outward.y;
  const isSlanted = ({ along }: Arm) => along.x !== 0 && along.y !== 0;
  if (ways.size < arms.length || arms.some((arm) => isInward(arm) || isSlanted(arm))) {
    return undefined;
  }
  return steps
    .map((step) => plan(arms, place.at, pin.outward, step))
    .find((detour) => isOpen(schematic, use, items, place, detour));
}

function armsOf({ at, ends, through }: Place): Arm[] {
  const arm = (wire: Line, far: Point): Arm => {
    const [x, y] = [far.x - at.x, far.y - at.y];
    return { wire, far, along: { x: Math.sign(x), y: Math.sign(y) }, length: Math.hypot(x, y) };
  };
  return [
    ...ends.map((wire) => arm(wire, otherEnd(wire, at))),
    ...through.flatMap((wire) => [arm(wire, wire.from), arm(wire, wire.to)]),
  ];
}

/** Wires that leave to a side turn outward a step from the pin, and meet a step before it. */
function plan(arms: Arm[], at: Point, outward: Point, step: number): Detour {
  const sides = arms.filter(({ along }) => along.x !== outward.x || along.y !== outward.y);
  const middle = moved(at, outward, step);
  const [first, second] = sides;
  if (!first) {
    return { step, arms, wires: [], labelAt: middle };
  }
  const corner = ({ along }: Arm) => moved(moved(at, along, step), outward, step);
  const turns = sides.map((arm): [Point, Point] => [moved(at, arm.along, step), corner(arm)]);
  const labelAt = moved(at, first.along, step);
  if (arms.length === 1) {
    return { step, arms, wires: [], labelAt };
  }
  if (sides.length === arms.length && second) {
    return { step, arms, wires: [...turns, [corner(first), corner(second)]], labelAt };
  }
  const across = sides.map((arm): [Point, Point] => [corner(arm), middle]);
  return { step, arms, wires: [...turns, ...across], labelAt, ...(second && { joined: middle }) };
}

function moved({ x, y }: Point, along: Point, step: number): Point {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { x: rounded(x + along.x * step), y: rounded(y + along.y * step) };
}

function isOpen(
  schematic: Schematic,
  use: SheetUse,
  items: SheetItems,
  { at }: Place,
  { step, arms, wires }: Detour,
): boolean {
  const own = arms.map(({ wire }) => wire);
  const lists = new Set(own.map(({ list }) => list));
  const isLongEnough = ({ wire, length, along }: Arm) => {
    const holds = items.holdsOn(wire).filter((hold) => placeKey(hold) !== placeKey(at));
    const isBefore = (hold: Point) => {
      const far = (hold.x - at.x) * along.x + (hold.y - at.y) * along.y;
      return far > 0 && far <= step;
    };
    return length >= step && !holds.some(isBefore);
  };
  const bends = arms
    .filter(({ length }) => length > step)
    .map(({ along }) => moved(at, along, step))
    .concat(wires.flat());
  const farEnds = new Set(arms.map(({ far }) => placeKey(far)));
  return (
    arms.every(isLongEnough) &&
    bends.every((point) => farEnds.has(placeKey(point)) || items.isFree(point, own)) &&
    wires.every(([from, to]) => isClear(schematic, use, from, to, lists))
  );
}

/** Makes the detour; a wire through the pin becomes two. What is at the pin's end is left to the caller. */
export function leadAround(items: SheetItems, at: Point, { step, arms, wires }: Detour): void {
  for (const { wire, far, along } of arms) {
    const bend = moved(at, along, step);
    if (isEnd(wire, at)) {
      items.moveEnd(wire, at, bend);
    } else if (far === wire.from) {
      items.moveEnd(wire, wire.to, bend);
    } else {
      items.addWire(bend, far);
    }
  }
  for (const [from, to] of wires) {
    items.addWire(from, to);
  }
}
