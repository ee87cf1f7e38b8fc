/** Finds what to check in a repository: its root schematic and its board. */
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { glob } from "tinyglobby";
import { sheetFilesIn } from "./hierarchy.js";

/** Files that KiCad reads when it loads or checks a design. */
const kicadFile = /(\.kicad_(pro|sch|pcb|sym|mod|dru|wks)|(^|\/)(sym|fp)-lib-table)$/;

/** Not part of anybody's design: KiCad's backups and what package managers bring (and hidden folders, which no glob enters). */
const elsewhere = ["**/*-backups/**", "**/node_modules/**"];

/** A file that was looked for. `candidates` and `path` are repository-relative, with `/`. */
export type DesignTarget =
  | { status: "found"; path: string }
  | { status: "missing"; reason: string }
  | { status: "ambiguous"; candidates: string[]; reason: string };

export type Design = { schematic: DesignTarget; board: DesignTarget };

/** The user's choice, from the configuration. */
export type Chosen = { schematic?: string | undefined; board?: string | undefined };

export function isKicadFile(path: string): boolean {
  return kicadFile.test(path);
}

/** The KiCad files of the repository at `root`, repository-relative, sorted; links are not followed. */
export async function listKicadFiles(root: string): Promise<string[]> {
  const found = await glob("**", { cwd: root, ignore: elsewhere, followSymbolicLinks: false });
  return found.filter(isKicadFile).sort();
}

/** How the schematics of a repository hang together. */
export type Hierarchy = { schematics: string[]; sheetsOf: ReadonlyMap<string, readonly string[]> };

/** Reads which schematic places which; a sheet outside the repository is left out. */
export async function readHierarchy(root: string, files: readonly string[]): Promise<Hierarchy> {
  const schematics = files.filter((file) => file.endsWith(".kicad_sch"));
  const sheetsOf = new Map<string, string[]>();
  for (const file of schematics) {
    const text = await readFile(join(root, file), "utf8").catch(() => "");
    const sheets = sheetFilesIn(text).map((name) =>
      posix.join(posix.dirname(file), name.replaceAll("\\", "/")),
    );
    sheetsOf.set(file, sheets);
  }
  return { schematics, sheetsOf };
}

/** The schematics that no other one places. Where all are placed, in circles, all of them. */
export function rootsIn({ schematics, sheetsOf }: Hierarchy): string[] {
  const placed = new Set<string>();
  for (const [file, sheets] of sheetsOf) {
    for (const sheet of sheets) {
      if (sheet !== file) {
        placed.add(sheet);
      }
    }
  }
  const roots = schematics.filter((file) => !placed.has(file));
  return roots.length > 0 ? roots : schematics;
}

/** `root` and every sheet below it. */
export function sheetsBelow({ sheetsOf }: Hierarchy, root: string): Set<string> {
  const seen = new Set([root]);
  for (const file of seen) {
    for (const sheet of sheetsOf.get(file) ?? []) {
      seen.add(sheet);
    }
  }
  return seen;
}

/** Those of `designs` that have a project file of the same name beside them; all of them where none has. */
export function withProject(designs: readonly string[], files: readonly string[]): string[] {
  const own = designs.filter((file) => files.includes(sibling(file, "pro")));
  return own.length > 0 ? own : [...designs];
}

/** `board/main.kicad_sch`, `pcb` → `board/main.kicad_pcb`. */
export function sibling(file: string, extension: "pro" | "sch" | "pcb"): string {
  return file.replace(/\.kicad_\w+$/, `.kicad_${extension}`);
}

/**
 * Finds the root schematic and the board: what the configuration names, else the only project's, else the only one.
 * Where one of the two is known, the other is the one of the same name beside it, if there is one.
 */
export async function findDesign(root: string, chosen: Chosen): Promise<Design> {
  const files = await listKicadFiles(root);
  const roots = withProject(rootsIn(await readHierarchy(root, files)), files);
  const boards = withProject(
    files.filter((file) => file.endsWith(".kicad_pcb")),
    files,
  );
  const schematic = choose("schematic", chosen.schematic, preferring(roots, chosen.board, "sch"), files);
  const known = schematic.status === "found" ? schematic.path : undefined;
  const board = choose("board", chosen.board, preferring(boards, known, "pcb"), files);
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
  chosen: string | undefined,
  candidates: string[],
  files: readonly string[],
): DesignTarget {
  if (chosen !== undefined) {
    const path = posix.normalize(chosen.replaceAll("\\", "/"));
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
