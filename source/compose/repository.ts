/** The repository that a command works in, and its lock. */
import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { usageError } from "../cli/options.js";
import { RepositoryLock } from "../workspace/repository-lock.js";
import type { SessionInfo } from "../workspace/sessions/session-folders.js";

/**
 * As `locateRepository`. Throws a usage error for the home folder and the root of the file system, unless they are
 * named or under git: the file tools would reach everything the user has.
 */
export async function findRepository(named: string | undefined): Promise<string> {
  const found = await locateRepository(named);
  if (named === undefined && !existsSync(join(found, ".git"))) {
    const home = await realpath(homedir()).catch(() => homedir());
    if (found === home || dirname(found) === found) {
      throw usageError(`${found} is no project: go to the folder of one, or name it with --repo.`);
    }
  }
  return found;
}

/**
 * The real path of `--repo`, or of the git repository that this folder is in, or of this folder. Throws a usage error
 * where `--repo` is no folder.
 */
export async function locateRepository(named: string | undefined): Promise<string> {
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
      return here;
    }
  }
}

/** Runs `work` while this process holds the lock of the repository for `session`. Throws where it is held already. */
export async function withLock<Result>(
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
  { id, turns }: SessionInfo,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await RepositoryLock.acquire({ root, sessionId: id, turn: turns, env });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
