/** Where a footprint's pads are on the board, in mm, y goes down. */
import { grow, hullOf, type Point, type Rectangle } from "../../drawing/geometry.js";
import type { Footprint, Pad } from "./board.js";

/** A pad's place is in the footprint's own directions, which are turned counter-clockwise by its rotation. */
export function padPlace({ place }: Footprint, { list }: Pad): Point {
  const angle = (place.rotation * Math.PI) / 180;
  const [x = 0, y = 0] = list.first("at")?.numbers ?? [];
  return {
    x: rounded(place.x + x * Math.cos(angle) + y * Math.sin(angle)),
    y: rounded(place.y - x * Math.sin(angle) + y * Math.cos(angle)),
  };
}

/** What the pads reach over, each taken as a square; the place of a footprint without pads. */
export function areaOfPads(footprint: Footprint): Rectangle {
  const { x, y } = footprint.place;
  const pads = footprint.pads.map((pad) => {
    const reach = Math.max(0, ...(pad.list.first("size")?.numbers ?? [])) / 2;
    return grow({ ...padPlace(footprint, pad), width: 0, height: 0 }, reach);
  });
  return hullOf(pads) ?? { x, y, width: 0, height: 0 };
}

/** To 100 nm, as KiCad keeps places; without the sign of a zero. */
function rounded(mm: number): number {
  return Math.round(mm * 10_000) / 10_000 + 0;
}
