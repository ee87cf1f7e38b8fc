/** Finds the KiCad projects of a repository. */
import { open } from "node:fs/promises";
import { join, posix } from "node:path";
import { glob } from "tinyglobby";
import { tryGit } from "../../workspace/git.js";
import { readHierarchy, rootsIn } from "./hierarchy.js";
import { isKicadFile, sibling } from "./kicad-files.js";
import type { NamedFiles, Project, Projects } from "./project.js";

/** KiCad's backups and what package managers install; hidden folders are left out by the glob itself. */
const elsewhere = ["**/*-backups/**", "**/node_modules/**"];

/** The KiCad files of the repository at `root`, repository-relative, sorted; links are not followed. */
export async function listKicadFiles(root: string): Promise<string[]> {
  return (await listFiles(root)).filter(isKicadFile);
}

async function listFiles(root: string): Promise<string[]> {
  const found = await glob("**", { cwd: root, ignore: elsewhere, followSymbolicLinks: false });
  return found.sort();
}

/**
 * Finds the projects of the repository at `root`. What git ignores counts only where the settings name it. Throws
 * nothing of its own.
 */
export async function listProjects(root: string, named: NamedFiles): Promise<Projects> {
  const everything = await listFiles(root);
  const files = everything.filter(isKicadFile);
  const [ignored, hierarchy, legacy] = await Promise.all([
    ignoredAmong(root, files),
    readHierarchy(root, files),
    legacyAmong(root, everything, files),
  ]);
  const found = projectsAmong(files, rootsIn(hierarchy)).filter(({ path }) => !ignored.has(path));
  return { ...withNamed(found, named, files), legacy };
}

/** The projects of a repository with these KiCad files, of which `roots` are placed by no other schematic. */
export function projectsAmong(files: readonly string[], roots: readonly string[]): Project[] {
  const has = new Set(files);
  const projects: Project[] = [];
  for (const path of files.filter((file) => file.endsWith(".kicad_pro"))) {
    const schematic = sibling(path, "sch");
    const board = sibling(path, "pcb");
    // KiCad makes a project file for a sheet that was opened on its own; with a board it is a design.
    if (has.has(board) || roots.includes(schematic)) {
      projects.push({
        path,
        ...(has.has(schematic) && { schematic }),
        ...(has.has(board) && { board }),
      });
    }
  }
  const isLoose = (file: string) => !has.has(sibling(file, "pro"));
  const loose = { schematics: roots.filter(isLoose), boards: boardsIn(files).filter(isLoose) };
  return byPath([...projects, ...looseProjects(loose, projects.length === 0)]);
}

function boardsIn(files: readonly string[]): string[] {
  return files.filter((file) => file.endsWith(".kicad_pcb"));
}

/** A schematic and a board without a project file belong together by their names, or because they are the only ones. */
function looseProjects(
  { schematics, boards }: { schematics: readonly string[]; boards: readonly string[] },
  areAll: boolean,
): Project[] {
  const [schematic] = schematics;
  const [board] = boards;
  if (areAll && schematics.length === 1 && boards.length === 1 && schematic && board) {
    return [{ path: schematic, schematic, board }];
  }
  const partners = new Set(schematics.map((file) => sibling(file, "pcb")));
  return [
    ...schematics.map((file) => {
      const partner = sibling(file, "pcb");
      return { path: file, schematic: file, ...(boards.includes(partner) && { board: partner }) };
    }),
    ...boards.filter((file) => !partners.has(file)).map((file) => ({ path: file, board: file })),
  ];
}

function byPath(projects: readonly Project[]): Project[] {
  return [...projects].sort((one, other) => (one.path < other.path ? -1 : 1));
}

const kinds = { schematic: "root schematic", board: "board" } as const;

/** Gives the project that the settings name its files; one that none of the others is becomes one of its own. */
function withNamed(
  projects: Project[],
  named: NamedFiles,
  files: readonly string[],
): Pick<Projects, "all" | "preferred" | "problems"> {
  const wanted: { schematic?: string; board?: string } = {};
  const problems: string[] = [];
  for (const kind of ["schematic", "board"] as const) {
    const path = named[kind] && posix.normalize(named[kind].replaceAll("\\", "/"));
    if (path !== undefined && files.includes(path)) {
      wanted[kind] = path;
    } else if (path !== undefined) {
      problems.push(
        `.copperhead/config.json names ${path} as the ${kinds[kind]}, and there is no such KiCad file in this repository.`,
      );
    }
  }
  const { schematic, board } = wanted;
  if (schematic === undefined && board === undefined) {
    return { all: projects, problems };
  }
  const owner =
    projects.find(({ schematic: own }) => own !== undefined && own === schematic) ??
    projects.find(({ board: own }) => own !== undefined && own === board);
  const path = owner?.path.endsWith(".kicad_pro")
    ? owner.path
    : (freeProjectFileBeside(schematic ?? board ?? "", projects, files) ?? schematic ?? board ?? "");
  const preferred = { ...owner, ...wanted, path };
  const isTaken = (one: Project) =>
    (one.schematic === undefined || one.schematic === preferred.schematic) &&
    (one.board === undefined || one.board === preferred.board);
  return { all: byPath([preferred, ...projects.filter((one) => !isTaken(one))]), preferred, problems };
}

/** The only project file in the folder of `design`, where no project has it yet. */
function freeProjectFileBeside(
  design: string,
  projects: readonly Project[],
  files: readonly string[],
): string | undefined {
  const folder = posix.dirname(design);
  const [only, ...others] = files.filter(
    (file) => file.endsWith(".kicad_pro") && posix.dirname(file) === folder,
  );
  return others.length > 0 || projects.some(({ path }) => path === only) ? undefined : only;
}

/** The files among `files` that git ignores; none where there is no git. */
async function ignoredAmong(root: string, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) {
    return new Set();
  }
  const input = Buffer.from(files.join("\0"));
  const run = await tryGit(root, ["check-ignore", "-z", "--stdin"], { input }).catch(() => undefined);
  return new Set(run?.stdout.toString("utf8").split("\0").filter(Boolean));
}

const legacyForms: Readonly<Record<string, { head: string; now: "sch" | "pcb" }>> = {
  ".sch": { head: "EESchema", now: "sch" },
  ".brd": { head: "PCBNEW", now: "pcb" },
};

/** Designs in the old formats that have not been converted; other programs use the same extensions. */
async function legacyAmong(
  root: string,
  everything: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const path of everything) {
    const form = legacyForms[posix.extname(path)];
    if (form && !files.includes(path.replace(/\.\w+$/, `.kicad_${form.now}`))) {
      const head = await firstBytes(join(root, path), form.head.length);
      found.push(...(head === form.head ? [path] : []));
    }
  }
  return found;
}

async function firstBytes(file: string, count: number): Promise<string> {
  try {
    const handle = await open(file, "r");
    try {
      return (await handle.read(Buffer.alloc(count), 0, count, 0)).buffer.toString("latin1");
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}
