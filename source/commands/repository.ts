/** Which repository a command works in. */
import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { usageError } from "./options.js";

/** The real path of `--repo`, or of the nearest folder above that git or copperhead knows, or of this folder. */
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
  let folder = here;
  while (!existsSync(join(folder, ".git")) && !existsSync(join(folder, ".copperhead"))) {
    if (dirname(folder) === folder) {
      return here;
    }
    folder = dirname(folder);
  }
  return folder;
}
