import { constants, type FileHandle, open } from "node:fs/promises";

/** Opens a file for reading. A link that was put in its place is not followed, a pipe or a device not waited for. */
export function openWithoutFollowing(path: string | Buffer): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}
