/** Opens files that a repository may have brought along: what is no file of its own there is refused, never waited for. */
import { constants, type FileHandle, open } from "node:fs/promises";
import { CopperheadError } from "../failure.js";
import { errorCode } from "./file-errors.js";

/** Opens a file for reading. A link that was put in its place is not followed, a pipe or a device not waited for. */
export function openWithoutFollowing(path: string | Buffer): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

/** The flags of `openRegularFile` for a file that is appended to, and made where it is missing. */
export const appending = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * Opens one of copperhead's own files, with mode 0600 where it is new. Throws `strange-file` where a link, a folder, a
 * pipe or a device is in its place, and the system's error for anything else.
 */
export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  const handle = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600).catch(
    (error: unknown) => {
      throw strangeCodes.includes(errorCode(error)) ? strangeFile(path) : error;
    },
  );
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw strangeFile(path);
  }
  return handle;
}

/** Reads one of copperhead's own files. Throws as `openRegularFile` does. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const handle = await openRegularFile(path);
  return handle.readFile().finally(() => handle.close());
}

/** How the system refuses a link, a folder, and a pipe or a socket without another end. */
const strangeCodes = ["ELOOP", "EMLINK", "EISDIR", "ENXIO", "EOPNOTSUPP"];

function strangeFile(path: string): CopperheadError {
  return new CopperheadError({
    code: "strange-file",
    message: `${path} is no file of its own, but a link, a folder, a pipe or a device.`,
    advice: "copperhead does not follow it. Look where it comes from, and remove it.",
  });
}
