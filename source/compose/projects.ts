/** The project that a command or a session works on. */
import { posix, relative, sep } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { listProjects } from "../kicad/design/find-projects.js";
import { chooseProject, nameProjects, type Project, type Projects } from "../kicad/design/project.js";
import { loadSettings } from "../workspace/settings/settings.js";

type Wanted = {
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** What `--project` or `/project` names. */
  wanted: string | undefined;
};

/** A folder (the working directory, by default), repository-relative; undefined outside the repository at `root`. */
export function folderIn(root: string, of: string = process.cwd()): string | undefined {
  const folder = relative(root, of).split(sep).join(posix.sep);
  return folder === ".." || folder.startsWith("../") ? undefined : folder;
}

/**
 * The project that is meant: the one named, else that of the settings, else the only one, else the nearest above the
 * working directory. Throws a usage failure: `no-project` where the name means none or none is there, `which-project`
 * where there are several.
 */
export async function requireProject({ root, env, wanted }: Wanted): Promise<Project> {
  const projects = await listProjects(root, await loadSettings({ root, env }));
  const chosen = chooseProject(projects, { wanted, folder: folderIn(root) });
  if (!chosen) {
    throw unclear(projects);
  }
  return chosen;
}

function unclear(projects: Projects): CopperheadError {
  const { all } = projects;
  return all.length === 0
    ? noProjectFound(projects)
    : new CopperheadError({
        code: "which-project",
        message: `There are ${all.length} projects in this repository: ${nameProjects(all)}.`,
        advice: "Name the one you mean with --project (in the panes: /project), or work in its folder.",
        exitCode: exitCodes.usage,
      });
}

/** Why a design of the old formats is left out; follows its path. */
export const legacyReason =
  "has the format of KiCad 5 or before, which kicad-cli does not read: open and save it in KiCad";

/** The usage failure of a repository without a project, with what there is instead. */
export function noProjectFound({ legacy, problems }: Projects): CopperheadError {
  const reasons = problems.length > 0 ? problems : ["There is no KiCad project in this repository."];
  return new CopperheadError({
    code: "no-project",
    message: reasons.join(" "),
    ...(legacy.length > 0 && {
      advice: `Of KiCad 5 or before, to be opened and saved in KiCad first: ${legacy.slice(0, 5).join(", ")}.`,
    }),
    exitCode: exitCodes.usage,
  });
}
