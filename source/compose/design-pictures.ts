/** `/board` and `/schematic`: the design drawn in the terminal, and what the session did to it. */

import { join } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { bySeverity } from "../kicad/check/findings.js";
import { withUntouched } from "../kicad/check/untouched.js";
import type { KicadCli } from "../kicad/cli/kicad-cli.js";
import { runCheck } from "../kicad/cli/run-check.js";
import { findDesign } from "../kicad/design/project.js";
import type { ColourDepth } from "../kicad/drawing/blocks.js";
import type { Focus } from "../kicad/drawing/draw-design.js";
import type { Drawing } from "../kicad/drawing/drawing.js";
import { loadSettings } from "../workspace/settings.js";
import { requireKicadCli } from "./design-check.js";
import { changesOfSession } from "./session-changes.js";

export type DrawRequest = {
  root: string;
  env: NodeJS.ProcessEnv;
  sessionFolder: string;
  part: "board" | "schematic";
  /** Where to look: a reference (`R1`), a place in mm (`110, 42.5`), a finding of `/check` (`#2`), or "" for all. */
  where: string;
  /** The room there is, in cells. */
  size: { columns: number; rows: number };
  colour: ColourDepth;
};

/**
 * Draws the design as it is, or before and after side by side where the session has changed it. Throws a failure
 * where there is no such design, kicad-cli is missing, or `where` names nothing.
 */
export async function drawDesign(request: DrawRequest): Promise<Drawing> {
  const { root, env, sessionFolder, part, where, size, colour } = request;
  const target = (await findDesign(root, await loadSettings({ root, env })))[part];
  if (target.status !== "found") {
    throw nothingToDraw(target.reason);
  }
  const cli = await requireKicadCli(env);
  const file = join(root, target.path);
  const focus = await focusFrom(where, part, cli, file);
  const options = { cli, size, colour, ...(focus && { focus }) };
  const extension = part === "board" ? ".kicad_pcb" : ".kicad_sch";
  const changes = await changesOfSession(root, sessionFolder);
  // Loaded when a picture is asked for: the rasteriser is large.
  if (changes.some(({ path, before }) => path.endsWith(extension) && before !== null)) {
    const { drawBeforeAfter } = await import("../kicad/drawing/before-after.js");
    return withUntouched(root, changes, (folder) =>
      drawBeforeAfter({ ...options, before: join(folder, target.path), after: file }),
    );
  }
  const { drawBoard, drawSchematic } = await import("../kicad/drawing/draw-design.js");
  return part === "board" ? drawBoard({ ...options, file }) : drawSchematic({ ...options, file });
}

async function focusFrom(
  where: string,
  part: DrawRequest["part"],
  cli: KicadCli,
  file: string,
): Promise<Focus | undefined> {
  const wanted = where.trim();
  if (wanted === "") {
    return undefined;
  }
  const [, number] = /^#([0-9]+)$/.exec(wanted) ?? [];
  if (number !== undefined) {
    return focusOfFinding(Number(number), part, cli, file);
  }
  const [, x, y] = /^(-?[0-9.]+)\s*[, ]\s*(-?[0-9.]+)$/.exec(wanted) ?? [];
  return x !== undefined && y !== undefined ? { x: Number(x), y: Number(y) } : { reference: wanted };
}

async function focusOfFinding(
  number: number,
  part: DrawRequest["part"],
  cli: KicadCli,
  file: string,
): Promise<Focus> {
  const kind = part === "board" ? "drc" : "erc";
  const { findings } = await runCheck(cli, kind, file);
  const shown = bySeverity(findings.filter(({ severity }) => severity !== "exclusion"));
  const { focusOf } = await import("../kicad/drawing/draw-design.js");
  const found = shown[number - 1];
  const focus = found && focusOf(found);
  if (!focus) {
    throw nothingToDraw(
      `${kind.toUpperCase()} has ${shown.length} findings, and no place for #${number}; see /check.`,
    );
  }
  return focus;
}

function nothingToDraw(message: string): CopperheadError {
  return new CopperheadError({ code: "nothing-to-draw", message, exitCode: exitCodes.usage });
}
