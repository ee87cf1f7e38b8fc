/**
 * Writes that happen whole or not at all. write-file-atomic does not fit: its temporary names cannot be found again
 * after a SIGKILL, it writes through links, it does not sync the folder, and it leaves no moment between the slow part
 * (the bytes) and the quick one (the rename) in which to look whether somebody else changed the file. One process at a
 * time may write a path.
 */
import { chmod, constants, lchown, open, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hashOf } from "./hash.js";
import { fileSystemPath } from "./path-bytes.js";

/** What waits under its temporary name. */
export type Staged = { commit(): Promise<void>; discard(): Promise<void> };

/** The name beside `path` that its next content waits under: always the same, so that a killed writer's is found. */
function temporaryFor(path: string): string {
  const name = hashOf(basename(path)).slice(0, 16);
  return join(dirname(path), `.copperhead-${name}.tmp`);
}

/** Makes what happened to the entries of `folder` survive a loss of power, where the system can ensure it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(fileSystemPath(folder), constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}

/** Removes what a killed writer left beside `path`. */
export async function removeLeftover(path: string): Promise<void> {
  await rm(fileSystemPath(temporaryFor(path)), { force: true });
}

function stagedAt(temporary: string, path: string): Staged {
  return {
    async commit() {
      await rename(fileSystemPath(temporary), fileSystemPath(path));
      await syncFolder(dirname(path));
    },
    discard: () => rm(fileSystemPath(temporary), { force: true }),
  };
}

/**
 * Writes `bytes` beside `path`, on the disk when it returns; `commit` puts them in place of whatever is there.
 * Without a `mode` the new file has the user's usual one. The owner is kept where this user may give files away.
 */
export async function stageFile(
  path: string,
  bytes: Uint8Array,
  { mode, owner }: { mode?: number | undefined; owner?: { uid: number; gid: number } | undefined } = {},
): Promise<Staged> {
  await removeLeftover(path);
  const temporary = temporaryFor(path);
  const staged = stagedAt(temporary, path);
  const at = fileSystemPath(temporary);
  const handle = await open(at, "wx", mode ?? 0o666);
  try {
    await handle.writeFile(bytes);
    if (owner) {
      await lchown(at, owner.uid, owner.gid).catch(() => {});
    }
    // After the owner, whose change may clear bits; and past the umask.
    if (mode !== undefined) {
      await chmod(at, mode);
    }
    await handle.sync();
  } catch (error) {
    await staged.discard();
    throw error;
  } finally {
    await handle.close();
  }
  return staged;
}

/** Makes a link to `target` beside `path`; `commit` puts it in place of the file or link that is there. */
export async function stageLink(path: string, target: string): Promise<Staged> {
  await removeLeftover(path);
  const temporary = temporaryFor(path);
  await symlink(fileSystemPath(target), fileSystemPath(temporary));
  return stagedAt(temporary, path);
}

/** Writes a whole file at once, for copperhead's own bookkeeping. */
export async function writeAtomically(path: string, bytes: Uint8Array | string, mode = 0o600): Promise<void> {
  const staged = await stageFile(path, typeof bytes === "string" ? Buffer.from(bytes) : bytes, { mode });
  await staged.commit();
}
