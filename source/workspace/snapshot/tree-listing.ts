/** What git lists of a working tree: files that count, files that are ignored, the index and the refs. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "../../base/files/hash.js";
import { fileSystemPath, pathFromBytes, splitPaths } from "../../base/files/path-bytes.js";
import { type GitOptions, git, tryGit } from "../git.js";
import { isInternal } from "../protected-names.js";
import type { GitIndex } from "./git-index.js";

/** Paths are relative to the root, `/` between names. */
export type TreeListing = {
  /** Tracked files, and untracked ones that are not ignored; those of submodules too. */
  files: Set<string>;
  ignored: Set<string>;
  /** Folders that hold nothing but ignored files. */
  ignoredFolders: string[];
  /** The index and each ref, under the name of its file in `.git`. */
  marks: Map<string, string>;
};

type Asking = Pick<GitOptions, "signal">;

/** What git lists of the tree at `root`, and of the repositories nested in it. `index`: its own, where it can be read. */
export async function listTree(
  root: string,
  index: GitIndex | undefined,
  options: Asking,
): Promise<TreeListing> {
  const listing: TreeListing = { files: new Set(), ignored: new Set(), ignoredFolders: [], marks: new Map() };
  await listRepository(root, "", listing, { ...options, index });
  return listing;
}

const submodule = "160000";

/** Lists the repository at `prefix` (`""`, or a path with `/` behind it) and those nested in it into `listing`. */
async function listRepository(
  root: string,
  prefix: string,
  listing: TreeListing,
  { index, ...options }: Asking & { index?: GitIndex | undefined },
): Promise<void> {
  const at = join(root, prefix);
  const list = (...args: string[]) =>
    git(at, ["ls-files", "-z", "-o", "--exclude-standard", ...args], options);
  const [all, ignored] = await Promise.all([list("-t", ...(index ? [] : ["-s"])), list("-i", "--directory")]);
  const start = trackedStart(all);
  const tracked = all.subarray(start);
  const nested: string[] = [];
  // Each after its tag, `? `.
  for (const path of splitPaths(all.subarray(0, start)).map((line) => line.slice(2))) {
    if (path.endsWith("/")) {
      nested.push(path);
    } else {
      listing.files.add(prefix + path);
    }
  }
  const { paths, submodules } = index ? indexedPaths(index) : listedPaths(tracked);
  for (const path of paths) {
    listing.files.add(prefix + path);
  }
  nested.push(...submodules.map((path) => `${path}/`));
  for (const path of splitPaths(ignored)) {
    if (path.endsWith("/")) {
      listing.ignoredFolders.push(prefix + path.slice(0, -1));
      await listFolder(root, prefix + path.slice(0, -1), listing.ignored);
    } else {
      listing.ignored.add(prefix + path);
    }
  }
  listing.marks.set(`${prefix}.git/index`, index ? index.digest() : hashOf(tracked));
  for (const [name, value] of await readMarks(at, prefix, options)) {
    listing.marks.set(name, value);
  }
  for (const folder of nested) {
    // A submodule that was not checked out is an empty folder, where git would answer for the outer repository.
    const own = await lstat(join(at, folder, ".git")).catch(() => undefined);
    if (own) {
      await listRepository(root, prefix + folder, listing, options);
    }
  }
}

type Tracked = { paths: Iterable<string>; submodules: string[] };

function indexedPaths(index: GitIndex): Tracked {
  const submodules: string[] = [];
  for (const [path, at] of index.entries) {
    if (index.isSubmodule(at)) {
      submodules.push(path);
    }
  }
  return { paths: index.entries.keys(), submodules };
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

/** The files and links below a folder in which git ignores all. */
async function listFolder(root: string, folder: string, files: Set<string>): Promise<void> {
  const at = fileSystemPath(join(root, folder));
  const entries = await readdir(at, { withFileTypes: true, encoding: "buffer" }).catch(() => []);
  for (const entry of entries) {
    const path = `${folder}/${pathFromBytes(entry.name)}`;
    if (entry.isDirectory() && !isInternal(path)) {
      await listFolder(root, path, files);
    } else if (entry.isFile() || entry.isSymbolicLink()) {
      files.add(path);
    }
  }
}

async function readMarks(at: string, prefix: string, options: Asking): Promise<[string, string][]> {
  const refs = (await git(at, ["for-each-ref", "--format=%(refname) %(objectname)"], options)).toString(
    "utf8",
  );
  const symbolic = await tryGit(at, ["symbolic-ref", "-q", "HEAD"], options);
  const head = symbolic.exitCode === 0 ? symbolic : await tryGit(at, ["rev-parse", "HEAD"], options);
  const marks = refs.split("\n").filter((line) => line !== "");
  return [
    [`${prefix}.git/HEAD`, head.stdout.toString("utf8").trim()],
    ...marks.map((line): [string, string] => {
      const space = line.lastIndexOf(" ");
      return [`${prefix}.git/${line.slice(0, space)}`, line.slice(space + 1)];
    }),
  ];
}
