/** Which schematics place which as sheets. */
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";

const sheetFile = /\(property\s+"Sheet ?file"\s+"((?:[^"\\]|\\.)*)"/g;

/** The files of the sheets that a schematic's text places directly, as it names them (relative to its own folder). */
export function sheetFilesIn(schematic: string): string[] {
  return [...schematic.matchAll(sheetFile)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1"));
}

/** The schematics of a repository, each with the sheets that it places; all paths are repository-relative. */
export type Hierarchy = ReadonlyMap<string, readonly string[]>;

/** Reads which of `files` place which in the repository at `root`; one that cannot be read places none. */
export function readHierarchy(root: string, files: readonly string[]): Promise<Hierarchy> {
  return hierarchyFrom(files, (file) => readFile(join(root, file), "utf8").catch(() => ""));
}

/** Which of `files` place which, by their texts. */
export async function hierarchyFrom(
  files: readonly string[],
  textOf: (file: string) => Promise<string>,
): Promise<Hierarchy> {
  const hierarchy = new Map<string, string[]>();
  for (const file of files.filter((name) => name.endsWith(".kicad_sch"))) {
    const sheets = sheetFilesIn(await textOf(file)).map((name) => name.replaceAll("\\", "/"));
    hierarchy.set(
      file,
      sheets.map((name) => posix.join(posix.dirname(file), name)),
    );
  }
  return hierarchy;
}

/** The schematics that no other one places. Where all are placed, in circles, all of them. */
export function rootsIn(hierarchy: Hierarchy): string[] {
  const placed = [...hierarchy].flatMap(([file, sheets]) => sheets.filter((sheet) => sheet !== file));
  const isPlaced = new Set(placed);
  const schematics = [...hierarchy.keys()];
  const roots = schematics.filter((file) => !isPlaced.has(file));
  return roots.length > 0 ? roots : schematics;
}

/** `root` and every sheet below it. */
export function sheetsBelow(hierarchy: Hierarchy, root: string): Set<string> {
  const seen = new Set([root]);
  for (const file of seen) {
    for (const sheet of hierarchy.get(file) ?? []) {
      seen.add(sheet);
    }
  }
  return seen;
}
