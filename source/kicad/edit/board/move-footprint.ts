/** Moves, turns and flips a footprint of a board; its tracks stay. Pure. */
import type { Board, Footprint, FootprintPlace, Side } from "../../design/board/board.js";
import type { Point } from "../../drawing/geometry.js";
import { refuse } from "../edit.js";
import { nearest } from "../sheets/named-parts.js";
import type { Splice } from "../splice.js";
import { normalized, placedAnew, rounded } from "./footprint-place.js";

/** `to` and `by` are mm, `rotation` is the new angle in degrees, counter-clockwise. */
export type MoveRequest = {
  ref: string;
  to?: Point | undefined;
  by?: Point | undefined;
  rotation?: number | undefined;
  side?: Side | undefined;
};

/** In mm. KiCad counts nanometres in 32 bits, up to 2147 mm; the pads around a place need room, too. */
const farthest = 2000;

/** `ref` is the reference as the board has it. */
export type Move = { ref: string; splices: Splice[]; before: FootprintPlace; after: FootprintPlace };

/** The changes of the board's text. Throws `edit-refused`. */
export function moveFootprint(board: Board, request: MoveRequest): Move {
  const footprint = footprintNamed(board, request.ref);
  const before = footprint.place;
  const after = newPlace(before, request);
  if (JSON.stringify(before) === JSON.stringify(after)) {
    refuse(`${footprint.reference} is there already.`);
  }
  if (Math.max(Math.abs(after.x), Math.abs(after.y)) > farthest) {
    refuse(
      `${footprint.reference} would be at ${after.x}, ${after.y} mm: a board reaches ${farthest} mm from its origin.`,
      `It is at ${before.x}, ${before.y} mm now.`,
    );
  }
  if (isLocked(footprint)) {
    refuse(`${footprint.reference} is locked on the board.`, "Unlock it in KiCad if it may be moved.");
  }
  return { ref: footprint.reference, splices: placedAnew(board, footprint, after), before, after };
}

function footprintNamed({ footprints }: Board, ref: string): Footprint {
  const exact = footprints.filter(({ reference }) => reference === ref);
  const found =
    exact.length > 0
      ? exact
      : footprints.filter(({ reference }) => reference.toUpperCase() === ref.toUpperCase());
  const [footprint, ...others] = found;
  if (others.length > 0) {
    refuse(`There are ${found.length} footprints called ${ref} on the board.`);
  }
  const names = footprints.map(({ reference }) => reference);
  return (
    footprint ?? refuse(`There is no footprint ${ref} on the board.`, nearest("Spelt alike", ref, names))
  );
}

/** One that changes sides is turned over its own upright axis, as KiCad does it. */
function newPlace(
  place: FootprintPlace,
  { to, by, rotation, side = place.side }: MoveRequest,
): FootprintPlace {
  const from = to ?? place;
  const turned = side === place.side ? place.rotation : 180 - place.rotation;
  return {
    x: rounded(from.x + (by?.x ?? 0)),
    y: rounded(from.y + (by?.y ?? 0)),
    rotation: normalized(rotation ?? turned),
    side,
  };
}

function isLocked({ list }: Footprint): boolean {
  return (
    list.valueOf("locked") === "yes" || list.atoms.some(({ value, quoted }) => value === "locked" && !quoted)
  );
}
