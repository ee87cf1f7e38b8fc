/** Finds a place on a sheet where nothing is yet. Lengths are mm. */
import { pageIn } from "../../design/pages.js";
import { labelBox, placedBox, propertyBoxes } from "../../design/schematic/outline.js";
import { type Schematic, type SheetUse, symbolsIn } from "../../design/schematic/schematic.js";
import type { List } from "../../design/syntax/list.js";
import { grow, hullOf, type Point, type Rectangle } from "../../drawing/geometry.js";

/** The grid that symbols are placed on. */
export const placingGrid = 2.54;

/** Half of it: the side of a cell of the map of what is taken. */
const cell = placingGrid / 2;

/** The frame of the page, and the block with its title in the lower right corner. */
const margin = 12.7;
const titleBlock = { width: 112, height: 36 };

/** What is taken on a sheet, and where there is room. */
export class FreeRoom {
  readonly #columns: number;
  readonly #rows: number;
  readonly #taken: Uint8Array;

  constructor(schematic: Schematic, use: SheetUse) {
    const page = pageIn(use.file.text);
    this.#columns = Math.max(1, Math.floor(page.width / cell));
    this.#rows = Math.max(1, Math.floor(page.height / cell));
    this.#taken = new Uint8Array(this.#columns * this.#rows);
    const { width, height } = page;
    const corner = {
      x: width - margin - titleBlock.width,
      y: height - margin - titleBlock.height,
      ...titleBlock,
    };
    for (const box of [...boxesOn(schematic, use), corner]) {
      this.take(grow(box, cell));
    }
  }

  /** Marks a part of the sheet as taken. */
  take({ x, y, width, height }: Rectangle): void {
    const [left, right] = [this.#column(x), this.#column(x + width)];
    for (let row = this.#row(y); row <= this.#row(y + height); row += 1) {
      this.#taken.fill(1, row * this.#columns + left, row * this.#columns + right + 1);
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / cell)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / cell)));
  }

  /** The place nearest to `near` (else to the middle of the page) for what covers `box` around it; undefined: none. */
  find(box: Rectangle, near?: Point): Point | undefined {
    const sums = this.#sums();
    const [width, height] = [this.#columns * cell, this.#rows * cell];
    const from = near ?? { x: width / 2, y: height / 2 };
    let best: Point | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    for (let x = placingGrid; x < width; x += placingGrid) {
      for (let y = placingGrid; y < height; y += placingGrid) {
        const distance = Math.hypot(x - from.x, y - from.y);
        if (distance < nearest && this.#isFree({ ...box, x: x + box.x, y: y + box.y }, sums)) {
          best = { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
          nearest = distance;
        }
      }
    }
    return best;
  }

  #isFree({ x, y, width, height }: Rectangle, sums: Uint32Array): boolean {
    const isOnPage =
      x >= margin &&
      y >= margin &&
      x + width <= this.#columns * cell - margin &&
      y + height <= this.#rows * cell - margin;
    if (!isOnPage) {
      return false;
    }
    const [left, right] = [this.#column(x), this.#column(x + width) + 1];
    const [top, bottom] = [this.#row(y), this.#row(y + height) + 1];
    const at = (column: number, row: number) => sums[row * (this.#columns + 1) + column] ?? 0;
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top) === 0;
  }

  /** How many cells are taken above and to the left of each corner of a cell. */
  #sums(): Uint32Array {
    const across = this.#columns + 1;
    const sums = new Uint32Array(across * (this.#rows + 1));
    for (let row = 0; row < this.#rows; row += 1) {
      let inRow = 0;
      for (let column = 0; column < this.#columns; column += 1) {
        inRow += this.#taken[row * this.#columns + column] ?? 0;
        sums[(row + 1) * across + column + 1] = (sums[row * across + column + 1] ?? 0) + inRow;
      }
    }
    return sums;
  }
}

/** Drawings and texts that are on a sheet for people. */
const drawn = [
  "text",
  "text_box",
  "polyline",
  "rectangle",
  "circle",
  "arc",
  "bezier",
  "image",
  "table",
  "rule_area",
];

/** What is on a sheet covers these. */
export function boxesOn(schematic: Schematic, use: SheetUse): Rectangle[] {
  const { file } = use;
  return [
    ...symbolsIn(schematic, use).flatMap((used) => [placedBox(used), ...propertyBoxes(used.symbol.list)]),
    ...file.labels.map(labelBox),
    ...[...file.wires, ...file.buses, ...file.busEntries].map(({ from, to }) => boxOf([from, to])),
    ...[...file.junctions, ...file.noConnects].map(({ at }) => boxOf([at])),
    ...file.subSheets.map(({ at, size }) => ({ ...at, width: size.x, height: size.y })),
    ...drawn.flatMap((head) => file.list.all(head)).flatMap(drawnBoxes),
  ].filter((box) => box !== undefined);
}

function boxOf(points: readonly Point[]): Rectangle | undefined {
  return hullOf(points.map((point) => ({ ...point, width: 0, height: 0 })));
}

/** Texts and pictures are taken as a whole; of all else its lines alone, as frames are drawn around other things. */
function drawnBoxes(list: List): Rectangle[] {
  const points = [
    ...["start", "mid", "end", "center", "at"].flatMap((head) => list.all(head)),
    ...list.all("pts").flatMap((pts) => pts.all("xy")),
  ].map(({ numbers: [x = 0, y = 0] }) => ({ x, y }));
  const [first = { x: 0, y: 0 }, second = first] = points;
  switch (list.head) {
    case "text":
    case "text_box": {
      const lines = (list.value() ?? "").split("\n");
      const width = Math.max(...lines.map((line) => line.length)) * 1.27;
      const height = lines.length * 2.2;
      return [{ x: first.x - width / 2, y: first.y - height, width: width * 1.5, height: 2 * height }];
    }
    case "image":
    case "table":
      return [{ x: first.x - 20, y: first.y - 20, width: 40, height: 40 }];
    case "rectangle": {
      const corners = [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }, first];
      return segments(corners);
    }
    default:
      return segments(points);
  }
}

function segments(points: readonly Point[]): Rectangle[] {
  return points.slice(1).flatMap((point, index) => boxOf([points[index] ?? point, point]) ?? []);
}
