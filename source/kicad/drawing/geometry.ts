/**
 * From millimetres to cells. A cell counts as twice as high as it is wide and shows two squares, one over the other: the
 * scale of a view is the side of such a square, the width of a column, in mm. All lengths are mm, x to the right and y
 * down, from the top left corner of the page, as in KiCad's files and reports.
 */

export type Point = { x: number; y: number };
export type Rectangle = { x: number; y: number; width: number; height: number };

/** A room on the screen, in cells. */
export type Grid = { columns: number; rows: number };

/** The part of a page that is drawn: its top left corner, its scale (mm a column), and how many cells it fills. */
export type View = Grid & { left: number; top: number; scale: number };

/** The largest view of all of `area` that fits `room`, no larger than needed; `area` is in its middle. */
export function viewOfAll(area: Rectangle, room: Grid): View {
  const scale = Math.max(area.width / room.columns, area.height / (2 * room.rows), Number.EPSILON);
  const columns = Math.max(1, Math.min(Math.ceil(area.width / scale - tolerance), room.columns));
  const rows = Math.max(1, Math.min(Math.ceil(area.height / scale / 2 - tolerance), room.rows));
  return viewAround(middleOf(area), scale, { columns, rows });
}

/** A part of a column: what rounding may add to a length that is a whole number of columns. */
const tolerance = 1e-6;

/** The view of `scale` (mm a column) that fills `room` and has `centre` in its middle. */
export function viewAround(centre: Point, scale: number, room: Grid): View {
  const left = centre.x - (room.columns * scale) / 2;
  const top = centre.y - room.rows * scale;
  return { ...room, left, top, scale };
}

/**
 * The view of all of `area`; or of `around` with some of what is next to it, never finer than `closeUp` (mm a column) and
 * never coarser than all of `area` would be.
 */
export function viewFor(area: Rectangle, around: Rectangle | undefined, closeUp: number, room: Grid): View {
  const whole = viewOfAll(area, room);
  if (around === undefined) {
    return whole;
  }
  const near = viewOfAll(grow(around, 0.15 * Math.max(around.width, around.height)), room);
  const scale = Math.max(near.scale, closeUp);
  const middle = middleOf(around);
  return scale >= whole.scale && contains(areaOf(whole), middle)
    ? whole
    : viewAround(middle, Math.min(scale, whole.scale), room);
}

/** The rectangle of the page that a view shows. */
export function areaOf({ left, top, scale, columns, rows }: View): Rectangle {
  return { x: left, y: top, width: columns * scale, height: 2 * rows * scale };
}

/** The cell (counted from 0) that shows `point`; it lies outside the grid where the view does not show it. */
export function cellAt({ left, top, scale }: View, { x, y }: Point): { column: number; row: number } {
  return { column: Math.floor((x - left) / scale), row: Math.floor((y - top) / (2 * scale)) };
}

export function middleOf({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function contains(area: Rectangle, { x, y }: Point): boolean {
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}

/** `area` with `by` mm more on each side. */
export function grow({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The smallest rectangle that holds all of `areas`; undefined where there is none. */
export function hullOf(areas: readonly (Rectangle | undefined)[]): Rectangle | undefined {
  return areas.reduce((hull, area) => (hull && area ? union(hull, area) : (hull ?? area)), undefined);
}

function union(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
