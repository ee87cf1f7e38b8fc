/** Puts a state where another one stands, if that is still there. */
import { chmod, mkdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Staged, stageFile, stageLink, syncFolder } from "../../base/atomic-write.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import { fileSystemPath } from "../../base/path-bytes.js";
import { type FileState, sameState, whyUnexpected } from "./file-state.js";
import { type Found, findState, obstacleAbove } from "./find-state.js";

/** What is to stand at a path; a file comes with its bytes. */
export type Target = { state: FileState; bytes?: Uint8Array };

/** A file that is not touched, and why. `reason` is a clause about it: "it was removed since". */
export function untouched(path: string, reason: string): CopperheadError {
  return new CopperheadError({
    code: "changed-meanwhile",
    message: `${path} is not touched: ${reason}.`,
    advice: "Somebody else works on it. Look at the file, then ask again.",
    exitCode: exitCodes.failed,
  });
}

async function removeAt(path: string, state: FileState): Promise<void> {
  const at = fileSystemPath(path);
  await (state?.type === "folder" ? rmdir(at) : rm(at));
  await syncFolder(dirname(path));
}

async function stage(path: string, target: Target, found: Found): Promise<Staged | undefined> {
  const { state } = target;
  if (state?.type === "link") {
    return stageLink(path, state.target);
  }
  if (state?.type !== "file") {
    return undefined;
  }
  if (!target.bytes) {
    throw new TypeError(`No bytes for ${path}`);
  }
  return stageFile(path, target.bytes, { mode: state.mode, owner: found.owner });
}

/**
 * Makes `target` stand at `path` in place of `found`, what was read there. The slow part is done beside it, then the
 * path is read once more, and only then is it changed, in one step. Folders on the way are made. A folder becomes
 * something else only by way of absence. Throws `changed-meanwhile` where something else stands there by then, and the
 * system's error where a folder to be removed is not empty.
 */
export async function place(root: string, path: string, found: Found, target: Target): Promise<void> {
  const obstacle = await obstacleAbove(root, path);
  if (obstacle && !obstacle.missing) {
    throw untouched(path, `${obstacle.path} is no folder`);
  }
  const absolute = join(root, path);
  if (obstacle && target.state) {
    await mkdir(fileSystemPath(dirname(absolute)), { recursive: true });
  }
  const staged = await stage(absolute, target, found);
  try {
    const now = await findState(root, path);
    if (!sameState(now.state, found.state)) {
      throw untouched(path, whyUnexpected(now.state));
    }
    const { state } = target;
    if (found.state && !state) {
      await removeAt(absolute, found.state);
    }
    if (state?.type === "folder") {
      if (!found.state) {
        await mkdir(fileSystemPath(absolute));
      }
      await chmod(fileSystemPath(absolute), state.mode);
    }
    await staged?.commit();
  } catch (error) {
    await staged?.discard();
    throw error;
  }
}
