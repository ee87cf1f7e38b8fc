/** Which files of a tree need not be read, because an object of git holds exactly their bytes and its index knows it. */
import { openRegularFile } from "../../base/files/open-file.js";
import { splitPaths } from "../../base/files/path-bytes.js";
import { type GitOptions, git } from "../git.js";
import { GitIndex } from "./git-index.js";
import type { SnapshotStore } from "./snapshot-store.js";

/** Attributes by which a file and its object may differ in any way; all others that change bytes change the size, too. */
const convertingAttributes = ["filter", "working-tree-encoding"];

/**
 * The entries of `index` that cannot be relied on, by path: git does not know how their files look, or `store` cannot return
 * the bytes that are in the files, because git has not their objects or stores them in another form.
 */
export async function findUnreliable(
  root: string,
  store: SnapshotStore,
  { index, writtenMs }: OwnIndex,
  options: Pick<GitOptions, "signal">,
): Promise<Map<string, number>> {
  // A file may have changed again in the moment in which the index was written, and look the same.
  const asked = index.known.filter((at) => index.mtimeMs(at) < writtenMs);
  const [converted, sizes] = await Promise.all([
    findConverted(root, options),
    store.sizes(index.oidLines(asked)),
  ]);
  // To convert line ends or an id takes bytes away: a file of the same size as its object was not converted.
  const reliable = asked.filter((at, number) => sizes[number] === index.size(at));
  const unreliable = new Map<string, number>();
  if (reliable.length < index.entries.size || converted.size > 0) {
    const isReliable = new Set(reliable);
    for (const [path, at] of index.entries) {
      if (!isReliable.has(at) || converted.has(path)) {
        unreliable.set(path, at);
      }
    }
  }
  return unreliable;
}

/** `writtenMs`: when it was written, by the clock of its file system. */
export type OwnIndex = { index: GitIndex; writtenMs: number };

/** The index at `path`; `undefined` where it cannot be used. `known`: one that it may be the same as. */
export async function readOwnIndex(
  path: string | undefined,
  known?: GitIndex,
): Promise<OwnIndex | undefined> {
  const handle = path === undefined ? undefined : await openRegularFile(path).catch(() => undefined);
  if (!handle) {
    return undefined;
  }
  try {
    const { mtimeMs } = await handle.stat();
    const bytes = await handle.readFile();
    const index = known?.bytes.equals(bytes) ? known : GitIndex.read(bytes);
    return index && { index, writtenMs: mtimeMs };
  } finally {
    await handle.close();
  }
}

/** Matches tracked files for which an attribute is set in any way, by which a file and its object may differ at all. */
const mayConvert = `:(top,exclude,attr:${convertingAttributes.map((name) => `!${name}`).join(" ")})`;

/** The paths that git may store in another form; it is not asked to do it, for that would run what the repository names. */
async function findConverted(root: string, options: Pick<GitOptions, "signal">): Promise<Set<string>> {
  const input = await git(root, ["ls-files", "-z", "--full-name", "--", ":(top)", mayConvert], options);
  const args = ["check-attr", "-z", "--stdin", ...convertingAttributes];
  const converted = new Set<string>();
  if (input.length > 0) {
    const fields = splitPaths(await git(root, args, { input, ...options }));
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [path = "", , value = ""] = fields.slice(at, at + 3);
      if (value !== "unset" && value !== "unspecified") {
        converted.add(path);
      }
    }
  }
  return converted;
}
