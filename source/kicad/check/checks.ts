/** Which checks the changes of a turn need. */
import type { FileChange } from "../../base/files/file-change.js";
import type { CheckKind } from "../cli/run-check.js";
import { listProjects } from "../design/find-projects.js";
import { readHierarchy, sheetsBelow } from "../design/hierarchy.js";
import { chooseProject, type NamedFiles, type Project } from "../design/project.js";

/**
 * ERC of a root schematic or DRC of a board; `design` is repository-relative, `project` the name of its project, where
 * the repository has several.
 */
export type Check = { kind: CheckKind; design: string; project?: string };

/**
 * ERC of each project whose hierarchy holds a changed sheet, DRC of each changed board. Where no design is among the
 * changes, because all came back to what they were, the checks of the repository's own project.
 */
export async function checksFor(
  root: string,
  files: readonly string[],
  changes: readonly FileChange[],
  named: NamedFiles,
): Promise<Check[]> {
  const projects = await listProjects(root, named);
  const changed = changes.map(({ path }) => path);
  const sheets = changed.filter((path) => path.endsWith(".kicad_sch"));
  const boards = changed.filter((path) => path.endsWith(".kicad_pcb"));
  if (sheets.length + boards.length === 0) {
    const own = chooseProject(projects, {});
    return own ? checksOf(own, projects.all.length > 1) : [];
  }
  const hierarchy = await readHierarchy(root, files);
  const touched = projects.all.map(({ path, schematic, board }) => {
    const below = schematic === undefined ? undefined : sheetsBelow(hierarchy, schematic);
    return {
      path,
      ...(schematic !== undefined && sheets.some((sheet) => below?.has(sheet)) && { schematic }),
      ...(board !== undefined && boards.includes(board) && { board }),
    };
  });
  return touched.flatMap((project) => checksOf(project, projects.all.length > 1));
}

function checksOf({ path, schematic, board }: Project, isOneOfSeveral: boolean): Check[] {
  const project = isOneOfSeveral && { project: path };
  return [
    ...(schematic === undefined ? [] : [{ kind: "erc" as const, design: schematic, ...project }]),
    ...(board === undefined ? [] : [{ kind: "drc" as const, design: board, ...project }]),
  ];
}
