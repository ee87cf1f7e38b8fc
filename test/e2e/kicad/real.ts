/** The installed kicad-cli, and the demos that come with KiCad. */
import { existsSync } from "node:fs";
import { describe } from "vitest";
import { findKicadCli, type KicadCli } from "../../../source/kicad/cli/kicad-cli.js";

const found = await findKicadCli(process.env);
if (!found && process.env.CI) {
  throw new Error("kicad-cli is not installed: the tests of KiCad would not run.");
}

/** Tests that need kicad-cli: skipped where it is missing; under CI its absence is an error. */
export const describeKicad = describe.runIf(found);

/** The folder of KiCad's demos. */
export const demos = "/usr/share/kicad/demos";

export const hasDemos = existsSync(demos);
if (!hasDemos && process.env.CI) {
  throw new Error("KiCad's demos are not installed: the tests of edits on them would not run.");
}

/** Tests that need kicad-cli and the demos: skipped where they are missing; under CI their absence is an error. */
export const describeDemos = describe.runIf(found && hasDemos);

export function kicad(): KicadCli {
  if (!found) {
    throw new Error("kicad-cli is not installed");
  }
  return found;
}
