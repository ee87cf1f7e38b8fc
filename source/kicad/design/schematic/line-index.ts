/** Finds the wires that pass through a place without asking each. */
import type { Point } from "../../drawing/geometry.js";
import { snapped } from "./orientation.js";
import type { Line } from "./sheet-file.js";

export class LineIndex {
  readonly #level = new Map<number, Line[]>();
  readonly #upright = new Map<number, Line[]>();
  readonly #slanted: Line[] = [];

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      if (line.from.y === line.to.y) {
        push(this.#level, line.from.y, line);
      } else if (line.from.x === line.to.x) {
        push(this.#upright, line.from.x, line);
      } else {
        this.#slanted.push(line);
      }
    }
  }

  /** The lines that `point` lies on, their ends included. */
  at(point: Point): Line[] {
    const near = [
      ...(this.#level.get(snapped(point.y)) ?? []),
      ...(this.#upright.get(snapped(point.x)) ?? []),
      ...this.#slanted,
    ];
    return near.filter((line) => liesOn(point, line));
  }
}

function push(map: Map<number, Line[]>, key: number, line: Line): void {
  const found = map.get(key);
  if (found) {
    found.push(line);
  } else {
    map.set(key, [line]);
  }
}

/** What rounding may add, mm² in the product of a slanted wire. */
const tolerance = 0.001;

/** Whether `point` lies on the line, its ends included. */
export function liesOn({ x, y }: Point, { from, to }: Pick<Line, "from" | "to">): boolean {
  const withinX = x >= Math.min(from.x, to.x) && x <= Math.max(from.x, to.x);
  const withinY = y >= Math.min(from.y, to.y) && y <= Math.max(from.y, to.y);
  const product = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  return withinX && withinY && Math.abs(product) < tolerance;
}
