/** The projects of a repository, and which of them is meant. Pure. */
import { posix } from "node:path";
import leven from "leven";
import { CopperheadError, exitCodes } from "../../base/failure.js";

/**
 * A `.kicad_pro` with its root schematic and its board, or a root schematic or a board without one. Paths are
 * repository-relative, with `/`.
 */
export type Project = {
  /** Its name everywhere: the path of the `.kicad_pro`, else of the schematic, else of the board. */
  path: string;
  schematic?: string;
  board?: string;
};

export type Projects = {
  /** By their paths. */
  all: Project[];
  /** The one whose files the settings name. */
  preferred?: Project;
  /** Designs of KiCad 5 and before, which kicad-cli does not read. */
  legacy: string[];
  /** What the settings name and is not there, a sentence each. */
  problems: string[];
};

/** The files that the settings name, repository-relative. */
export type NamedFiles = { schematic?: string | undefined; board?: string | undefined };

/** The most projects that a message or the prompt lists. */
const mostNamed = 20;

/** The projects by their names, as many as a message can hold. */
export function nameProjects(projects: readonly Project[]): string {
  const names = projects.slice(0, mostNamed).map(({ path }) => path);
  const more = projects.length - names.length;
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

/**
 * The project that `name` means: its path, that of its schematic or board, its file's name with or without the
 * extension, or its folder. Throws `no-project` (exit 2) with what there is.
 */
export function projectNamed({ all }: Pick<Projects, "all">, name: string): Project {
  const wanted = posix.normalize(name.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
  const ways: ((project: Project) => boolean)[] = [
    ({ path, schematic, board }) => [path, schematic, board].includes(wanted),
    ({ path }) => posix.dirname(path) === wanted,
    ({ path }) => [posix.basename(path), posix.parse(path).name].includes(wanted),
  ];
  for (const way of ways) {
    const [only, ...others] = all.filter(way);
    if (only && others.length === 0) {
      return only;
    }
    if (only) {
      throw noProject(
        `${name} can be each of ${nameProjects([only, ...others])}.`,
        "Name the one you mean by its path.",
      );
    }
  }
  throw all.length === 0
    ? noProject(`There is no KiCad project in this repository, so none is ${name}.`)
    : noProject(
        `There is no project ${name}.`,
        `${nearest(name, all)}The projects are ${nameProjects(all)}.`,
      );
}

function nearest(name: string, all: readonly Project[]): string {
  const near = all
    .map(({ path }) => {
      const names = [posix.parse(path).name, posix.basename(posix.dirname(path))];
      const distance = Math.min(...names.map((one) => leven(one, posix.parse(name).name)));
      return { path, distance };
    })
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= 3 && all.length > 1 ? `Did you mean ${near.path}? ` : "";
}

function noProject(message: string, advice?: string): CopperheadError {
  return new CopperheadError({
    code: "no-project",
    message,
    ...(advice !== undefined && { advice }),
    exitCode: exitCodes.usage,
  });
}

/** What says which project is meant. */
export type ProjectChoice = {
  /** What the user named. */
  wanted?: string | undefined;
  /** The working directory, repository-relative; undefined outside the repository. */
  folder?: string | undefined;
};

/**
 * The project that is meant: the one named, else that of the settings, else the only one (with a project file, where
 * any has one), else the nearest above the working directory. Undefined where none of these is one. Throws as
 * `projectNamed`.
 */
export function chooseProject(projects: Projects, { wanted, folder }: ProjectChoice): Project | undefined {
  if (wanted !== undefined) {
    return projectNamed(projects, wanted);
  }
  const withFile = projects.all.filter(({ path }) => path.endsWith(".kicad_pro"));
  const candidates = withFile.length > 0 ? withFile : projects.all;
  return (
    projects.preferred ??
    onlyOf(candidates) ??
    (folder === undefined ? undefined : nearestAbove(folder, candidates))
  );
}

function onlyOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function nearestAbove(folder: string, projects: readonly Project[]): Project | undefined {
  for (let above = posix.normalize(folder || "."); ; above = posix.dirname(above)) {
    const here = projects.filter(({ path }) => posix.dirname(path) === above);
    if (here.length > 0 || above === ".") {
      return onlyOf(here);
    }
  }
}
