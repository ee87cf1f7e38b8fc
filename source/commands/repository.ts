/** Which repository a command works in. */
import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { usageError } from "./options.js";

/**
 * The real path of `--repo`, or of the git repository that this folder is in, or of this folder. Throws a usage error
 * for a folder that is not there, and for one that holds everything the user has, unless it is named.
 */
export async function findRepository(named: string | undefined): Promise<string> {
  if (named !== undefined) {
    const folder = resolve(named);
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) {
      throw usageError(`--repo: there is no folder ${folder}.`);
    }
    return realpath(folder);
  }
  const here = await realpath(process.cwd());
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      return folder;
    }
    if (dirname(folder) === folder) {
      break;
    }
  }
  const home = await realpath(homedir()).catch(() => homedir());
  if (here === home || dirname(here) === here) {
    throw usageError(`${here} is no project: go to the folder of one, or name it with --repo.`);
  }
  return here;
}
