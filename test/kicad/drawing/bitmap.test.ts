import { describe, expect, it } from "vitest";
import { changedArea, rasterize } from "../../../source/kicad/drawing/bitmap.js";
import { viewAround } from "../../../source/kicad/drawing/geometry.js";

const paper = [255, 255, 255] as const;
const view = viewAround({ x: 50, y: 50 }, 0.5, { columns: 80, rows: 20 });

function draw(x: number) {
  const still = '<rect x="40" y="44" width="2" height="2"/>';
  return rasterize(`${still}<rect x="${x}" y="50" width="2" height="3"/>`, view, paper);
}

describe("what has changed between two pictures", () => {
  it("is nothing between equal ones", async () => {
    expect(changedArea(await draw(50), await draw(50), view)).toBeUndefined();
  });

  it("is in millimetres, from where something was to where it is", async () => {
    const changed = changedArea(await draw(50), await draw(60), view);
    expect(changed?.x).toBeCloseTo(50, 3);
    expect(changed?.y).toBeCloseTo(50, 3);
    expect(changed?.width).toBeCloseTo(12, 3);
    expect(changed?.height).toBeCloseTo(3, 3);
  });
});
