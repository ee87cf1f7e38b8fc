/** Which files of a tree need not be read, because an object of git holds exactly their bytes and its index knows it. */
import { resolve } from "node:path";
import { openRegularFile } from "../../base/files/open-file.js";
import { joinPaths, splitPaths } from "../../base/files/path-bytes.js";
import { git, tryGit } from "../git.js";
import { type IndexedFile, readIndex } from "./git-index.js";
import type { SnapshotStore } from "./snapshot-store.js";
import type { FileStat, TreeFile } from "./working-tree.js";

/** Attributes by which a file and its object may differ in any way; all others that change bytes change the size, too. */
const convertingAttributes: ReadonlySet<string> = new Set(["filter", "working-tree-encoding"]);

/**
 * The object of each file of `files` whose bytes `store` can return already. What git never noted, what looks otherwise
 * than git noted it, and what git stores in another form is not among them.
 */
export async function findCommitted(
  root: string,
  store: SnapshotStore,
  files: ReadonlyMap<string, TreeFile>,
): Promise<Map<string, string>> {
  const candidates = (await readOwnIndex(root)).flatMap((entry) => {
    const file = files.get(entry.path);
    return file?.type === "file" && looksAs(file.stat, entry) ? [entry] : [];
  });
  if (candidates.length === 0) {
    return new Map();
  }
  const [converted, sizes] = await Promise.all([
    findConverted(root, candidates),
    store.sizes(new Set(candidates.map(({ oid }) => oid))),
  ]);
  // To convert line ends or an id takes bytes away: one of the same size was not converted.
  const same = candidates.filter(({ path, oid, size }) => sizes.get(oid) === size && !converted.has(path));
  return new Map(same.map(({ path, oid }) => [path, oid]));
}

/** The entries of the repository's index; none where it cannot be used. */
async function readOwnIndex(root: string): Promise<IndexedFile[]> {
  const asked = await tryGit(root, ["rev-parse", "--show-object-format", "--git-path", "index"]);
  const [format, path = ""] = asked.stdout.toString("utf8").split("\n");
  if (asked.exitCode !== 0 || format !== "sha1") {
    return [];
  }
  const handle = await openRegularFile(resolve(root, path)).catch(() => undefined);
  if (!handle) {
    return [];
  }
  try {
    const { mtimeMs } = await handle.stat();
    const entries = readIndex(await handle.readFile()) ?? [];
    // A file may have changed again in the moment in which the index was written, and look the same.
    return entries.filter((entry) => entry.mtimeMs < mtimeMs);
  } finally {
    await handle.close();
  }
}

const low32 = (value: number) => value % 2 ** 32;

function looksAs(stat: FileStat, entry: IndexedFile): boolean {
  return (
    stat.size === entry.size &&
    stat.mtimeMs === entry.mtimeMs &&
    stat.ctimeMs === entry.ctimeMs &&
    low32(stat.ino) === entry.inode &&
    low32(stat.uid) === entry.uid &&
    low32(stat.gid) === entry.gid
  );
}

/** The paths that git may store in another form; it is not asked to do it, for that would run what the repository names. */
async function findConverted(root: string, entries: readonly IndexedFile[]): Promise<Set<string>> {
  const input = joinPaths(entries.map(({ path }) => path));
  const fields = splitPaths(await git(root, ["check-attr", "-a", "-z", "--stdin"], { input }));
  const converted = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    if (convertingAttributes.has(attribute) && value !== "unset") {
      converted.add(path);
    }
  }
  return converted;
}
