/** `.copperhead`, where copperhead keeps what belongs to one repository. */
import { lstat, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CopperheadError } from "../base/failure.js";
import { errorCode } from "../base/file-errors.js";

/** The settings are for everyone who works on the repository; the rest is for this user alone. */
const gitignore = "*\n!config.json\n";

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

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch(ifThere);
  // A repository could bring a link along, to have transcripts written wherever it leads.
  if (!(await lstat(path)).isDirectory()) {
    throw new CopperheadError({
      code: "strange-folder",
      message: `${path} is no folder of its own.`,
      advice: "Remove it: copperhead keeps its sessions there.",
    });
  }
}

/**
 * Makes `.copperhead` and its `sessions` (mode 0700), and has git ignore them by a `.gitignore` of their own; one that is
 * there already is left alone. `root` is the real path of the repository. Throws `strange-folder` where one of them is a
 * link or a file, and `folder-unwritable` where they cannot be made.
 */
export async function prepareRepositoryFolder(root: string): Promise<void> {
  try {
    await makeFolder(repositoryFolder(root), 0o755);
    const path = join(repositoryFolder(root), ".gitignore");
    await writeFile(path, gitignore, { flag: "wx" }).catch(ifThere);
    await makeFolder(sessionsFolder(root), 0o700);
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
