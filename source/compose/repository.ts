/** The repository that a command works in, and its lock. */
import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { usageError } from "../cli/options.js";
import { listTurns } from "../workspace/journal/turn-store.js";
import { RepositoryLock } from "../workspace/repository-lock.js";
import type { Session } from "../workspace/sessions/session-folders.js";

/**
 * As `locateRepository`. Throws a usage error for the home folder and the root of the file system, unless they are
 * named or under git: the file tools would reach everything the user has.
 */
export async function findRepository(
  named: string | undefined,
  folder: string = process.cwd(),
): Promise<string> {
  const found = await locateRepository(named, folder);
  if (named === undefined && !existsSync(join(found, ".git"))) {
    const home = await realpath(homedir()).catch(() => homedir());
    if (found === home || dirname(found) === found) {
      throw usageError(`${found} is no project: go to the folder of one, or name it with --repo.`);
    }
  }
  return found;
}

/**
 * The real path of `--repo`, or of the git repository that `folder` (absolute) is in, or of `folder`. Throws a usage error
 * where that is no folder.
 */
export async function locateRepository(
  named: string | undefined,
  folder: string = process.cwd(),
): Promise<string> {
  if (named !== undefined) {
    return realFolder(resolve(named), "--repo: ");
  }
  const here = await realFolder(folder, "");
  for (let parent = here; ; parent = dirname(parent)) {
    if (existsSync(join(parent, ".git"))) {
      return parent;
    }
    if (dirname(parent) === parent) {
      return here;
    }
  }
}

async function realFolder(folder: string, option: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw usageError(`${option}there is no folder ${folder}.`.replace(/^t/, "T"));
  }
  return realpath(folder);
}

/**
 * Runs `work` while this process holds the lock of the repository for the last turn of a session. Throws where it is held
 * already.
 */
export async function withLock<Result>(
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
  { id, folder }: Pick<Session, "id" | "folder">,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = (await listTurns(folder)).at(-1) ?? 0;
  const lock = await RepositoryLock.acquire({ root, sessionId: id, turn, env });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
