/** The names in a working tree, by one look into each folder. Links are not followed. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { isInternal } from "../protected-names.js";
import type { Pace } from "./pace.js";
import { joinPath, type PathMap } from "./path-map.js";

/**
 * What is in a tree: files and links are those that are expected, by folder and name, and others. Paths are relative to the
 * root, `/` between names; what git or copperhead keeps for itself is not among them.
 */
export type WalkedTree = {
  expected: Map<string, string[]>;
  others: string[];
  folders: Set<string>;
  /** Folders below the root that hold a `.git`: most of them are repositories. */
  repositories: string[];
  /** Why each folder that could not be listed was not. */
  unlisted: Map<string, unknown>;
};

/** The user's own file in a folder of copperhead's. */
const settings = "config.json";

export async function walkTree(root: string, expected: PathMap<unknown>, pace: Pace): Promise<WalkedTree> {
  const tree: WalkedTree = {
    expected: new Map(),
    others: [],
    folders: new Set(),
    repositories: [],
    unlisted: new Map(),
  };
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const at = folder;
    const known = expected.in(at);
    const found: string[] = [];
    const isOwnFolder = at !== "" && isInternal(at);
    await pace.forEach(entriesOf(root, at, tree), (entry) => {
      const { name } = entry;
      // By the name alone where that is enough: there can be a hundred thousand.
      if ((isOwnFolder || isInternal(name)) && isInternal(joinPath(at, name))) {
        if (at !== "" && isInternal(name)) {
          tree.repositories.push(at);
        } else if (entry.isDirectory() && !isInternal(joinPath(joinPath(at, name), settings))) {
          waiting.push(joinPath(at, name));
        }
      } else if (entry.isDirectory()) {
        tree.folders.add(joinPath(at, name));
        waiting.push(joinPath(at, name));
      } else if (!entry.isFile() && !entry.isSymbolicLink()) {
        return;
      } else if (known?.has(name)) {
        found.push(name);
      } else {
        tree.others.push(joinPath(at, name));
      }
    });
    tree.expected.set(at, found);
  }
  return tree;
}

type Entry = Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">;

function entriesOf(root: string, folder: string, { unlisted }: WalkedTree): Entry[] {
  const at = fileSystemPath(join(root, folder));
  try {
    const entries = readdirSync(at, { withFileTypes: true });
    // Stands for bytes that are no UTF-8.
    return entries.some(({ name }) => name.includes("\ufffd"))
      ? readdirSync(at, { withFileTypes: true, encoding: "buffer" }).map(withText)
      : entries;
  } catch (error) {
    unlisted.set(folder, error);
    return [];
  }
}

function withText(entry: Dirent<Buffer>): Entry {
  return {
    name: pathFromBytes(entry.name),
    isDirectory: () => entry.isDirectory(),
    isFile: () => entry.isFile(),
    isSymbolicLink: () => entry.isSymbolicLink(),
  };
}
