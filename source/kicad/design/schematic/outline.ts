/** How much room things take on a sheet, in mm. Texts are estimated: a letter is as wide as it is high. */
import { hullOf, type Point, type Rectangle } from "../../drawing/geometry.js";
import type { List } from "../syntax/list.js";
import { belongsTo, type Definition, isHidden } from "./definition.js";
import { type Orientation, turned } from "./orientation.js";
import { pinsOf, type UsedSymbol } from "./schematic.js";
import type { Label } from "./sheet-file.js";

/** What a symbol shown in this way covers: its drawing and its pins. */
export function symbolBox(
  definition: Definition,
  { at, orientation, unit, style }: { at: Point; orientation: Orientation; unit: number; style: number },
): Rectangle {
  const drawn = definition.bodies
    .filter((body) => belongsTo(body, { unit, style }))
    .flatMap(({ list }) => list.items.flatMap((item) => (item.kind === "list" ? pointsOf(item) : [])));
  const pins = pinsOf({ symbol: { definition, at, orientation, style, alternates: new Map() }, unit });
  const placed = drawn.map((point) => {
    const { x, y } = turned(point, orientation);
    return { x: at.x + x, y: at.y + y };
  });
  return boxAround([...placed, ...pins.map((pin) => pin.at)], at);
}

/** What a placed symbol covers, without its texts. */
export function placedBox({ symbol, unit }: UsedSymbol): Rectangle {
  const { definition, at, orientation, style } = symbol;
  return definition
    ? symbolBox(definition, { at, orientation, unit, style })
    : { x: at.x, y: at.y, width: 0, height: 0 };
}

/** Points that what is drawn does not reach over, in its own directions. */
function pointsOf(list: List): Point[] {
  if (list.head === "pin") {
    return [];
  }
  const [radius = 0] = list.first("radius")?.numbers ?? [];
  const points = [
    ...["start", "mid", "end", "center", "at"].flatMap((head) => list.all(head)),
    ...list.all("pts").flatMap((pts) => pts.all("xy")),
  ].map(({ numbers: [x = 0, y = 0] }) => ({ x, y }));
  return list.head === "circle"
    ? points.flatMap(({ x, y }) => [
        { x: x - radius, y: y - radius },
        { x: x + radius, y: y + radius },
      ])
    : points;
}

function boxAround(points: readonly Point[], otherwise: Point): Rectangle {
  return (
    hullOf(points.map((point) => ({ ...point, width: 0, height: 0 }))) ?? {
      ...otherwise,
      width: 0,
      height: 0,
    }
  );
}

/** The height of a text of the usual size. */
export const usualTextSize = 1.27;

/** What a text of this many letters covers that begins at `at` and runs to the right, left, up or down. */
export function textBox(at: Point, letters: number, direction: Point, size = usualTextSize): Rectangle {
  const end = { x: at.x + direction.x * letters * size, y: at.y + direction.y * letters * size };
  const across = direction.x === 0 ? { x: size, y: 0 } : { x: 0, y: size };
  return boxAround(
    [at, end].flatMap(({ x, y }) => [
      { x: x - across.x, y: y - across.y },
      { x: x + across.x, y: y + across.y },
    ]),
    at,
  );
}

/** Label texts run away from the point that they are at; those with a frame are two letters longer. */
export function labelBox({
  kind,
  text,
  at,
  angle,
}: Pick<Label, "kind" | "text" | "at" | "angle">): Rectangle {
  const letters = text.length + (kind === "label" ? 0 : 2);
  return textBox(at, letters, directionOf(angle));
}

/** Where a text at this angle runs to. */
export function directionOf(angle: number): Point {
  const turns = ((Math.round(angle / 90) % 4) + 4) % 4;
  return [
    { x: 1, y: 0 },
    { x: 0, y: -1 },
    { x: -1, y: 0 },
    { x: 0, y: 1 },
  ][turns] as Point;
}

/** The angle of a text that runs in this direction. */
export function angleOf({ x, y }: Point): 0 | 90 | 180 | 270 {
  if (x !== 0) {
    return x > 0 ? 0 : 180;
  }
  return y > 0 ? 270 : 90;
}

/** Whether a property is to be seen. */
export function isShown(property: List): boolean {
  const effects = property.first("effects");
  return !isHidden(property) && !(effects && isHidden(effects));
}

/** What the texts of a placed symbol cover. */
export function propertyBoxes(list: List): Rectangle[] {
  return list.all("property").flatMap((property) => {
    const effects = property.first("effects");
    const [x, y] = property.first("at")?.numbers ?? [];
    if (x === undefined || y === undefined || !isShown(property)) {
      return [];
    }
    const letters = (property.atoms.filter(({ quoted }) => quoted)[1]?.value ?? "").length;
    const size = effects?.first("font")?.first("size")?.numbers[0] ?? usualTextSize;
    // Where it begins depends on how the symbol is turned: half of it to each side, and all of it to the right.
    return [textBox({ x: x - (letters * size) / 2, y }, letters * 1.5, { x: 1, y: 0 }, size)];
  });
}
