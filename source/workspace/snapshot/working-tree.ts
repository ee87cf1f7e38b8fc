/** What is in a working tree, as git sees it: files that count, files that are ignored, the index and the refs. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ifMissing } from "../../base/files/file-errors.js";
import { hashOf } from "../../base/files/hash.js";
import { fileSystemPath, pathFromBytes, splitPaths } from "../../base/files/path-bytes.js";
import { git, tryGit } from "../git.js";
import { isInternal } from "../protected-names.js";

/** How a file looks without being read: size in bytes, times in milliseconds, and whose it is. */
export type FileStat = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino" | "uid" | "gid">;

export type TreeFile = { type: "file"; mode: number; stat: FileStat } | { type: "link"; target: string };

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

/** The lines of `git ls-files -s -z`: mode, object id, and path of each entry. */
export function parseStages(output: Buffer): { mode: string; oid: string; path: string }[] {
  return splitPaths(output).map((line) => {
    const [afterMode, tab] = [line.indexOf(" "), line.indexOf("\t")];
    const oid = line.slice(afterMode + 1, line.indexOf(" ", afterMode + 1));
    return { mode: line.slice(0, afterMode), oid, path: line.slice(tab + 1) };
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
    splitPaths(await git(at, ["ls-files", "-z", "--exclude-standard", ...args]));
  const [stages, untracked, ignored, ignoredNames] = await Promise.all([
    git(at, ["ls-files", "-z", "-s"]),
    list("-o"),
    list("-o", "-i"),
    list("-o", "-i", "--directory"),
  ]);
  const tracked = parseStages(stages);
  const links = tracked.filter(({ mode }) => mode === "160000").map(({ path }) => `${path}/`);
  for (const path of [...tracked.map(({ path }) => path), ...untracked]) {
    if (!path.endsWith("/")) {
      listing.files.add(prefix + path);
    }
  }
  for (const path of ignored) {
    listing.ignored.add(prefix + path);
  }
  for (const path of ignoredNames) {
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

/**
 * Runs `task` on each item. One after the other is quicker for what takes microseconds than to wait for each; what else
 * the program does has its turn in between.
 */
async function forEach<Item>(items: Iterable<Item>, task: (item: Item) => void): Promise<void> {
  let left = itemsAtOnce;
  for (const item of items) {
    task(item);
    left -= 1;
    if (left === 0) {
      await nextTurn();
      left = itemsAtOnce;
    }
  }
}

const itemsAtOnce = 500;

/** `undefined` where nothing is there. */
function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return ifMissing(undefined)(error);
  }
}

/** Looks at files below `root`. What is behind a link does not exist as far as a tree goes. */
class FileReader {
  readonly #root: string;
  /** Whether each folder so far is one, and so is all above it. */
  readonly #folders = new Map<string, boolean>([["", true]]);

  constructor(root: string) {
    this.#root = root;
  }

  /** The file or link at `path`; `undefined` where there is neither. */
  read(path: string): TreeFile | undefined {
    if (!this.#isFolder(path.slice(0, Math.max(0, path.lastIndexOf("/"))))) {
      return undefined;
    }
    const at = fileSystemPath(`${this.#root}/${path}`);
    const found = lookAt(at);
    if (found?.isSymbolicLink()) {
      return { type: "link", target: pathFromBytes(readlinkSync(at, { encoding: "buffer" })) };
    }
    if (!found?.isFile()) {
      return undefined;
    }
    // Not all of it: there can be a hundred thousand.
    const { mode, size, mtimeMs, ctimeMs, ino, uid, gid } = found;
    return { type: "file", mode: mode & 0o7777, stat: { size, mtimeMs, ctimeMs, ino, uid, gid } };
  }

  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) {
      return known;
    }
    const above = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const isOne =
      this.#isFolder(above) && lookAt(fileSystemPath(join(this.#root, path)))?.isDirectory() === true;
    this.#folders.set(path, isOne);
    return isOne;
  }
}

async function walkFolders(root: string, skipped: ReadonlySet<string>): Promise<Map<string, number>> {
  const folders = new Map<string, number>();
  const walk = async (folder: string): Promise<void> => {
    const names = await readdir(fileSystemPath(join(root, folder)), {
      withFileTypes: true,
      encoding: "buffer",
    });
    for (const entry of names.filter((each) => each.isDirectory())) {
      const name = pathFromBytes(entry.name);
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isInternal(path) || skipped.has(path)) {
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
export function fingerprint(root: string, path: string): string {
  try {
    const found = lstatSync(fileSystemPath(join(root, path)), { bigint: true });
    return `${found.mode}:${found.size}:${found.mtimeNs}`;
  } catch {
    return "";
  }
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
  const reader = new FileReader(root);
  const files: WorkingTree["files"] = new Map();
  await forEach(listing.files, (path) => {
    const entry = isInternal(path) ? undefined : reader.read(path);
    if (entry) {
      files.set(path, entry);
    }
  });
  const ignored: WorkingTree["ignored"] = new Map();
  await forEach(listing.ignored, (path) => {
    if (!isInternal(path)) {
      ignored.set(path, fingerprint(root, path));
    }
  });
  const { ignoredFolders, marks } = listing;
  const skipped = new Set(ignoredFolders.filter((folder) => !earlier?.folders.has(folder)));
  return { files, folders: await walkFolders(root, skipped), ignored, ignoredFolders, marks };
}
