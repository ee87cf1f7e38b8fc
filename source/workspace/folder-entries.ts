/** Which files a list of paths names, by one look into each folder: cheaper than one at each of a hundred thousand files. */
import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { fileSystemPath } from "../base/files/path-bytes.js";

/** What is at a path: a file, a folder, or neither (a link, a pipe). */
export type EntryKind = "file" | "folder" | "other";

type Names = ReadonlyMap<string, EntryKind>;

/** Reads each folder once. What is behind a link is not there. */
export class FolderEntries {
  readonly #root: string;
  readonly #folders = new Map<string, Names | undefined>();
  /** The folder of the last path, which most often is that of the next. */
  #last: { folder: string; names: Names | undefined } | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** What is at `path`, relative to the root with `/` between names; `undefined` where nothing is, or cannot be read. */
  kindOf(path: string): EntryKind | undefined {
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, slash));
    this.#last = this.#last?.folder === folder ? this.#last : { folder, names: this.#namesIn(folder) };
    const { names } = this.#last;
    // A file system may have the name in another spelling than git.
    return names && (names.get(path.slice(slash + 1)) ?? lookAt(join(this.#root, path)));
  }

  /** The names in a folder that is one, and so is all above it. */
  #namesIn(folder: string): Names | undefined {
    if (this.#folders.has(folder)) {
      return this.#folders.get(folder);
    }
    const isOne = folder === "" || this.kindOf(folder) === "folder";
    const names = isOne ? namesIn(join(this.#root, folder)) : undefined;
    this.#folders.set(folder, names);
    return names;
  }
}

/** None where the folder may not be listed: then each path is looked at. */
function namesIn(folder: string): Names {
  const names = new Map<string, EntryKind>();
  try {
    for (const entry of readdirSync(fileSystemPath(folder), { withFileTypes: true })) {
      names.set(entry.name, kindOf(entry));
    }
  } catch {
    return names;
  }
  return names;
}

function lookAt(path: string): EntryKind | undefined {
  try {
    const found = lstatSync(fileSystemPath(path), { throwIfNoEntry: false });
    return found && kindOf(found);
  } catch {
    return undefined;
  }
}

function kindOf(entry: Dirent | Stats): EntryKind {
  return entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other";
}
