/** The files of a tree that was kept: most are as git's index said, the others are noted one by one. Pure. */
import type { Stats } from "node:fs";
import { type FileStat, looksAs } from "./file-stat.js";
import type { GitIndex } from "./git-index.js";

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

export class KeptFiles {
  readonly #noted: ReadonlyMap<string, KeptFile | Link>;
  readonly #indexed: Indexed | undefined;

  /** What is noted outranks the index. */
  constructor(noted: ReadonlyMap<string, KeptFile | Link>, indexed: Indexed | undefined) {
    this.#noted = noted;
    this.#indexed = indexed;
  }

  /** The index that tells of most of them. */
  get index(): GitIndex | undefined {
    return this.#indexed?.index;
  }

  has(path: string): boolean {
    return this.#noted.has(path) || this.#entry(path) !== undefined;
  }

  *keys(): Iterable<string> {
    yield* this.#noted.keys();
    for (const path of this.#indexed?.index.entries.keys() ?? []) {
      if (!this.#noted.has(path) && !this.#indexed?.absent.has(path)) {
        yield path;
      }
    }
  }

  /** The state of a path; `undefined` where there was no file and no link. */
  get(path: string): Omit<KeptFile, "stat"> | Link | undefined {
    const entry = this.#entry(path);
    return (
      this.#noted.get(path) ?? (entry && { type: "file", mode: entry.mode, oid: entry.index.oid(entry.at) })
    );
  }

  /** Whether the file at `path` looks as it did. */
  looksAs(path: string, found: Stats, mode: number): boolean {
    const noted = this.#noted.get(path);
    if (noted) {
      return noted.type === "file" && noted.mode === mode && looksAs(found, noted.stat);
    }
    const entry = this.#entry(path);
    return entry !== undefined && entry.mode === mode && looksAs(found, entry.index.stat(entry.at));
  }

  /** What the index says of the path, where it tells of it. */
  #entry(path: string): { index: GitIndex; at: number; mode: number } | undefined {
    const at = this.#indexed?.index.entries.get(path);
    if (!this.#indexed || at === undefined || this.#indexed.absent.has(path)) {
      return undefined;
    }
    const { index, umask } = this.#indexed;
    return { index, at, mode: index.usualMode(at, umask) };
  }
}
