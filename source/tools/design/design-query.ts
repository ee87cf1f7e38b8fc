/** What the tools that ask KiCad need: kicad-cli, and the project that they work on. */
import { join } from "node:path";
import * as z from "zod";
import { CopperheadError } from "../../base/failure.js";
import { findKicadCli, type KicadCli } from "../../kicad/cli/kicad-cli.js";
import { listProjects } from "../../kicad/design/find-projects.js";
import { chooseProject, nameProjects, type Project, type Projects } from "../../kicad/design/project.js";
import type { ToolContext } from "../tool.js";
import type { UnboundedResult } from "../tool-result.js";

/** The argument `project` of the tools of KiCad; the system prompt says once what it is. */
export const projectArgument = z.string().optional();

/** `root` is the real path of the repository. */
export type ProjectQuery = { cli: KicadCli; root: string; project: Project };

/**
 * Runs `query` on the project that `wanted` names, else on the session's. Where there is none or no kicad-cli, the
 * result says what to do.
 */
export async function queryProject<Result>(
  wanted: string | undefined,
  context: ToolContext,
  query: (design: ProjectQuery) => Promise<Result>,
): Promise<Result | UnboundedResult> {
  const { root, env } = context;
  const project = await projectOf(wanted, context);
  if ("reason" in project) {
    return failure(project.reason);
  }
  const cli = await findKicadCli(env);
  if (!cli) {
    return failure(
      "kicad-cli was not found, so KiCad cannot be asked. Go on without it and say so in your answer: the user can install KiCad 8 or later, or set COPPERHEAD_KICAD_CLI.",
      "kicad-cli was not found",
    );
  }
  return await query({ cli, root, project });
}

/** The project that `wanted` names, else the session's; or why there is none, as a sentence for the model. */
export async function projectOf(
  wanted: string | undefined,
  { root, config, project: chosen }: ToolContext,
): Promise<Project | { reason: string }> {
  return choose(await listProjects(root, config), wanted ?? chosen);
}

/** As `queryProject`, for the schematic or the board: `file` is its absolute path, `path` the repository-relative one. */
export async function queryDesign(
  part: "schematic" | "board",
  wanted: string | undefined,
  context: ToolContext,
  query: (design: { cli: KicadCli; file: string; path: string }) => Promise<UnboundedResult>,
): Promise<UnboundedResult> {
  return await queryProject(wanted, context, async ({ cli, root, project }) => {
    const path = project[part];
    return path === undefined
      ? failure(
          `${project.path} has no ${part === "schematic" ? "schematic (.kicad_sch)" : "board (.kicad_pcb)"}.`,
        )
      : await query({ cli, file: join(root, path), path });
  });
}

function failure(text: string, detail = text): UnboundedResult {
  return { outcome: "failure", text, detail };
}

function choose(projects: Projects, wanted: string | undefined): Project | { reason: string } {
  try {
    return chooseProject(projects, { wanted }) ?? { reason: whyNone(projects) };
  } catch (error) {
    if (error instanceof CopperheadError) {
      const { message, advice } = error.failure;
      return { reason: advice === undefined ? message : `${message} ${advice}` };
    }
    throw error;
  }
}

/** Why no project is chosen, as a sentence for the model. */
function whyNone({ all, legacy }: Projects): string {
  if (all.length > 0) {
    return `This repository has ${all.length} projects: ${nameProjects(all)}. Name the one you mean with "project".`;
  }
  return legacy.length > 0
    ? `There is no project that KiCad's command line can read: ${legacy.slice(0, 5).join(", ")} ${legacy.length === 1 ? "is" : "are"} of KiCad 5 or before. Opening and saving it in KiCad converts it.`
    : "There is no KiCad project (.kicad_pro, .kicad_sch or .kicad_pcb) in this repository.";
}
