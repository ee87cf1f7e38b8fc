/** What is in a working tree: how each file that git lists looks, and what of it is known without reading it. */
import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ifMissing } from "../../base/files/file-errors.js";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { isInternal } from "../protected-names.js";
import { statOf } from "./file-stat.js";
import type { GitIndex } from "./git-index.js";
import type { KeptFile, Link } from "./kept-files.js";
import { listTree, type TreeListing } from "./tree-listing.js";

/** Paths are relative to the root, `/` between names. */
export type WorkingTree = Pick<TreeListing, "ignoredFolders" | "marks"> & {
  /** Files that are as they were, which is noted elsewhere. Here and below: tracked, or untracked and not ignored. */
  same: Set<string>;
  /** Links, and other files whose object is known. */
  files: Map<string, KeptFile | Link>;
  /** All other files. */
  unkept: Map<string, Pick<KeptFile, "mode" | "stat">>;
  /** The mode of each folder outside the ignored ones. */
  folders: Map<string, number>;
  /** For each ignored file, something that changes when the file does. */
  ignored: Map<string, string>;
};

/** What is known of a file without reading it: that it is as it was, or its object. `mode`: its rights. */
export type KnownFile = (path: string, found: Stats, mode: number) => "same" | KeptFile | undefined;

/** So many items are looked at one after the other: quicker for what takes microseconds than to wait for each. */
const itemsAtOnce = 500;

/** Runs `task` on each item. What else the program does has its turn in between; throws when `signal` is aborted. */
async function forEach<Item>(
  items: Iterable<Item>,
  signal: AbortSignal | undefined,
  task: (item: Item) => void,
): Promise<void> {
  let left = itemsAtOnce;
  for (const item of items) {
    task(item);
    left -= 1;
    if (left === 0) {
      await nextTurn();
      signal?.throwIfAborted();
      left = itemsAtOnce;
    }
  }
}

/** `undefined` where nothing is there. */
function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return ifMissing(undefined)(error);
  }
}

/** Says which paths below `root` are in folders. What is behind a link does not exist as far as a tree goes. */
class FolderReader {
  readonly #root: string;
  /** Whether each folder so far is one, and so is all above it. */
  readonly #folders = new Map<string, boolean>([["", true]]);
  #last = { folder: "", isOne: true };

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether `path` is in a folder. Most paths are in that of the one before. */
  holds(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (this.#last.folder !== folder) {
      this.#last = { folder, isOne: this.#isFolder(folder) };
    }
    return this.#last.isOne;
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

/** The mode of each folder below `root`, without those of `skipped`. */
async function walkFolders(
  root: string,
  skipped: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const folders = new Map<string, number>([["", 0]]);
  // The map grows while it is walked.
  await forEach(folders.keys(), signal, (folder) => {
    const at = fileSystemPath(join(root, folder));
    for (const entry of readdirSync(at, { withFileTypes: true, encoding: "buffer" })) {
      if (entry.isDirectory()) {
        const name = pathFromBytes(entry.name);
        const path = folder === "" ? name : `${folder}/${name}`;
        const found =
          isInternal(path) || skipped.has(path) ? undefined : lookAt(fileSystemPath(join(root, path)));
        if (found) {
          folders.set(path, found.mode & modeBits);
        }
      }
    }
  });
  folders.delete("");
  return folders;
}

const modeBits = 0o7777;

/** `""` where the file is not there. */
export function fingerprint(root: string, path: string): string {
  try {
    const found = lstatSync(fileSystemPath(join(root, path)), { bigint: true });
    return `${found.mode}:${found.size}:${found.mtimeNs}`;
  } catch {
    return "";
  }
}

export type TreeReading = {
  known: KnownFile;
  /** The index of the repository, where it can be read. */
  index: GitIndex | undefined;
  /** A tree that was read before, whose paths count whatever git lists now. */
  earlier?: { paths: Iterable<string>; folders: ReadonlyMap<string, unknown> };
  /** Ends the reading, which then throws. */
  signal?: AbortSignal | undefined;
};

/** Reads the tree at `root`, which is in a git repository. */
export async function readWorkingTree(
  root: string,
  { known, index, earlier, signal }: TreeReading,
): Promise<WorkingTree> {
  const listing = await listTree(root, index, { ...(signal && { signal }) });
  const { ignoredFolders, marks } = listing;
  const skipped = new Set(ignoredFolders.filter((folder) => !earlier?.folders.has(folder)));
  const tree: WorkingTree = {
    same: new Set(),
    files: new Map(),
    unkept: new Map(),
    folders: await walkFolders(root, skipped, signal),
    ignored: new Map(),
    ignoredFolders,
    marks,
  };
  const folders = new FolderReader(root);
  const look = (path: string) => {
    if (!isInternal(path) && folders.holds(path)) {
      readEntry(root, path, tree, known);
    }
  };
  await forEach(listing.files, signal, look);
  await forEach(earlier?.paths ?? [], signal, (path) => {
    if (!listing.files.has(path)) {
      look(path);
    }
  });
  await forEach(listing.ignored, signal, (path) => {
    if (!isInternal(path)) {
      tree.ignored.set(path, fingerprint(root, path));
    }
  });
  return tree;
}

/** Notes the file or link at `path` in `tree`, where there is one. */
function readEntry(root: string, path: string, tree: WorkingTree, known: KnownFile): void {
  const at = fileSystemPath(`${root}/${path}`);
  const found = lookAt(at);
  if (found?.isSymbolicLink()) {
    tree.files.set(path, { type: "link", target: pathFromBytes(readlinkSync(at, { encoding: "buffer" })) });
  } else if (found?.isFile()) {
    const mode = found.mode & modeBits;
    const file = known(path, found, mode);
    if (file === "same") {
      tree.same.add(path);
    } else if (file) {
      tree.files.set(path, file);
    } else {
      tree.unkept.set(path, { mode, stat: statOf(found) });
    }
  }
}
