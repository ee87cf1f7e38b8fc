/** What git lists of a working tree: files that count, files that are ignored, the index and the refs. */
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOf } from "../../base/files/hash.js";
import { splitPaths } from "../../base/files/path-bytes.js";
import { type GitOptions, git, tryGit } from "../git.js";
import type { GitIndex } from "./git-index.js";
import type { WalkedTree } from "./tree-walk.js";

/** Paths are relative to the root, `/` between names. */
export type TreeListing = {
  /** Tracked files, and untracked ones that are not ignored, those of submodules too. Expected ones may be left out. */
  others: string[];
  ignored: Set<string>;
  /** Folders that hold nothing but ignored files. */
  ignoredFolders: Set<string>;
  /** Each index that could not be read, and each ref of nested repositories, under the name of its file in `.git`. */
  marks: Map<string, string>;
};

/** The mark of a repository's index. */
export const indexMark = ".git/index";

type Asking = Pick<GitOptions, "signal">;

/** What is known of a tree without git. */
export type KnownTree = {
  walked: WalkedTree;
  /** Whether the file system spells the names of expected files as they are expected. */
  isSpeltAlike: boolean;
  /** The index of the repository, where it can be read. */
  index: GitIndex | undefined;
};

/** What git lists of the tree at `root`, and of the repositories nested in it. */
export async function listTree(root: string, tree: KnownTree, options: Asking): Promise<TreeListing> {
  const { walked, isSpeltAlike, index } = tree;
  const listing: TreeListing = {
    others: [],
    ignored: new Set(),
    ignoredFolders: new Set(),
    marks: new Map(),
  };
  const isReadable = isSpeltAlike && index?.submodules.length === 0;
  if (!isReadable || !isAsExpected(walked)) {
    await listIgnored(root, "", listing, options);
  }
  const { ignored, ignoredFolders } = listing;
  const isIgnored = (path: string) => ignored.has(path) || isBelow(ignoredFolders, path);
  const isPlain = isReadable && walked.repositories.every(isIgnored);
  if (isPlain) {
    // It need not walk the tree again to say that all else is not ignored.
    listing.others = walked.others.filter((path) => !isIgnored(path));
  } else {
    await listRepository(root, "", listing, { index, ...options });
  }
  for (const path of walked.others) {
    if (isBelow(ignoredFolders, path)) {
      ignored.add(path);
    }
  }
  return listing;
}

/** Whether there is nothing but expected files and the folders that hold them: git ignores none of these. */
function isAsExpected({ expected, others, folders }: WalkedTree): boolean {
  const holding = new Set<string>();
  for (const [folder, names] of expected) {
    for (let at = folder; names.length > 0 && at !== "." && !holding.has(at); at = dirname(at)) {
      holding.add(at);
    }
  }
  return others.length === 0 && [...folders].every((folder) => holding.has(folder));
}

/** Whether `path` is one of the folders or in one. */
export function isBelow(folders: ReadonlySet<string>, path: string): boolean {
  if (folders.size > 0) {
    for (let at = path; at !== "."; at = dirname(at)) {
      if (folders.has(at)) {
        return true;
      }
    }
  }
  return false;
}

/** What git ignores of the repository at `prefix` (`""`, or a path with `/` behind it). */
async function listIgnored(
  root: string,
  prefix: string,
  listing: TreeListing,
  options: Asking,
): Promise<void> {
  const args = ["ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory"];
  for (const path of splitPaths(await git(join(root, prefix), args, options))) {
    if (path.endsWith("/")) {
      listing.ignoredFolders.add(prefix + path.slice(0, -1));
    } else {
      listing.ignored.add(prefix + path);
    }
  }
}

const submodule = "160000";

/** Lists the repository at `prefix` and those nested in it into `listing`. */
async function listRepository(
  root: string,
  prefix: string,
  listing: TreeListing,
  { index, ...options }: Asking & { index?: GitIndex | undefined },
): Promise<void> {
  const at = join(root, prefix);
  const stages = index ? [] : ["-s"];
  const all = await git(at, ["ls-files", "-z", "-o", "--exclude-standard", "-t", ...stages], options);
  const start = trackedStart(all);
  const tracked = all.subarray(start);
  const nested: string[] = [];
  // Each after its tag, `? `.
  for (const path of splitPaths(all.subarray(0, start)).map((line) => line.slice(2))) {
    if (path.endsWith("/")) {
      nested.push(path);
    } else {
      listing.others.push(prefix + path);
    }
  }
  const { paths, submodules } = index ? indexedPaths(index) : listedPaths(tracked);
  for (const path of paths) {
    listing.others.push(prefix + path);
  }
  nested.push(...submodules.map((path) => `${path}/`));
  if (!index) {
    listing.marks.set(prefix + indexMark, hashOf(tracked));
  }
  for (const folder of nested) {
    // A submodule that was not checked out is an empty folder, where git would answer for the outer repository.
    const own = await lstat(join(at, folder, ".git")).catch(() => undefined);
    if (own) {
      await listIgnored(root, prefix + folder, listing, options);
      for (const [name, value] of await readRefs(root, prefix + folder, options)) {
        listing.marks.set(name, value);
      }
      await listRepository(root, prefix + folder, listing, options);
    }
  }
}

type Tracked = { paths: string[]; submodules: readonly string[] };

function indexedPaths({ entries, submodules }: GitIndex): Tracked {
  return { paths: Array.from(entries, ([path]) => path), submodules };
}

/** Each path is after its tag, mode, object id and stage, as in `H 100644 0123 0\tpath`. */
function listedPaths(tracked: Buffer): Tracked {
  const pathOf = (line: string) => line.slice(line.indexOf("\t") + 1);
  const lines = splitPaths(tracked);
  return {
    paths: lines.map(pathOf),
    submodules: lines.filter((line) => line.startsWith(submodule, 2)).map(pathOf),
  };
}

/** Where git's list of tracked files begins, behind that of the others. */
function trackedStart(output: Buffer): number {
  let at = 0;
  while (output[at] === "?".charCodeAt(0)) {
    at = output.indexOf(0, at) + 1;
  }
  return at;
}

/** Each ref of the repository at `prefix`, under the name of its file in `.git`. */
export async function readRefs(root: string, prefix: string, options: Asking): Promise<Map<string, string>> {
  const at = join(root, prefix);
  const [refs, symbolic] = await Promise.all([
    git(at, ["for-each-ref", "--format=%(refname) %(objectname)"], options),
    tryGit(at, ["symbolic-ref", "-q", "HEAD"], options),
  ]);
  const head = symbolic.exitCode === 0 ? symbolic : await tryGit(at, ["rev-parse", "HEAD"], options);
  const marks = new Map([[`${prefix}.git/HEAD`, head.stdout.toString("utf8").trim()]]);
  for (const line of refs.toString("utf8").split("\n")) {
    const space = line.lastIndexOf(" ");
    if (space !== -1) {
      marks.set(`${prefix}.git/${line.slice(0, space)}`, line.slice(space + 1));
    }
  }
  return marks;
}
