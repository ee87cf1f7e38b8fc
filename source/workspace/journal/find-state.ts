/** Reads what stands at a path of the repository, without being led elsewhere. */
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "../../base/hash.js";
import { openWithoutFollowing } from "../../base/open-file.js";
import { fileSystemPath, pathFromBytes } from "../../base/path-bytes.js";
import { type FileState, foldersAbove } from "./file-state.js";

/** A state with the bytes of its file and whom it belongs to. */
export type Found = { state: FileState; bytes?: Buffer; owner?: { uid: number; gid: number } };

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** The outermost thing above `path` that is no real folder: missing, or something that would lead elsewhere. */
export async function obstacleAbove(
  root: string,
  path: string,
): Promise<{ path: string; missing: boolean } | undefined> {
  for (const folder of foldersAbove(path)) {
    const found = await lstat(fileSystemPath(join(root, folder))).catch((error: unknown) => {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    });
    if (!found?.isDirectory()) {
      return { path: folder, missing: found === undefined };
    }
  }
  return undefined;
}

async function readFileAt(path: string | Buffer): Promise<Found> {
  const handle = await openWithoutFollowing(path);
  try {
    const { mode, uid, gid } = await handle.stat();
    const bytes = await handle.readFile();
    return { state: { type: "file", hash: hashOf(bytes), mode: mode & 0o7777 }, bytes, owner: { uid, gid } };
  } finally {
    await handle.close();
  }
}

/** Reads what stands at `path`, relative to `root`. What lies behind a link does not exist as far as a tree goes. */
export async function findState(root: string, path: string): Promise<Found> {
  if (await obstacleAbove(root, path)) {
    return { state: null };
  }
  const at = fileSystemPath(join(root, path));
  try {
    const found = await lstat(at);
    if (found.isFile()) {
      return await readFileAt(at);
    }
    if (found.isDirectory()) {
      return { state: { type: "folder", mode: found.mode & 0o7777 } };
    }
    if (!found.isSymbolicLink()) {
      return { state: { type: "other" } };
    }
    return { state: { type: "link", target: pathFromBytes(await readlink(at, { encoding: "buffer" })) } };
  } catch (error) {
    if (isMissing(error)) {
      return { state: null };
    }
    throw error;
  }
}
