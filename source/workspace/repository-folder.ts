/** `.copperhead`, where copperhead keeps what belongs to one repository. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CopperheadError } from "../base/failure.js";
import { errorCode } from "../base/files/file-errors.js";
import { requireOwnFolders } from "../base/files/own-folders.js";

/** The settings and the commands are for everyone who works on the repository; the rest is for this user alone. */
const gitignore = "*\n!config.json\n!commands/\n!commands/*.md\n";

export function repositoryFolder(root: string): string {
  return join(root, ".copperhead");
}

export function sessionsFolder(root: string): string {
  return join(repositoryFolder(root), "sessions");
}

function ifThere(error: unknown): void {
  if (errorCode(error) !== "EEXIST") {
    throw error;
  }
}

/**
 * Makes `.copperhead` and its `sessions` (mode 0700), and has git ignore them by a `.gitignore` of their own; one that is
 * there already is left alone. `root` is the real path of the repository. Throws `strange-folder` where one of them is a
 * link or a file, and `folder-unwritable` where they cannot be made.
 */
export async function prepareRepositoryFolder(root: string): Promise<void> {
  try {
    const folder = repositoryFolder(root);
    await requireOwnFolders(root, basename(folder), basename(sessionsFolder(root)));
    await mkdir(folder, { mode: 0o755 }).catch(ifThere);
    const path = join(folder, ".gitignore");
    await writeFile(path, gitignore, { flag: "wx" }).catch(ifThere);
    await mkdir(sessionsFolder(root), { mode: 0o700 }).catch(ifThere);
  } catch (cause) {
    if (cause instanceof CopperheadError) {
      throw cause;
    }
    const failure = {
      code: "folder-unwritable",
      message: `${repositoryFolder(root)} could not be made: ${errorCode(cause) || cause}.`,
      advice: "copperhead keeps its sessions in the repository: make it writable.",
    };
    throw new CopperheadError(failure, { cause });
  }
}
