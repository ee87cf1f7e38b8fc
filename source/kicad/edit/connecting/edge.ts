/** Finds room for a pin at the edge of a sheet that is shown on another one. Pure; lengths are mm. */
import { angleOf, labelBox } from "../../design/schematic/outline.js";
import type { Schematic, SheetUse } from "../../design/schematic/schematic.js";
import type { LabelKind, SubSheet } from "../../design/schematic/sheet-file.js";
import type { Rectangle } from "../../drawing/geometry.js";
import { boxesOn } from "../sheets/free-room.js";
import type { End } from "../sheets/sight.js";

const grid = 1.27;

/** What two pins are apart at least. */
const apart = 2.54;

/** A place at the left or the right edge where a label of this text has room; undefined where there is none. */
export function freeEdge(
  schematic: Schematic,
  use: SheetUse,
  { at, size, pins }: SubSheet,
  label: { kind: LabelKind; text: string },
): End | undefined {
  const boxes = boxesOn(schematic, use).filter(
    (box) => !(box.x === at.x && box.y === at.y && box.width === size.x && box.height === size.y),
  );
  const sides = [
    { x: at.x, outward: { x: -1, y: 0 } },
    { x: at.x + size.x, outward: { x: 1, y: 0 } },
  ];
  for (const { x, outward } of sides) {
    const taken = pins.filter((pin) => Math.abs(pin.at.x - x) < grid).map((pin) => pin.at.y);
    for (let y = Math.ceil(at.y / grid + 1) * grid; y <= at.y + size.y - grid; y += grid) {
      const end = { at: { x, y: Math.round(y * 100) / 100 }, outward };
      const box = labelBox({ ...label, at: end.at, angle: angleOf(outward) });
      const isApart = taken.every((other) => Math.abs(other - y) > apart - 0.01);
      if (isApart && !boxes.some((other) => overlap(box, other))) {
        return end;
      }
    }
  }
  return undefined;
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}
