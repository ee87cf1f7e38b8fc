/** Which files of a tree need not be read, because an object of git holds exactly their bytes and its index knows it. */
import { openRegularFile } from "../../base/files/open-file.js";
import { joinPaths, splitPaths } from "../../base/files/path-bytes.js";
import { type GitOptions, git } from "../git.js";
import { looksAs } from "./file-stat.js";
import { type IndexedFile, readIndex } from "./git-index.js";
import type { SnapshotStore } from "./snapshot-store.js";
import type { KnownFile } from "./working-tree.js";

/** Attributes by which a file and its object may differ in any way; all others that change bytes change the size, too. */
const convertingAttributes: ReadonlySet<string> = new Set(["filter", "working-tree-encoding"]);

/**
 * Knows each file whose bytes `store` can return already. What git never noted, what looks otherwise than git noted it,
 * and what git stores in another form is not among them.
 */
export async function findCommitted(
  root: string,
  store: SnapshotStore,
  options: Pick<GitOptions, "signal">,
): Promise<KnownFile> {
  const entries = await readOwnIndex(store.index);
  const [converted, sizes] = await Promise.all([
    findConverted(root, entries, options),
    store.sizes(entries.map(({ oid }) => oid)),
  ]);
  const committed = new Map<string, IndexedFile>();
  for (const [at, entry] of entries.entries()) {
    // To convert line ends or an id takes bytes away: one of the same size was not converted.
    if (sizes[at] === entry.stat.size && !converted.has(entry.path)) {
      committed.set(entry.path, entry);
    }
  }
  return (path, found, mode) => {
    const entry = committed.get(path);
    return entry && looksAs(found, entry.stat)
      ? { type: "file", mode, oid: entry.oid, stat: entry.stat }
      : undefined;
  };
}

/** The entries of the index at `path`; none where it cannot be used. */
async function readOwnIndex(path: string | undefined): Promise<IndexedFile[]> {
  const handle = path === undefined ? undefined : await openRegularFile(path).catch(() => undefined);
  if (!handle) {
    return [];
  }
  try {
    const { mtimeMs } = await handle.stat();
    const entries = readIndex(await handle.readFile()) ?? [];
    // A file may have changed again in the moment in which the index was written, and look the same.
    return entries.filter(({ stat }) => stat.mtimeMs < mtimeMs);
  } finally {
    await handle.close();
  }
}

/** The paths that git may store in another form; it is not asked to do it, for that would run what the repository names. */
async function findConverted(
  root: string,
  entries: readonly IndexedFile[],
  options: Pick<GitOptions, "signal">,
): Promise<Set<string>> {
  const input = joinPaths(entries.map(({ path }) => path));
  const fields = splitPaths(await git(root, ["check-attr", "-a", "-z", "--stdin"], { input, ...options }));
  const converted = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    if (convertingAttributes.has(attribute) && value !== "unset") {
      converted.add(path);
    }
  }
  return converted;
}
