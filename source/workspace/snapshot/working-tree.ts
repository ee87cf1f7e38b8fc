/** What is in a working tree, as git sees it: files that count, files that are ignored, the index and the refs. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "../../base/files/hash.js";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { git, tryGit } from "../git.js";
import { readEntry } from "../journal/disk-state.js";
import { isInternal } from "../protected-names.js";

export type TreeFile = { type: "file"; mode: number } | { type: "link"; target: string };

/** Paths are relative to the root, `/` between names. */
export type WorkingTree = {
  /** Tracked files that are there, and untracked ones that are not ignored; those of submodules too. */
  files: Map<string, TreeFile>;
  /** The mode of each folder outside the ignored ones. */
  folders: Map<string, number>;
  /** For each ignored file, something that changes when the file does. */
  ignored: Map<string, string>;
  /** Folders that hold nothing but ignored files. */
  ignoredFolders: string[];
  /** The index and each ref, under the name of its file in `.git`. */
  marks: Map<string, string>;
};

type Listing = Pick<WorkingTree, "ignoredFolders" | "marks"> & { files: Set<string>; ignored: Set<string> };

function splitNul(output: Buffer): Buffer[] {
  const parts = output.toString("latin1").split("\0").slice(0, -1);
  return parts.map((part) => Buffer.from(part, "latin1"));
}

/** The lines of `git ls-files -s -z`: mode, object id, and path of each entry. */
export function parseStages(output: Buffer): { mode: string; oid: string; path: string }[] {
  return splitNul(output).map((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", oid = ""] = line.subarray(0, tab).toString("latin1").split(" ");
    return { mode, oid, path: pathFromBytes(line.subarray(tab + 1)) };
  });
}

async function readMarks(at: string, prefix: string, stages: Buffer): Promise<[string, string][]> {
  const refs = (await git(at, ["for-each-ref", "--format=%(refname) %(objectname)"])).toString("utf8");
  const symbolic = await tryGit(at, ["symbolic-ref", "-q", "HEAD"]);
  const head = symbolic.exitCode === 0 ? symbolic : await tryGit(at, ["rev-parse", "HEAD"]);
  const marks = refs.split("\n").filter((line) => line !== "");
  return [
    [`${prefix}.git/index`, hashOf(stages)],
    [`${prefix}.git/HEAD`, head.stdout.toString("utf8").trim()],
    ...marks.map((line): [string, string] => {
      const space = line.lastIndexOf(" ");
      return [`${prefix}.git/${line.slice(0, space)}`, line.slice(space + 1)];
    }),
  ];
}

/** Lists the repository at `prefix` (`""`, or a path with `/` behind it) and those nested in it into `listing`. */
async function listRepository(root: string, prefix: string, listing: Listing): Promise<void> {
  const at = join(root, prefix);
  const list = async (...args: string[]) =>
    splitNul(await git(at, ["ls-files", "-z", "--exclude-standard", ...args])).map(pathFromBytes);
  const stages = await git(at, ["ls-files", "-z", "-s"]);
  const tracked = parseStages(stages);
  const links = tracked.filter(({ mode }) => mode === "160000").map(({ path }) => `${path}/`);
  const untracked = await list("-o");
  for (const path of [...tracked.map(({ path }) => path), ...untracked]) {
    if (!path.endsWith("/")) {
      listing.files.add(prefix + path);
    }
  }
  for (const path of await list("-o", "-i")) {
    listing.ignored.add(prefix + path);
  }
  for (const path of await list("-o", "-i", "--directory")) {
    if (path.endsWith("/")) {
      listing.ignoredFolders.push(prefix + path.slice(0, -1));
    }
  }
  for (const [name, value] of await readMarks(at, prefix, stages)) {
    listing.marks.set(name, value);
  }
  for (const nested of [...links, ...untracked.filter((path) => path.endsWith("/"))]) {
    // A submodule that was not checked out is an empty folder, where git would answer for the outer repository.
    const own = await lstat(join(at, nested, ".git")).catch(() => undefined);
    if (own) {
      await listRepository(root, prefix + nested, listing);
    }
  }
}

/** Runs `task` on each item, so many at once that the disk is busy and no queue grows without bound. */
async function forEach<Item>(items: Iterable<Item>, task: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  for (let start = 0; start < waiting.length; start += 256) {
    await Promise.all(waiting.slice(start, start + 256).map(task));
  }
}

async function walkFolders(root: string, skipped: ReadonlySet<string>): Promise<Map<string, number>> {
  const folders = new Map<string, number>();
  const walk = async (folder: string): Promise<void> => {
    const names = await readdir(fileSystemPath(join(root, folder)), {
      withFileTypes: true,
      encoding: "buffer",
    });
    for (const entry of names) {
      const name = pathFromBytes(entry.name);
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!entry.isDirectory() || isInternal(path) || skipped.has(path)) {
        continue;
      }
      folders.set(path, (await lstat(fileSystemPath(join(root, path)))).mode & 0o7777);
      await walk(path);
    }
  };
  await walk("");
  return folders;
}

/** `""` where the file is not there. */
export async function fingerprint(root: string, path: string): Promise<string> {
  const found = await lstat(fileSystemPath(join(root, path)), { bigint: true }).catch(() => undefined);
  return found ? `${found.mode}:${found.size}:${found.mtimeNs}` : "";
}

/**
 * Reads the tree at `root`, which is in a git repository. The paths of `earlier`, a tree that was read before, count
 * whatever git lists now.
 */
export async function readWorkingTree(
  root: string,
  earlier?: { files: ReadonlyMap<string, unknown>; folders: ReadonlyMap<string, unknown> },
): Promise<WorkingTree> {
  const listing: Listing = {
    files: new Set(earlier?.files.keys()),
    ignored: new Set(),
    ignoredFolders: [],
    marks: new Map(),
  };
  await listRepository(root, "", listing);
  const files: WorkingTree["files"] = new Map();
  await forEach(listing.files, async (path) => {
    const entry = isInternal(path) ? null : await readEntry(root, path);
    if (entry?.type === "file" || entry?.type === "link") {
      files.set(path, entry);
    }
  });
  const ignored: WorkingTree["ignored"] = new Map();
  await forEach(listing.ignored, async (path) => {
    if (!isInternal(path)) {
      ignored.set(path, await fingerprint(root, path));
    }
  });
  const { ignoredFolders, marks } = listing;
  const skipped = new Set(ignoredFolders.filter((folder) => !earlier?.folders.has(folder)));
  return { files, folders: await walkFolders(root, skipped), ignored, ignoredFolders, marks };
}
