/** Which checks the changes of a turn need. */
import type { FileChange } from "../../base/files/file-change.js";
import type { CheckKind } from "../cli/run-check.js";
import { type Hierarchy, readHierarchy, rootsIn, sheetsBelow } from "../design/hierarchy.js";
import { findProject, type NamedFiles, withProject } from "../design/project.js";

/** ERC of a root schematic or DRC of a board; `design` is repository-relative. */
export type Check = { kind: CheckKind; design: string };

/**
 * ERC of each root schematic whose hierarchy holds a changed sheet (of the one that the settings name alone, where it
 * does), DRC of each changed board. Where no design is among the changes, because all came back to what they were, the
 * checks of the repository's own project.
 */
export async function checksFor(
  root: string,
  files: readonly string[],
  changes: readonly FileChange[],
  named: NamedFiles,
): Promise<Check[]> {
  const changed = changes.map(({ path }) => path);
  const sheets = changed.filter((path) => path.endsWith(".kicad_sch"));
  const boards = changed.filter((path) => path.endsWith(".kicad_pcb"));
  if (sheets.length + boards.length === 0) {
    const { schematic, board } = await findProject(root, named);
    return [
      ...(schematic.status === "found" ? [{ kind: "erc" as const, design: schematic.path }] : []),
      ...(board.status === "found" ? [{ kind: "drc" as const, design: board.path }] : []),
    ];
  }
  const hierarchy = await readHierarchy(root, files);
  const roots = new Set(sheets.flatMap((sheet) => rootsAbove(hierarchy, sheet, files, named)));
  return [
    ...[...roots].sort().map((design): Check => ({ kind: "erc", design })),
    ...boards.filter((board) => files.includes(board)).map((design): Check => ({ kind: "drc", design })),
  ];
}

function rootsAbove(
  hierarchy: Hierarchy,
  sheet: string,
  files: readonly string[],
  { schematic }: NamedFiles,
): string[] {
  const holds = (root: string) => sheetsBelow(hierarchy, root).has(sheet);
  if (schematic !== undefined && files.includes(schematic) && holds(schematic)) {
    return [schematic];
  }
  return withProject(rootsIn(hierarchy).filter(holds), files);
}
