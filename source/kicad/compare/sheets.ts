/** The files of a schematic in one state of a repository. */
import { posix } from "node:path";
import { hierarchyFrom, rootsIn, sheetFilesIn } from "../design/hierarchy.js";
import type { DesignState } from "./design-state.js";

/** The root schematic and every sheet below it, with their contents; those that are not there are left out. */
export async function readSheets(state: DesignState, schematic: string): Promise<Map<string, Buffer>> {
  const sheets = new Map<string, Buffer>();
  const seen = new Set([schematic]);
  for (const path of seen) {
    const bytes = await state.read(path);
    if (bytes) {
      sheets.set(path, bytes);
      for (const name of sheetFilesIn(bytes.toString("utf8"))) {
        seen.add(placeOf(name, path, schematic));
      }
    }
  }
  return sheets;
}

/** Whether a sheet is named by a place of this machine or by a variable: what it holds is not among `sheets`. */
export function hasForeignSheets(sheets: ReadonlyMap<string, Buffer>): boolean {
  return [...sheets.values()].some((bytes) =>
    sheetFilesIn(bytes.toString("utf8")).some((name) => /^([/\\]|[A-Za-z]:|\$\{(?!KIPRJMOD\}))/.test(name)),
  );
}

/** Sheets are named from the folder of the file that shows them, or from that of the project. */
function placeOf(name: string, from: string, root: string): string {
  const path = name.replaceAll("\\", "/");
  const [, ofProject] = /^\$\{KIPRJMOD\}\/(.*)$/.exec(path) ?? [];
  return ofProject === undefined
    ? posix.join(posix.dirname(from), path)
    : posix.join(posix.dirname(root), ofProject);
}

/** The schematics that no other one shows. */
export async function rootSchematics({ files, read }: DesignState): Promise<string[]> {
  return rootsIn(await hierarchyFrom(files, async (path) => (await read(path))?.toString("utf8") ?? ""));
}
