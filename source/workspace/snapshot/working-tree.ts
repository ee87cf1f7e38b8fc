/** What is in a working tree: how each file that counts looks, and what of it is known without reading it. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { ifMissing } from "../../base/files/file-errors.js";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { type EntryKind, FolderEntries } from "../folder-entries.js";
import { isInternal } from "../protected-names.js";
import { statOf } from "./file-stat.js";
import type { GitIndex } from "./git-index.js";
import type { KeptFile, Link } from "./kept-files.js";
import { Pace } from "./pace.js";
import { joinPath, type PathMap } from "./path-map.js";
import { isBelow, listTree, readRefs } from "./tree-listing.js";
import { type WalkedTree, walkTree } from "./tree-walk.js";

/** Paths are relative to the root, `/` between names. */
export type WorkingTree = {
  /** Expected paths at which there is no file and no link, and others that have gone meanwhile. */
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
  /** Each ref, and each index that could not be read, under the name of its file in `.git`. */
  marks: Map<string, string>;
};

/**
 * What is known of an expected file without reading it: that it is as it was, or its object. `expected`: what is expected
 * of it; `mode`: its rights.
 */
export type KnownFile<Expected> = (
  expected: Expected,
  found: Stats,
  mode: number,
) => "same" | KeptFile | undefined;

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

export type TreeReading<Expected> = {
  /** Paths that count whatever git lists. */
  expected: PathMap<Expected>;
  known: KnownFile<Expected>;
  /** The index of the repository, where it can be read. */
  index: GitIndex | undefined;
  /** Folders that count, even where git ignores all that is in them. */
  earlier?: { has(folder: string): boolean };
  /** Ends the reading, which then throws. */
  signal?: AbortSignal | undefined;
};

/** Reads the tree at `root`, which is in a git repository. Throws where a folder that counts cannot be listed. */
export async function readWorkingTree<Expected>(
  root: string,
  { expected, known, index, earlier, signal }: TreeReading<Expected>,
): Promise<WorkingTree> {
  const pace = new Pace(signal);
  const asking = signal ? { signal } : {};
  // Git is started first: a process that has grown takes long to start another.
  const [refs, walked] = await Promise.all([readRefs(root, "", asking), walkTree(root, expected, pace)]);
  const entries = new FolderEntries(root);
  // A file system may have a name in another spelling than git. What is behind a link is not in the tree.
  const isThere = (path: string) => !isInternal(path) && isLeaf.has(entries.kindOf(path));
  const found: Entries = { absent: new Set(), files: new Map(), unkept: new Map() };
  const look = (at: string, path: string, value?: Expected) =>
    readEntry(fileSystemPath(at), path, found, (stats, mode) =>
      value === undefined ? undefined : known(value, stats, mode),
    );
  let isSpeltAlike = true;
  await pace.forEach(findUnseen(expected, walked), (path) => {
    if (isThere(path)) {
      isSpeltAlike = false;
      look(join(root, path), path, expected.get(path));
    } else {
      found.absent.add(path);
    }
  });
  const lookAtExpected = async () => {
    for (const [folder, names] of walked.expected) {
      const values = expected.in(folder);
      const at = join(root, folder);
      await pace.forEach(names, (name) => look(`${at}/${name}`, joinPath(folder, name), values?.get(name)));
    }
  };
  const [listing] = await Promise.all([
    listTree(root, { walked, isSpeltAlike, index }, asking),
    lookAtExpected(),
  ]);
  const seen = new Set(walked.others);
  await pace.forEach(listing.others, (path) => {
    if (!expected.has(path) && (seen.has(path) || isThere(path))) {
      look(join(root, path), path);
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
  await pace.forEach(walked.folders, (folder) => {
    const stats = isBelow(skipped, folder) ? undefined : lookAt(fileSystemPath(join(root, folder)));
    if (stats) {
      folders.set(folder, stats.mode & modeBits);
    }
  });
  const ignored = new Map<string, string>();
  await pace.forEach(listing.ignored, (path) => {
    if (!isInternal(path)) {
      ignored.set(path, fingerprint(root, path));
    }
  });
  const marks = new Map([...refs, ...listing.marks]);
  return { ...found, folders, ignored, ignoredFolders: [...listing.ignoredFolders], marks };
}

/** What a path is that names no folder. */
const isLeaf: ReadonlySet<EntryKind | undefined> = new Set(["file", "other"]);

function findUnseen(expected: PathMap<unknown>, walked: WalkedTree): string[] {
  const unseen: string[] = [];
  for (const [folder, names] of expected.folders()) {
    const seen = walked.expected.get(folder) ?? [];
    if (seen.length < names.size) {
      const there = new Set(seen);
      unseen.push(
        ...[...names.keys()].filter((name) => !there.has(name)).map((name) => joinPath(folder, name)),
      );
    }
  }
  return unseen;
}

type Entries = Pick<WorkingTree, "absent" | "files" | "unkept">;

/** Notes under `path` what is there; `at` is what the file system is asked for. */
function readEntry(
  at: string | Buffer,
  path: string,
  { absent, files, unkept }: Entries,
  known: (found: Stats, mode: number) => ReturnType<KnownFile<unknown>>,
): void {
  const found = lookAt(at);
  if (found?.isFile()) {
    const mode = found.mode & modeBits;
    const file = known(found, mode);
    if (file === undefined) {
      unkept.set(path, { mode, stat: statOf(found) });
    } else if (file !== "same") {
      files.set(path, file);
    }
  } else if (found?.isSymbolicLink()) {
    files.set(path, { type: "link", target: pathFromBytes(readlinkSync(at, { encoding: "buffer" })) });
  } else {
    absent.add(path);
  }
}
