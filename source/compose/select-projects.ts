/** The projects that `check` is asked for, by paths and names. */
import { realpath } from "node:fs/promises";
import { posix, relative, resolve, sep } from "node:path";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { listKicadFiles, listProjects } from "../kicad/design/find-projects.js";
import { readHierarchy, sheetsBelow } from "../kicad/design/hierarchy.js";
import { type Project, type Projects, projectNamed } from "../kicad/design/project.js";
import { isAtOrBelow, unusedSheets } from "../kicad/design/unused-sheets.js";
import { loadSettings, repositoryConfigPath } from "../workspace/settings/settings.js";
import { folderIn, legacyReason, noProjectFound } from "./projects.js";

/** `skipped`: designs that no kicad-cli reads, and mistakes in the settings, each with a reason that follows its path. */
export type Selected = { projects: Project[]; skipped: { path: string; reason: string }[] };

type Wanted = { root: string; env: NodeJS.ProcessEnv; words: readonly string[] };

/**
 * The projects at or below each of `words`: folders, files of a project, sheets, or names of projects; all where there
 * are no words. Throws a usage failure: `no-project` where a word means none or there is none at all, `outside` for a
 * path out of the repository.
 */
export async function selectProjects({ root, env, words }: Wanted): Promise<Selected> {
  const projects = await listProjects(root, await loadSettings({ root, env }));
  if (projects.all.length === 0) {
    throw noProjectFound(projects);
  }
  const mistakes = projects.problems.map((problem) => {
    const path = repositoryConfigPath;
    return { path, reason: problem.replace(`${path} `, "") };
  });
  const unused = await unusedSheets(root, projects.all);
  const found = new Set<Project>(words.length === 0 ? projects.all : []);
  const legacy = new Set<string>(words.length === 0 ? projects.legacy : []);
  for (const word of words) {
    const path = await pathIn(root, word);
    const old = projects.legacy.filter((file) => isAtOrBelow(file, path));
    const here = projects.all.filter((project) => filesOf(project).some((file) => isAtOrBelow(file, path)));
    for (const project of here.length > 0 || old.length > 0
      ? here
      : await otherwise(root, projects, path, word)) {
      found.add(project);
      if (project.path === path) {
        unused.delete(project);
      }
    }
    for (const file of old) {
      legacy.add(file);
    }
  }
  const leftOut = [...unused].filter((project) => found.has(project));
  return {
    projects: projects.all.filter((project) => found.has(project) && !unused.has(project)),
    skipped: [...mistakes, ...[...legacy].map(toSkipped), ...leftOut.map(toUnused)],
  };
}

function toUnused({ path }: Project): Selected["skipped"][number] {
  return { path, reason: "is a sheet that no schematic shows; name it to check it alone" };
}

/** The projects that show `path` as a sheet, else the one of that name. */
async function otherwise(root: string, projects: Projects, path: string, word: string): Promise<Project[]> {
  if (path.endsWith(".kicad_sch")) {
    const hierarchy = await readHierarchy(root, await listKicadFiles(root));
    const above = projects.all.filter(
      ({ schematic }) => schematic !== undefined && sheetsBelow(hierarchy, schematic).has(path),
    );
    if (above.length > 0) {
      return above;
    }
  }
  return [projectNamed(projects, word)];
}

function filesOf({ path, schematic, board }: Project): string[] {
  return [path, schematic, board].filter((file) => file !== undefined);
}

/** A word as a repository-relative path; paths begin at the working directory, outside the repository at its root. */
async function pathIn(root: string, word: string): Promise<string> {
  const wanted = resolve(folderIn(root) === undefined ? root : process.cwd(), word);
  const path = relative(root, await realpath(wanted).catch(() => wanted))
    .split(sep)
    .join(posix.sep);
  if (path === ".." || path.startsWith("../") || posix.isAbsolute(path)) {
    throw new CopperheadError({
      code: "outside",
      message: `${word} is not in the repository ${root}.`,
      advice: "Name another repository with --repo.",
      exitCode: exitCodes.usage,
    });
  }
  return path;
}

function toSkipped(path: string): Selected["skipped"][number] {
  return { path, reason: legacyReason };
}
