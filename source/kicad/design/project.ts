/** Finds the project of a repository: its root schematic and its board. */
import { posix } from "node:path";
import { glob } from "tinyglobby";
import { readHierarchy, rootsIn } from "./hierarchy.js";
import { isKicadFile, sibling } from "./kicad-files.js";

/** KiCad's backups and what package managers install; hidden folders are left out by the glob itself. */
const elsewhere = ["**/*-backups/**", "**/node_modules/**"];

/** The root schematic or the board. `candidates` and `path` are repository-relative, with `/`. */
export type ProjectFile =
  | { status: "found"; path: string }
  | { status: "missing"; reason: string }
  | { status: "ambiguous"; candidates: string[]; reason: string };

export type Project = { schematic: ProjectFile; board: ProjectFile };

/** The files that the settings name. */
export type NamedFiles = { schematic?: string | undefined; board?: string | undefined };

/** The KiCad files of the repository at `root`, repository-relative, sorted; links are not followed. */
export async function listKicadFiles(root: string): Promise<string[]> {
  const found = await glob("**", { cwd: root, ignore: elsewhere, followSymbolicLinks: false });
  return found.filter(isKicadFile).sort();
}

/** Those of `designs` that have a `.kicad_pro` of the same name beside them; all of them where none has. */
export function withProject(designs: readonly string[], files: readonly string[]): string[] {
  const own = designs.filter((file) => files.includes(sibling(file, "pro")));
  return own.length > 0 ? own : [...designs];
}

/**
 * Finds the root schematic and the board: what the settings name, else the only project's, else the only one. Where one
 * of the two is found, a file of the same name beside it goes before other candidates for the other.
 */
export async function findProject(root: string, named: NamedFiles): Promise<Project> {
  const files = await listKicadFiles(root);
  const roots = withProject(rootsIn(await readHierarchy(root, files)), files);
  const boards = withProject(
    files.filter((file) => file.endsWith(".kicad_pcb")),
    files,
  );
  const schematic = choose("schematic", named.schematic, preferring(roots, named.board, "sch"), files);
  const known = schematic.status === "found" ? schematic.path : undefined;
  const board = choose("board", named.board, preferring(boards, known, "pcb"), files);
  if (schematic.status === "ambiguous" && board.status === "found") {
    return { schematic: choose("schematic", undefined, preferring(roots, board.path, "sch"), files), board };
  }
  return { schematic, board };
}

function preferring(candidates: string[], other: string | undefined, extension: "sch" | "pcb"): string[] {
  const beside = other === undefined ? undefined : sibling(other, extension);
  return beside !== undefined && candidates.includes(beside) ? [beside] : candidates;
}

const names = { schematic: "root schematic", board: "board" } as const;

function choose(
  what: keyof typeof names,
  named: string | undefined,
  candidates: string[],
  files: readonly string[],
): ProjectFile {
  if (named !== undefined) {
    const path = posix.normalize(named.replaceAll("\\", "/"));
    return files.includes(path)
      ? { status: "found", path }
      : {
          status: "missing",
          reason: `.copperhead/config.json names ${path} as the ${what}, and there is no such KiCad file in this repository.`,
        };
  }
  const [only, ...more] = candidates;
  if (only === undefined) {
    const extension = what === "schematic" ? ".kicad_sch" : ".kicad_pcb";
    return { status: "missing", reason: `There is no ${names[what]} (${extension}) in this repository.` };
  }
  if (more.length === 0) {
    return { status: "found", path: only };
  }
  const shown = candidates.length > 20 ? [...candidates.slice(0, 20), "…"] : candidates;
  const example = JSON.stringify({ [what]: only });
  return {
    status: "ambiguous",
    candidates,
    reason: `There are ${candidates.length} candidates for the ${names[what]}: ${shown.join(", ")}. Name one in .copperhead/config.json, like ${example}.`,
  };
}
