/** The files of a tree that was kept: most are as git's index said, the others are noted one by one. Pure. */
import type { Stats } from "node:fs";
import { type FileStat, looksAs } from "./file-stat.js";
import type { GitIndex } from "./git-index.js";
import { PathMap } from "./path-map.js";

/** A file whose bytes are kept: `oid` is their object. */
export type KeptFile = { type: "file"; mode: number; oid: string; stat: FileStat };

export type Link = { type: "link"; target: string };

/** What the index says of the tree. */
export type Indexed = {
  index: GitIndex;
  /** Files have the rights that git gives under it. */
  umask: number;
  /** Its paths that are no files of the tree. */
  absent: ReadonlySet<string>;
};

/** A file or link that is noted, or the entry of the index that tells of a file. */
export type KeptEntry = KeptFile | Link | number;

export class KeptFiles {
  readonly entries: PathMap<KeptEntry>;
  readonly #indexed: Pick<Indexed, "index" | "umask"> | undefined;

  /** What is noted outranks the index. */
  constructor(noted: ReadonlyMap<string, KeptFile | Link>, indexed: Indexed | undefined) {
    this.entries = indexed ? indexed.index.entries.copy<KeptFile | Link>() : PathMap.of<KeptEntry>();
    this.#indexed = indexed;
    for (const path of indexed?.absent ?? []) {
      this.entries.delete(path);
    }
    for (const [path, file] of noted) {
      this.entries.set(path, file);
    }
  }

  /** The index that tells of most of them. */
  get index(): GitIndex | undefined {
    return this.#indexed?.index;
  }

  /** The state of a path; `undefined` where there was no file and no link. */
  get(path: string): Omit<KeptFile, "stat"> | Link | undefined {
    const entry = this.entries.get(path);
    if (typeof entry !== "number") {
      return entry;
    }
    const { index, umask } = this.#told();
    return { type: "file", mode: index.usualMode(entry, umask), oid: index.oid(entry) };
  }

  /** Whether a file looks as that of the entry did. `mode`: its rights. */
  looksAs(entry: KeptEntry, found: Stats, mode: number): boolean {
    if (typeof entry !== "number") {
      return entry.type === "file" && entry.mode === mode && looksAs(found, entry.stat);
    }
    const { index, umask } = this.#told();
    return index.usualMode(entry, umask) === mode && looksAs(found, index.stat(entry));
  }

  #told(): Pick<Indexed, "index" | "umask"> {
    if (!this.#indexed) {
      throw new TypeError("No index tells of the entry.");
    }
    return this.#indexed;
  }
}
