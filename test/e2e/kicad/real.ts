/** The installed kicad-cli. */
import { describe } from "vitest";
import { findKicadCli, type KicadCli } from "../../../source/kicad/cli/kicad-cli.js";

const found = await findKicadCli(process.env);
if (!found && process.env.CI) {
  throw new Error("kicad-cli is not installed: the tests of KiCad would not run.");
}

/** Tests that need kicad-cli: skipped where it is missing; under CI its absence is an error. */
export const describeKicad = describe.runIf(found);

export function kicad(): KicadCli {
  if (!found) {
    throw new Error("kicad-cli is not installed");
  }
  return found;
}
