/** The repository as it was before a turn, rebuilt in a temporary folder: the state that a turn is compared with. */
import { constants, copyFile, mkdir, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileChange } from "../../../base/files/file-change.js";
import { inTemporaryFolder } from "../../../base/files/temporary-folder.js";

/** What no check reads: version control, copperhead's own folder, KiCad's history and its per-user settings. */
const leftOut = /^(\.git|\.copperhead|\.history|node_modules|.*-backups|.*\.kicad_prl|~.*\.lck)$/;

/** What KiCad may read and a change may hold is copied; models, data sheets and the like are only linked. */
const copied = /(\.kicad_\w+|^(sym|fp)-lib-table)$/;

/**
 * Runs `use` with the root of a copy of the repository in which `changes` have not happened. All names are the same,
 * and so is what lies beside the repository, since libraries are often found from there. The copy is then removed.
 */
export async function withUntouched<Result>(
  root: string,
  changes: readonly FileChange[],
  use: (root: string) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder("kicad", async (folder) => {
    const copy = join(folder, basename(root));
    await linkNeighbours(root, folder);
    await copyFolder(root, copy);
    for (const change of changes) {
      await takeBack(copy, change);
    }
    return await use(copy);
  });
}

async function takeBack(copy: string, { path, before }: FileChange): Promise<void> {
  const file = join(copy, path);
  await mkdir(dirname(file), { recursive: true });
  // Where a folder has become a link since, the path leads out of the copy, to the real file.
  if ((await realpath(dirname(file))) !== dirname(file)) {
    return;
  }
  await rm(file, { force: true });
  await (before && writeFile(file, before));
}

async function linkNeighbours(root: string, folder: string): Promise<void> {
  const parent = dirname(root);
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    // Where a folder cannot be linked, KiCad warns that it does not find its libraries.
    await (name !== basename(root) &&
      symlink(join(parent, name), join(folder, name), "junction").catch(() => {}));
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (leftOut.test(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      await copyFolder(source, target);
    } else if (entry.isFile() && copied.test(entry.name)) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
    } else {
      // Windows lets only some users make links.
      await symlink(source, target).catch(() => copyFile(source, target).catch(() => {}));
    }
  }
}
