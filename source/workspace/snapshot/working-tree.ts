/** What is in a working tree: how each file that counts looks, and what of it is known without reading it. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { ifMissing } from "../../base/files/file-errors.js";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { type EntryKind, FolderEntries } from "../folder-entries.js";
import { isInternal } from "../protected-names.js";
import { statOf } from "./file-stat.js";
import { forEach } from "./for-each.js";
import type { GitIndex } from "./git-index.js";
import type { KeptFile, Link } from "./kept-files.js";
import { isBelow, listTree, type TreeListing } from "./tree-listing.js";
import { walkTree } from "./tree-walk.js";

/** Paths are relative to the root, `/` between names. */
export type WorkingTree = Pick<TreeListing, "marks"> & {
  /** Expected paths at which there is no file and no link. */
  absent: Set<string>;
  /**
   * Links, and files whose object is known, without expected files that are as they were. Here and below: tracked, or
   * untracked and not ignored.
   */
  files: Map<string, KeptFile | Link>;
  /** All other files. */
  unkept: Map<string, Pick<KeptFile, "mode" | "stat">>;
  /** The mode of each folder outside the ignored ones. */
  folders: Map<string, number>;
  /** For each ignored file, something that changes when the file does. */
  ignored: Map<string, string>;
  /** Folders that hold nothing but ignored files. */
  ignoredFolders: string[];
};

/** What is known of a file without reading it: that it is as it was, or its object. `mode`: its rights. */
export type KnownFile = (path: string, found: Stats, mode: number) => "same" | KeptFile | undefined;

/** `undefined` where nothing is there. */
function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return ifMissing(undefined)(error);
  }
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
  /** Paths that count whatever git lists. */
  expected: { keys(): Iterable<string>; has(path: string): boolean };
  /** Folders that count, even where git ignores all that is in them. */
  earlier?: { has(folder: string): boolean };
  /** Ends the reading, which then throws. */
  signal?: AbortSignal | undefined;
};

/** Reads the tree at `root`, which is in a git repository. Throws where a folder that counts cannot be listed. */
export async function readWorkingTree(
  root: string,
  { known, index, expected, earlier, signal }: TreeReading,
): Promise<WorkingTree> {
  const walked = await walkTree(root, signal);
  const entries = new FolderEntries(root);
  const absent = new Set<string>();
  let isSpeltAlike = true;
  // A file system may have a name in another spelling than git. What is behind a link is not in the tree.
  const isThereOtherwise = (path: string) => !isInternal(path) && isLeaf.has(entries.kindOf(path));
  await forEach(expected.keys(), signal, (path) => {
    if (!walked.files.has(path)) {
      if (isThereOtherwise(path)) {
        isSpeltAlike = false;
      } else {
        absent.add(path);
      }
    }
  });

  const found: Entries = { files: new Map(), unkept: new Map() };
  const [listing] = await Promise.all([
    listTree(root, { walked, expected, isSpeltAlike, index }, signal ? { signal } : {}),
    forEach(expected.keys(), signal, (path) => {
      if (!absent.has(path) && !readEntry(root, path, found, known)) {
        absent.add(path);
      }
    }),
  ]);
  await forEach(listing.others, signal, (path) => {
    if (!expected.has(path) && (walked.files.has(path) || isThereOtherwise(path))) {
      readEntry(root, path, found, known);
    }
  });

  const skipped = new Set([...listing.ignoredFolders].filter((folder) => !earlier?.has(folder)));
  for (const [folder, error] of walked.unlisted) {
    // What is in it would seem to be made by the turn, once it can be listed.
    if (!isBelow(skipped, folder)) {
      ifMissing(undefined)(error);
    }
  }
  const folders = new Map<string, number>();
  await forEach(walked.folders, signal, (folder) => {
    const stats = isBelow(skipped, folder) ? undefined : lookAt(fileSystemPath(join(root, folder)));
    if (stats) {
      folders.set(folder, stats.mode & modeBits);
    }
  });
  const ignored = new Map<string, string>();
  await forEach(listing.ignored, signal, (path) => {
    if (!isInternal(path)) {
      ignored.set(path, fingerprint(root, path));
    }
  });
  const { marks, ignoredFolders } = listing;
  return { ...found, absent, folders, ignored, ignoredFolders: [...ignoredFolders], marks };
}

/** What a path is that names no folder. */
const isLeaf: ReadonlySet<EntryKind | undefined> = new Set(["file", "other"]);

type Entries = Pick<WorkingTree, "files" | "unkept">;

/** Notes the file or link at `path` in `tree`. Returns whether there is one. */
function readEntry(root: string, path: string, tree: Entries, known: KnownFile): boolean {
  const at = fileSystemPath(`${root}/${path}`);
  const found = lookAt(at);
  if (found?.isFile()) {
    const mode = found.mode & modeBits;
    const file = known(path, found, mode);
    if (file === undefined) {
      tree.unkept.set(path, { mode, stat: statOf(found) });
    } else if (file !== "same") {
      tree.files.set(path, file);
    }
    return true;
  }
  if (found?.isSymbolicLink()) {
    tree.files.set(path, { type: "link", target: pathFromBytes(readlinkSync(at, { encoding: "buffer" })) });
    return true;
  }
  return false;
}
