/** `/board` and `/schematic`: the design drawn in the terminal, and what the session did to it. */
import { join } from "node:path";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { checkDesign } from "../../kicad/check/check-design.js";
import { activeFindings } from "../../kicad/check/findings.js";
import { withUntouched } from "../../kicad/check/reports/untouched.js";
import type { KicadCli } from "../../kicad/cli/kicad-cli.js";

import type { ColourDepth } from "../../kicad/drawing/cells.js";
import type { Drawing, SceneOptions } from "../../kicad/drawing/draw.js";
import { type Focus, focusOf } from "../../kicad/drawing/focus.js";
import type { PictureTerminal } from "../../kicad/drawing/picture.js";
import { changesOfSession } from "../../workspace/journal/session-changes.js";
import { requireKicadCli } from "../check-project.js";
import { requireProject } from "../projects.js";

export type SessionSceneOptions = {
  root: string;
  env: NodeJS.ProcessEnv;
  sessionFolder: string;
  /** The name of the session's project, where one is chosen. */
  project: string | undefined;
  part: "board" | "schematic";
  /** Where to look: a reference (`R1`), a place in mm (`110, 42.5`), a finding of `/check` (`#2`), or "" for all. */
  where: string;
  signal: AbortSignal;
};

export type SessionDrawingOptions = SessionSceneOptions & {
  /** The room for the drawing, in cells. */
  size: { columns: number; rows: number };
  colour: ColourDepth;
  /** What pictures the terminal can show. */
  pictures?: Promise<PictureTerminal | undefined>;
};

/**
 * Draws the design as it is, or before and after side by side where the session has changed it. Throws a failure
 * where there is no such design, kicad-cli is missing, or `where` names nothing.
 */
export async function drawSession(options: SessionDrawingOptions): Promise<Drawing> {
  const { size, colour, pictures } = options;
  return await withScene(options, async (scene) => {
    const { drawDesign } = await drawing();
    return await drawDesign({ ...scene, size, colour, ...(pictures && { pictures }) });
  });
}

/** The same as PNG files: one, or the design before and after. */
export async function imagesOfSession(
  options: SessionSceneOptions,
): Promise<{ images: Uint8Array[]; caption: string }> {
  return await withScene(options, async (scene) => (await drawing()).drawDesignImages(scene));
}

/** Loaded when there is something to draw: the rasterizer is large. */
function drawing() {
  return import("../../kicad/drawing/draw.js");
}

async function withScene<Drawn>(
  { root, env, sessionFolder, project, part, where, signal }: SessionSceneOptions,
  draw: (scene: SceneOptions) => Promise<Drawn>,
): Promise<Drawn> {
  const { path, [part]: design } = await requireProject({ root, env, wanted: project });
  if (design === undefined) {
    throw nothingToDraw(`${path} has no ${part}.`);
  }
  const cli = (await requireKicadCli(env)).endedBy(signal);
  const file = join(root, design);
  const focus = await focusFrom(where, part, cli, file);
  const changes = await changesOfSession(root, sessionFolder);
  const scene = { cli, file, ...(focus && { focus }) };
  const extension = part === "board" ? ".kicad_pcb" : ".kicad_sch";
  return changes.some(({ path: changed, before }) => changed.endsWith(extension) && before !== null)
    ? withUntouched(root, changes, (folder) => draw({ ...scene, before: join(folder, design) }))
    : draw(scene);
}

async function focusFrom(
  where: string,
  part: SessionSceneOptions["part"],
  cli: KicadCli,
  file: string,
): Promise<Focus | undefined> {
  const wanted = where.trim();
  const [, number] = /^#([0-9]+)$/.exec(wanted) ?? [];
  if (number !== undefined) {
    return focusOfFinding(Number(number), part, cli, file);
  }
  const [, x, y] = /^(-?[0-9.]+)\s*[, ]\s*(-?[0-9.]+)$/.exec(wanted) ?? [];
  if (x !== undefined && y !== undefined) {
    return { x: Number(x), y: Number(y) };
  }
  return wanted === "" ? undefined : { reference: wanted };
}

/** `number` counts the findings as `/check` lists them. */
async function focusOfFinding(
  number: number,
  part: SessionSceneOptions["part"],
  cli: KicadCli,
  file: string,
): Promise<Focus> {
  const kind = part === "board" ? "drc" : "erc";
  const active = activeFindings((await checkDesign(cli, kind, file)).findings);
  const found = active[number - 1];
  const focus = found && focusOf(found);
  if (!focus) {
    throw nothingToDraw(
      `${kind.toUpperCase()} has ${active.length} findings, and no place for #${number}; see /check.`,
    );
  }
  return focus;
}

function nothingToDraw(message: string): CopperheadError {
  return new CopperheadError({ code: "nothing-to-draw", message, exitCode: exitCodes.usage });
}
