/** Folders that a repository may have brought along, and that copperhead reads and writes in. */
import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CopperheadError } from "../failure.js";
import { ifMissing } from "./file-errors.js";

/**
 * Throws `strange-folder` where something else than a folder is at one of the `names`, each in the one before it. A
 * repository could bring a link along, to have copperhead read and write wherever that leads.
 */
export async function requireOwnFolders(parent: string, ...names: string[]): Promise<void> {
  let path = parent;
  for (const name of names) {
    path = join(path, name);
    const found = await lstat(path).catch(ifMissing(undefined));
    if (found && !found.isDirectory()) {
      throw new CopperheadError({
        code: "strange-folder",
        message: `${path} is no folder of its own.`,
        advice: "Look where it comes from, and remove it: copperhead keeps its sessions there.",
      });
    }
  }
}

/** Makes the folders `names` (mode 0700), each in the one before it. Throws as `requireOwnFolders` does. */
export async function makeOwnFolders(parent: string, ...names: string[]): Promise<string> {
  await requireOwnFolders(parent, ...names);
  const path = join(parent, ...names);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}
