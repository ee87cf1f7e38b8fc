/** What stands at a path of the repository, exactly enough to tell whether it changed and to make it again. */
import { createHash } from "node:crypto";
import { constants, lstat, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { fileSystemPath, pathFromBytes } from "./path-bytes.js";

/** `null` is absence; `hash` is the SHA-256 of the bytes, in hex; `mode` the permission bits. */
export const fileState = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("file"), hash: z.string().regex(/^[0-9a-f]{64}$/), mode: z.int() }),
    z.object({ type: z.literal("link"), target: z.string() }),
    z.object({ type: z.literal("folder"), mode: z.int() }),
    /** A pipe, a socket or a device: seen, never made. */
    z.object({ type: z.literal("other") }),
  ])
  .nullable();
export type FileState = z.infer<typeof fileState>;

/** A state with the bytes of its file and whom it belongs to. */
export type Found = { state: FileState; bytes?: Buffer; owner?: { uid: number; gid: number } };

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether both are the same but for their permissions. */
export function sameContent(one: FileState, other: FileState): boolean {
  if (one === null || other === null) return one === other;
  if (one.type === "file" && other.type === "file") return one.hash === other.hash;
  if (one.type === "link" && other.type === "link") return one.target === other.target;
  return one.type === other.type && one.type === "folder";
}

/** The permission bits, where the kind of thing has any. */
export function modeOf(state: FileState): number | undefined {
  return state !== null && "mode" in state ? state.mode : undefined;
}

export function sameState(one: FileState, other: FileState): boolean {
  return sameContent(one, other) && modeOf(one) === modeOf(other);
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** The folders above `path`, outermost first. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** The outermost thing above `path` that is no real folder: missing, or something that would lead elsewhere. */
export async function obstacleAbove(
  root: string,
  path: string,
): Promise<{ path: string; missing: boolean } | undefined> {
  for (const folder of foldersAbove(path)) {
    const found = await lstat(fileSystemPath(join(root, folder))).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (!found?.isDirectory()) return { path: folder, missing: found === undefined };
  }
  return undefined;
}

async function readFileAt(path: string | Buffer): Promise<Found> {
  // Without O_NONBLOCK a pipe that was swapped in would be waited for.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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
  if (await obstacleAbove(root, path)) return { state: null };
  const at = fileSystemPath(join(root, path));
  try {
    const found = await lstat(at);
    if (found.isFile()) return await readFileAt(at);
    if (found.isDirectory()) return { state: { type: "folder", mode: found.mode & 0o7777 } };
    if (!found.isSymbolicLink()) return { state: { type: "other" } };
    return { state: { type: "link", target: pathFromBytes(await readlink(at, { encoding: "buffer" })) } };
  } catch (error) {
    if (isMissing(error)) return { state: null };
    throw error;
  }
}
