/** Which designs a turn's changes have to be checked in. Pure but for the reading of the repository. */
import type { FileChange } from "../../base/file-change.js";
import type { CheckKind } from "../cli/run-check.js";
import {
  type Chosen,
  findDesign,
  type Hierarchy,
  readHierarchy,
  rootsIn,
  sheetsBelow,
  withProject,
} from "../design/project.js";

/** One check to run; `design` is repository-relative. */
export type CheckTarget = { kind: CheckKind; design: string };

/**
 * The checks for `changes`: ERC of each root schematic whose hierarchy holds a changed sheet (the chosen one alone,
 * where it does), DRC of each changed board. Where no design is among the changes, because all came back to what they
 * were, the repository's own.
 */
export async function targetsOf(
  root: string,
  files: readonly string[],
  changes: readonly FileChange[],
  chosen: Chosen,
): Promise<CheckTarget[]> {
  const changed = changes.map(({ path }) => path);
  const sheets = changed.filter((path) => path.endsWith(".kicad_sch"));
  const boards = changed.filter((path) => path.endsWith(".kicad_pcb"));
  if (sheets.length + boards.length === 0) {
    return await ownTargets(root, chosen);
  }
  const hierarchy = await readHierarchy(root, files);
  const roots = new Set(sheets.flatMap((sheet) => rootsAbove(hierarchy, sheet, files, chosen)));
  return [
    ...[...roots].sort().map((design): CheckTarget => ({ kind: "erc", design })),
    ...boards
      .filter((board) => files.includes(board))
      .map((design): CheckTarget => ({ kind: "drc", design })),
  ];
}

async function ownTargets(root: string, chosen: Chosen): Promise<CheckTarget[]> {
  const { schematic, board } = await findDesign(root, chosen);
  return [
    ...(schematic.status === "found" ? [{ kind: "erc" as const, design: schematic.path }] : []),
    ...(board.status === "found" ? [{ kind: "drc" as const, design: board.path }] : []),
  ];
}

function rootsAbove(
  hierarchy: Hierarchy,
  sheet: string,
  files: readonly string[],
  { schematic }: Chosen,
): string[] {
  const holds = (root: string) => sheetsBelow(hierarchy, root).has(sheet);
  if (schematic !== undefined && files.includes(schematic) && holds(schematic)) {
    return [schematic];
  }
  return withProject(rootsIn(hierarchy).filter(holds), files);
}
