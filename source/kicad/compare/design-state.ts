/** KiCad's files of a repository at one moment: as they are, as they were before a change, as a commit has them. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "../../base/files/file-change.js";
import { listKicadFiles } from "../design/find-projects.js";
import { isKicadFile } from "../design/kicad-files.js";

export type DesignState = {
  /** Completes `hardware/main.kicad_sch …`, such as `in HEAD`; empty for the present. */
  when: string;
  /** Repository-relative, sorted. */
  files: readonly string[];
  /** The content of a file, also of one that is not listed but named by a sheet; undefined where there is none. */
  read(path: string): Promise<Buffer | undefined>;
};

/** The files of the repository at `root` as they are. */
export async function stateOnDisk(root: string): Promise<DesignState> {
  return { when: "", files: await listKicadFiles(root), read: (path) => readKicadFile(join(root, path)) };
}

/** The names of sheets come from the design: nothing but a regular file of KiCad is read. */
async function readKicadFile(file: string): Promise<Buffer | undefined> {
  try {
    return isKicadFile(file) && (await stat(file)).isFile() ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}

/** `state` as it was before `changes`, or as it is after them: what they hold counts, not what is there. */
export function stateWith(
  state: DesignState,
  changes: readonly FileChange[],
  side: "before" | "after",
): DesignState {
  const contents = new Map(changes.map((change) => [change.path, change[side]]));
  const others = state.files.filter((path) => !contents.has(path));
  const own = [...contents].flatMap(([path, bytes]) => (bytes && isKicadFile(path) ? [path] : []));
  return {
    when: side === "before" ? "before the change" : "",
    files: [...others, ...own].sort(),
    read: async (path) => {
      const bytes = contents.get(path);
      return bytes === undefined ? state.read(path) : (bytes ?? undefined);
    },
  };
}
