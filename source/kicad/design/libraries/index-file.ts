/** The index of libraries as it is kept between runs: one line a library, so that one that changed is read alone. */
import { closeSync, constants, openSync, readFileSync, statSync } from "node:fs";
import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import { writeAtomically } from "../../../base/files/atomic-write.js";
import { waitFor } from "../../../base/waits.js";
import type { Library } from "./find-libraries.js";
import { type Entry, SymbolScan, scanFootprint } from "./scan.js";

/** Name, description, keywords and number of pins of each symbol or footprint. */
const line = z.object({
  path: z.string(),
  /** Changes when the library does. */
  state: z.string(),
  entries: z.array(z.tuple([z.string(), z.string(), z.string(), z.number()])),
});

type IndexedLibrary = { path: string; state: string; entries: Entry[] };

/** What each library holds, by its path. */
export type Contents = ReadonlyMap<string, readonly Entry[]>;

/** An index in the file at `path`, which need not exist. It is read once, and written after each change. */
export class LibraryIndex {
  #libraries: Map<string, IndexedLibrary> | undefined;
  #contents: Contents = new Map();

  constructor(readonly path: string) {}

  /**
   * What `libraries` hold: those that changed or are new are read. The same object while none has changed. Throws the
   * signal's reason where it is aborted; what was read until then is remembered.
   */
  async contentsOf(libraries: readonly Library[], signal?: AbortSignal): Promise<Contents> {
    this.#libraries ??= await readIndex(this.path);
    const known = this.#libraries;
    const changed = libraries.filter((library) => known.get(library.path)?.state !== stateOf(library));
    if (changed.length > 0) {
      await waitFor("the index of the libraries", () => this.#readAgain(known, changed, signal));
    }
    if (changed.length > 0 || this.#contents.size === 0) {
      this.#contents = new Map([...known].map(([path, { entries }]) => [path, entries]));
    }
    return this.#contents;
  }

  async #readAgain(
    known: Map<string, IndexedLibrary>,
    changed: readonly Library[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (const library of changed) {
      const state = stateOf(library);
      if (state === undefined) {
        known.delete(library.path);
      } else {
        known.set(library.path, {
          path: library.path,
          state,
          entries: await scanLibrary(library, signal),
        });
      }
    }
    await this.#write(known);
  }

  /** An index that cannot be kept is made again the next time. */
  async #write(libraries: ReadonlyMap<string, IndexedLibrary>): Promise<void> {
    const lines = [...libraries.values()].map(({ path, state, entries }) =>
      JSON.stringify({
        path,
        state,
        entries: entries.map(({ name, description, keywords, pins }) => [name, description, keywords, pins]),
      }),
    );
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeAtomically(this.path, `${lines.join("\n")}\n`);
    } catch {}
  }
}

async function readIndex(path: string): Promise<Map<string, IndexedLibrary>> {
  const text = await readFile(path, "utf8").catch(() => "");
  const libraries = new Map<string, IndexedLibrary>();
  for (const written of text.split("\n").filter((one) => one !== "")) {
    try {
      const { entries, ...library } = line.parse(JSON.parse(written));
      libraries.set(library.path, {
        ...library,
        entries: entries.map(([name, description, keywords, pins]) => ({
          name,
          description,
          keywords,
          pins,
        })),
      });
    } catch {
      // A line that cannot be read belongs to a library that is read again.
    }
  }
  return libraries;
}

/** A folder changes when a file in it is put in its place, as KiCad and package managers do. */
function stateOf({ path }: Library): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}

/** How much of a file is read at once, in bytes. */
const pieceSize = 1_000_000;

/** How many small files are read until others get their turn. */
const filesAtOnce = 50;

async function scanLibrary({ kind, path }: Library, signal?: AbortSignal): Promise<Entry[]> {
  const ending = kind === "symbol" ? ".kicad_sym" : ".kicad_mod";
  const names = path.endsWith(ending)
    ? [path]
    : (await readdir(path).catch(() => [])).map((name) => join(path, name));
  const entries: Entry[] = [];
  for (const [index, file] of names
    .filter((name) => name.endsWith(ending))
    .sort()
    .entries()) {
    if (index % filesAtOnce === filesAtOnce - 1) {
      await nextTurn();
    }
    signal?.throwIfAborted();
    try {
      entries.push(...(kind === "symbol" ? await scanSymbolFile(file, signal) : [scanFootprintFile(file)]));
    } catch {
      // What cannot be read is not in the index.
    }
  }
  signal?.throwIfAborted();
  return entries;
}

async function scanSymbolFile(path: string, signal?: AbortSignal): Promise<Entry[]> {
  const scan = new SymbolScan();
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const piece = Buffer.alloc(pieceSize);
    for (;;) {
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0 || signal?.aborted) {
        return scan.end();
      }
      scan.push(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** There are 15,000 of them: reading each in a thread of its own would take five times as long. */
function scanFootprintFile(path: string): Entry {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return scanFootprint(basename(path, ".kicad_mod"), readFileSync(file));
  } finally {
    closeSync(file);
  }
}
