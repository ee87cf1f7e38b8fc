/** The names in a working tree, by one look into each folder. Links are not followed. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileSystemPath, pathFromBytes } from "../../base/files/path-bytes.js";
import { isInternal } from "../protected-names.js";
import { forEach } from "./for-each.js";

/** Paths are relative to the root, `/` between names; what git or copperhead keeps for itself is not among them. */
export type WalkedTree = {
  /** Files and links. */
  files: Set<string>;
  folders: Set<string>;
  /** Folders below the root that hold a `.git`: most of them are repositories. */
  repositories: string[];
  /** Why each folder that could not be listed was not. */
  unlisted: Map<string, unknown>;
};

/** The user's own file in a folder of copperhead's. */
const settings = "config.json";

/** Reads the names in the tree at `root`. Throws when `signal` is aborted. */
export async function walkTree(root: string, signal: AbortSignal | undefined): Promise<WalkedTree> {
  const tree: WalkedTree = { files: new Set(), folders: new Set(), repositories: [], unlisted: new Map() };
  const waiting = [""];
  await forEach(entriesOf(root, waiting, tree.unlisted), signal, ({ folder, name, entry }) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (!isInternal(path)) {
      if (entry.isDirectory()) {
        tree.folders.add(path);
        waiting.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        tree.files.add(path);
      }
    } else if (folder !== "" && isInternal(name)) {
      tree.repositories.push(folder);
    } else if (entry.isDirectory() && !isInternal(`${path}/${settings}`)) {
      waiting.push(path);
    }
  });
  return tree;
}

type Kind = Pick<Dirent, "isDirectory" | "isFile" | "isSymbolicLink">;

/** What is in the folders of `waiting`, to which more may be added meanwhile. */
function* entriesOf(
  root: string,
  waiting: string[],
  unlisted: Map<string, unknown>,
): Iterable<{ folder: string; name: string; entry: Kind }> {
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const at = fileSystemPath(join(root, folder));
    try {
      const entries = readdirSync(at, { withFileTypes: true });
      // Stands for bytes that are no UTF-8.
      if (entries.some(({ name }) => name.includes("\ufffd"))) {
        for (const entry of readdirSync(at, { withFileTypes: true, encoding: "buffer" })) {
          yield { folder, name: pathFromBytes(entry.name), entry };
        }
      } else {
        for (const entry of entries) {
          yield { folder, name: entry.name, entry };
        }
      }
    } catch (error) {
      unlisted.set(folder, error);
    }
  }
}
