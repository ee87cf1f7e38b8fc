/** Sheets that lie beside a project and that no schematic shows: left over from it, and no designs of their own. */
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Project } from "./project.js";

/**
 * Those among the projects of the repository at `root` that are sheets beside or below a project and that no schematic
 * shows: as designs of their own all their ports would be open. Only the root of a design lists the pages of its sheets.
 */
export async function unusedSheets(root: string, all: readonly Project[]): Promise<Set<Project>> {
  const folders = all
    .filter(({ path }) => path.endsWith(".kicad_pro"))
    .map(({ path }) => posix.dirname(path))
    .map((folder) => (folder === "." ? "" : folder));
  const unused = new Set<Project>();
  for (const project of all) {
    const { path, board } = project;
    if (
      path.endsWith(".kicad_sch") &&
      board === undefined &&
      folders.some((folder) => isAtOrBelow(path, folder))
    ) {
      const text = await readFile(join(root, path), "utf8").catch(() => "");
      if (/^\s*\(kicad_sch\b/.test(text) && !text.includes("(sheet_instances")) {
        unused.add(project);
      }
    }
  }
  return unused;
}

/** The projects without those sheets: what a user or the model is offered to choose from. */
export async function offeredProjects(root: string, all: readonly Project[]): Promise<Project[]> {
  const unused = await unusedSheets(root, all);
  return all.filter((project) => !unused.has(project));
}

/** Both are repository-relative; the repository itself is empty. */
export function isAtOrBelow(file: string, path: string): boolean {
  return path === "" || file === path || file.startsWith(`${path}/`);
}
