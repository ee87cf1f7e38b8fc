/**
 * Values by path, in a map for each folder: a name in a folder is found without putting its path together, which is most
 * of the work where there are a hundred thousand. Pure.
 */

/** Paths are relative, `/` between names. */
export class PathMap<Value> {
  readonly #folders: Map<string, Map<string, Value>>;
  /** Folders whose maps are of another `PathMap`, too. */
  readonly #shared: Set<string>;
  /** The folder of the last path that was set, which most often is that of the next. */
  #last: { folder: string; names: Map<string, Value> } | undefined;

  private constructor(folders: Map<string, Map<string, Value>>) {
    this.#folders = folders;
    this.#shared = new Set(folders.keys());
  }

  static of<Value>(entries: Iterable<readonly [string, Value]> = []): PathMap<Value> {
    const map = new PathMap<Value>(new Map());
    for (const [path, value] of entries) {
      map.set(path, value);
    }
    return map;
  }

  /** One that changes by itself. Its values may be of another kind, too. */
  copy<Wider>(): PathMap<Value | Wider> {
    for (const folder of this.#folders.keys()) {
      this.#shared.add(folder);
    }
    this.#last = undefined;
    return new PathMap<Value | Wider>(new Map<string, Map<string, Value | Wider>>(this.#folders));
  }

  get size(): number {
    let size = 0;
    for (const names of this.#folders.values()) {
      size += names.size;
    }
    return size;
  }

  /** The values in a folder (`""`: at the top) by name, without those in folders below it. */
  in(folder: string): ReadonlyMap<string, Value> | undefined {
    return this.#folders.get(folder);
  }

  folders(): Iterable<[folder: string, names: ReadonlyMap<string, Value>]> {
    return this.#folders;
  }

  get(path: string): Value | undefined {
    const { folder, name } = splitPath(path);
    return this.#folders.get(folder)?.get(name);
  }

  has(path: string): boolean {
    const { folder, name } = splitPath(path);
    return this.#folders.get(folder)?.has(name) === true;
  }

  set(path: string, value: Value): void {
    const { folder, name } = splitPath(path);
    this.#own(folder).set(name, value);
  }

  delete(path: string): void {
    const { folder, name } = splitPath(path);
    this.#own(folder).delete(name);
  }

  *values(): Iterable<Value> {
    for (const names of this.#folders.values()) {
      yield* names.values();
    }
  }

  *[Symbol.iterator](): Iterator<[path: string, value: Value]> {
    for (const [folder, names] of this.#folders) {
      for (const [name, value] of names) {
        yield [joinPath(folder, name), value];
      }
    }
  }

  /** The map of a folder, which no other `PathMap` has. */
  #own(folder: string): Map<string, Value> {
    if (this.#last?.folder !== folder) {
      let names = this.#folders.get(folder);
      if (!names || this.#shared.has(folder)) {
        names = new Map(names);
        this.#folders.set(folder, names);
        this.#shared.delete(folder);
      }
      this.#last = { folder, names };
    }
    return this.#last.names;
  }
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf("/");
  return { folder: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
}
