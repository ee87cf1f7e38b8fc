import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaOf,
  cellAt,
  contains,
  grow,
  hullOf,
  middleOf,
  viewAround,
  viewOfAll,
} from "../../../source/kicad/drawing/geometry.js";

const length = fc.double({ min: 0.01, max: 2000, noNaN: true });
const place = fc.double({ min: -500, max: 2000, noNaN: true });
const area = fc.record({ x: place, y: place, width: length, height: length });
const grid = fc.record({ columns: fc.integer({ min: 1, max: 300 }), rows: fc.integer({ min: 1, max: 100 }) });

describe("a view of all of a drawing", () => {
  it("shows all of it, in the room there is", () => {
    fc.assert(
      fc.property(area, grid, (drawn, room) => {
        const view = viewOfAll(drawn, room);
        expect(view.columns).toBeLessThanOrEqual(room.columns);
        expect(view.rows).toBeLessThanOrEqual(room.rows);
        const shown = grow(areaOf(view), 1e-3);
        expect(contains(shown, drawn)).toBe(true);
        expect(contains(shown, { x: drawn.x + drawn.width, y: drawn.y + drawn.height })).toBe(true);
      }),
    );
  });

  it("uses all columns or all rows, and no cell of the other than it needs", () => {
    const wide = viewOfAll({ x: 10, y: 20, width: 80, height: 20 }, { columns: 80, rows: 24 });
    expect(wide).toEqual({ left: 10, top: 20, scale: 1, columns: 80, rows: 10 });
    const high = viewOfAll({ x: 0, y: 0, width: 12, height: 48 }, { columns: 80, rows: 24 });
    expect(high).toEqual({ left: 0, top: 0, scale: 1, columns: 12, rows: 24 });
  });

  it("has the drawing in its middle where cells are left over", () => {
    const view = viewOfAll({ x: 0, y: 0, width: 80, height: 19 }, { columns: 80, rows: 24 });
    expect(view).toMatchObject({ rows: 10, top: -0.5 });
  });
});

describe("a view around a place", () => {
  it("has it in its middle", () => {
    fc.assert(
      fc.property(place, place, length, grid, (x, y, scale, room) => {
        const middle = middleOf(areaOf(viewAround({ x, y }, scale, room)));
        expect(middle.x).toBeCloseTo(x, 3);
        expect(middle.y).toBeCloseTo(y, 3);
      }),
    );
  });
});

describe("the cell of a place", () => {
  const view = viewAround({ x: 50, y: 50 }, 0.5, { columns: 40, rows: 10 });

  it("is one column a step of the scale, and one row two of them", () => {
    expect(areaOf(view)).toEqual({ x: 40, y: 45, width: 20, height: 10 });
    expect(cellAt(view, { x: 40, y: 45 })).toEqual({ column: 0, row: 0 });
    expect(cellAt(view, { x: 40.49, y: 45.99 })).toEqual({ column: 0, row: 0 });
    expect(cellAt(view, { x: 40.5, y: 46 })).toEqual({ column: 1, row: 1 });
    expect(cellAt(view, { x: 59.9, y: 54.9 })).toEqual({ column: 39, row: 9 });
  });

  it("is outside the grid for what is not shown", () => {
    expect(cellAt(view, { x: 39.9, y: 55 })).toEqual({ column: -1, row: 10 });
  });
});

describe("the hull", () => {
  it("holds all of its areas, and is none of none", () => {
    const one = { x: 0, y: 10, width: 5, height: 5 };
    const other = { x: -3, y: 12, width: 4, height: 20 };
    expect(hullOf([one, undefined, other])).toEqual({ x: -3, y: 10, width: 8, height: 22 });
    expect(hullOf([undefined, one])).toEqual(one);
    expect(hullOf([undefined, undefined])).toBeUndefined();
  });
});
