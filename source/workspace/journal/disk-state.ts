/** Reads what is at a path of the repository, and puts something else there; no link leads either elsewhere. */
import { chmod, lstat, mkdir, readlink, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { type Staged, stageFile, stageLink, syncFolder } from "../../base/files/atomic-write.js";
import { ifMissing } from "../../base/files/file-errors.js";
import { hashOf } from "../../base/files/hash.js";
import { openWithoutFollowing } from "../../base/files/open-file.js";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { describeUnexpected, type FileState, foldersAbove, sameState } from "./file-state.js";

/** A state, with the bytes of a file, and the owner where it was read from the disk. */
export type DiskState = { state: FileState; bytes?: Uint8Array; owner?: { uid: number; gid: number } };

/** The outermost thing above `path` that is no real folder: missing, or something that would lead elsewhere. */
export async function obstacleAbove(
  root: string,
  path: string,
): Promise<{ path: string; missing: boolean } | undefined> {
  for (const folder of foldersAbove(path)) {
    const found = await lstat(fileSystemPath(join(root, folder))).catch(ifMissing(undefined));
    if (!found?.isDirectory()) {
      return { path: folder, missing: found === undefined };
    }
  }
  return undefined;
}

/** What is at a path, but for the bytes of a file. */
export type DiskEntry = { type: "file"; mode: number } | Exclude<FileState, { type: "file" }>;

/** Looks at `path`, relative to `root`. What is behind a link does not exist as far as a tree goes. */
export async function readEntry(root: string, path: string): Promise<DiskEntry> {
  const at = fileSystemPath(join(root, path));
  const found = (await obstacleAbove(root, path)) ? undefined : await lstat(at).catch(ifMissing(undefined));
  if (!found) {
    return null;
  }
  if (found.isSymbolicLink()) {
    return { type: "link", target: pathFromBytes(await readlink(at, { encoding: "buffer" })) };
  }
  const mode = found.mode & 0o7777;
  if (found.isFile()) {
    return { type: "file", mode };
  }
  return found.isDirectory() ? { type: "folder", mode } : { type: "other" };
}

/** As `readEntry`, with the bytes of a file. */
export async function readState(root: string, path: string): Promise<DiskState> {
  const entry = await readEntry(root, path);
  if (entry?.type !== "file") {
    return { state: entry };
  }
  const handle = await openWithoutFollowing(fileSystemPath(join(root, path))).catch(ifMissing(undefined));
  if (!handle) {
    return { state: null };
  }
  try {
    const { mode, uid, gid } = await handle.stat();
    const bytes = await handle.readFile();
    return { state: { type: "file", hash: hashOf(bytes), mode: mode & 0o7777 }, bytes, owner: { uid, gid } };
  } finally {
    await handle.close();
  }
}

/** A file that is not touched, and why: `reason` is a clause about it, such as "it was removed meanwhile". */
export function changedMeanwhile(path: string, reason: string): CopperheadError {
  return new CopperheadError({
    code: "changed-meanwhile",
    message: `${path} is not touched: ${reason}.`,
    advice: "Somebody else works on it. Look at the file, then ask again.",
  });
}

async function removeAt(path: string, state: FileState): Promise<void> {
  const at = fileSystemPath(path);
  await (state?.type === "folder" ? rmdir(at) : rm(at));
  await syncFolder(dirname(path));
}

async function stage(path: string, next: DiskState, owner: DiskState["owner"]): Promise<Staged | undefined> {
  const { state, bytes } = next;
  if (state?.type === "link") {
    return stageLink(path, state.target);
  }
  if (state?.type !== "file") {
    return undefined;
  }
  if (!bytes) {
    throw new TypeError(`No bytes for ${path}`);
  }
  return stageFile(path, bytes, { mode: state.mode, owner });
}

/**
 * Puts `next` at `path` in place of `current`, what was read there. The slow part is done beside it, then the path is
 * read once more, and only then is it changed, in one step. Folders on the way are made. A folder becomes something else
 * only by way of absence. Throws `changed-meanwhile` where something else is there by then, and the system's error where
 * a folder to be removed is not empty.
 */
export async function replaceState(
  root: string,
  path: string,
  current: DiskState,
  next: DiskState,
): Promise<void> {
  const obstacle = await obstacleAbove(root, path);
  if (obstacle && !obstacle.missing) {
    throw changedMeanwhile(path, `${obstacle.path} is no folder`);
  }
  const absolute = join(root, path);
  if (obstacle && next.state) {
    await mkdir(fileSystemPath(dirname(absolute)), { recursive: true });
  }
  const staged = await stage(absolute, next, current.owner);
  try {
    const { state: now } = await readState(root, path);
    if (!sameState(now, current.state)) {
      throw changedMeanwhile(path, describeUnexpected(now));
    }
    if (now && !next.state) {
      await removeAt(absolute, now);
    }
    if (next.state?.type === "folder") {
      if (!now) {
        await mkdir(fileSystemPath(absolute));
      }
      await chmod(fileSystemPath(absolute), next.state.mode);
    }
    await staged?.commit();
  } catch (error) {
    await staged?.discard();
    throw error;
  }
}
