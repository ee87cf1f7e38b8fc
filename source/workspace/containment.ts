/** Keeps every path that a model or a tool names inside the repository, for reading as for writing. */
import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { CopperheadError } from "../base/failure.js";
import { errorCode, ifMissing } from "../base/files/file-errors.js";
import { openWithoutFollowing } from "../base/files/open-file.js";
import { isObeyed, protectedReason } from "./protected-names.js";

/** A place in the repository. Every existing part of it is real: neither path goes through a link. */
export type Contained = {
  absolute: string;
  /** Relative to the root, `/` between names; `""` is the root itself. */
  relative: string;
  /** Whether other programs run or obey what is there, by the name that was given or by the real one. */
  isObeyed: boolean;
};

function refusal(path: string, reason: string): CopperheadError {
  return new CopperheadError({
    code: "path-refused",
    message: `"${path}" is refused: ${reason}.`,
    advice: "Name a file inside the repository, relative to its root.",
  });
}

const unreachable: Readonly<Record<string, string>> = {
  ENOTDIR: "one of its folders is a file",
  ELOOP: "its links lead in a circle",
};

/** `realpath` of the nearest existing parent, with the names that do not exist yet behind it. */
async function resolveReal(shown: string, absolute: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT") {
      throw refusal(shown, unreachable[code] ?? `it cannot be reached (${code})`);
    }
  }
  // A write through a link whose target is missing would make the target, wherever that is.
  if (await lstat(absolute).catch(ifMissing(undefined))) {
    throw refusal(shown, "it is a link that leads nowhere");
  }
  const parent = dirname(absolute);
  return parent === absolute
    ? absolute
    : join(await resolveReal(shown, parent), absolute.slice(parent.length));
}

function relativeTo(root: string, absolute: string): string | undefined {
  const path = relative(root, absolute);
  const outside = path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return outside ? undefined : path.replaceAll(sep, "/");
}

/**
 * Resolves `path` (relative to `root`, or absolute inside it); `root` is a real path. The names are judged as they were
 * given and as they resolve. Throws `path-refused`.
 */
export async function contain(root: string, path: string): Promise<Contained> {
  if (path === "") {
    throw refusal(path, "it is empty");
  }
  if (path.includes("\0") || /\p{Surrogate}/u.test(path)) {
    throw refusal(path, "it is not a file name");
  }
  if (path.split(/[\\/]/).includes("..")) {
    throw refusal(path, 'it holds ".."');
  }
  // An absolute path may name the repository through a link, as /tmp does on macOS: only where it leads counts.
  const named = isAbsolute(path) ? path : join(root, path);
  const absolute = await resolveReal(path, named);
  const real = relativeTo(root, absolute);
  const given = relativeTo(root, named);
  if (real === undefined) {
    throw refusal(
      path,
      given === undefined ? "it is outside the repository" : "it is a link that leads out of it",
    );
  }
  const reason = protectedReason(given ?? "") ?? protectedReason(real);
  if (reason !== undefined) {
    throw refusal(path, reason);
  }
  return { absolute, relative: real, isObeyed: isObeyed(given ?? "") || isObeyed(real) };
}

/**
 * Reads a file of the repository. A link that is swapped in between the check and the opening is not followed, a pipe
 * or a device is not waited for, and the path is judged again once the file is held. Throws `path-refused`, or the
 * system's error where the file does not exist.
 */
export async function readContained(root: string, path: string): Promise<Buffer> {
  const { absolute } = await contain(root, path);
  const handle = await openWithoutFollowing(absolute);
  try {
    const held = await handle.stat();
    if (!held.isFile()) {
      throw refusal(path, "it is not a file");
    }
    const now = await lstat((await contain(root, path)).absolute);
    if (now.ino !== held.ino || now.dev !== held.dev) {
      throw refusal(path, "it was exchanged meanwhile");
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
