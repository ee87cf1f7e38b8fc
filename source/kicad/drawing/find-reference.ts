import { CopperheadError, exitCodes } from "../../base/failure.js";
import { nearestNames } from "../design/near.js";

/**
 * The part with the reference `wanted`: exactly, else in other case, else with its unit (`U1B`). Throws
 * `reference-not-found`, with similar references as advice.
 */
export function findReference<Placed extends { reference: string; unit?: string }>(
  placed: readonly Placed[],
  wanted: string,
): Placed {
  const exact = wanted.trim();
  const upper = exact.toUpperCase();
  const found =
    placed.find(({ reference }) => reference === exact) ??
    placed.find(({ reference }) => reference.toUpperCase() === upper) ??
    placed.find(({ reference, unit = "" }) => `${reference}${unit}`.toUpperCase() === upper);
  if (found === undefined) {
    const names = placed.map(({ reference }) => reference).filter((name) => !name.startsWith("#"));
    const near = nearestNames(exact, names);
    throw new CopperheadError({
      code: "reference-not-found",
      message: `There is no ${exact} in the drawing.`,
      advice: near.length === 0 ? "No reference in it is spelt alike." : `Spelt alike: ${near.join(", ")}.`,
      exitCode: exitCodes.failed,
    });
  }
  return found;
}
