/**
 * The journal of a turn: what copperhead changes goes through it, and it can all be taken back. What a file was is on
 * the disk, and the index says so, before anything happens to the file; so a process killed at any moment leaves either
 * the old bytes or the new ones, and the way back.
 */
import { join } from "node:path";
import { removeLeftover } from "../../base/atomic-write.js";
import { CopperheadError, exitCodes } from "../../base/failure.js";
import type { FileChange } from "../../base/file-change.js";
import { hashOf } from "../../base/hash.js";
import { isInternal } from "../protected-names.js";
import { type FileState, foldersAbove, modeOf, sameContent, whyUnexpected } from "./file-state.js";
import { type Found, findState, obstacleAbove } from "./find-state.js";
import { type Entry, isChange, lastOf, type Touch } from "./journal-records.js";
import { place, untouched } from "./put-state.js";
import { TurnStore } from "./turn-store.js";
import { type Restoration, restoreTurn } from "./undo.js";
import { isKnown } from "./undo-plan.js";

function refused(path: string, reason: string): CopperheadError {
  return new CopperheadError({
    code: "write-refused",
    message: `${path} is not written: ${reason}.`,
    exitCode: exitCodes.failed,
  });
}

function failed(path: string, cause: NodeJS.ErrnoException): CopperheadError {
  const message = `${path} could not be written: ${cause.code ?? cause.message}.`;
  return new CopperheadError({ code: "write-failed", message, exitCode: exitCodes.failed }, { cause });
}

/** Runs tasks one after the other, whatever becomes of each. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}

export class TurnJournal {
  readonly #root: string;
  readonly #sessionFolder: string;
  readonly #store: TurnStore;
  readonly #entries: Map<string, Entry>;
  readonly #queue = new Queue();
  #over = false;

  private constructor(
    options: { sessionFolder: string; root: string },
    store: TurnStore,
    entries: Map<string, Entry>,
  ) {
    this.#root = options.root;
    this.#sessionFolder = options.sessionFolder;
    this.#store = store;
    this.#entries = entries;
  }

  /**
   * Opens the journal of a turn, a new one or one that a killed process left; what that one was just writing is cleared
   * away. `root` is the real path of the repository. Nothing is made on the disk before the first write.
   */
  static async open(options: { sessionFolder: string; turn: number; root: string }): Promise<TurnJournal> {
    const store = new TurnStore(options.sessionFolder, options.turn);
    const { entries } = await store.read();
    for (const path of entries.keys()) {
      await removeLeftover(join(options.root, path)).catch(() => {});
    }
    return new TurnJournal(options, store, entries);
  }

  /**
   * Writes a file, or with `null` removes it. `path` is relative to the root, contained, and through no link; folders
   * on the way are made, and those that the turn made go with their last file. An existing file keeps its mode and
   * owner. Throws `changed-meanwhile` where somebody else changed the file since the turn first touched it,
   * `write-refused` where it is read-only, no file, or the turn is over, and `write-failed` where the system says no.
   */
  write(path: string, bytes: Uint8Array | null): Promise<void> {
    const task = async () => {
      if (this.#over) {
        throw refused(path, "the turn is over");
      }
      if (isInternal(path)) {
        throw refused(path, "it is not the design's");
      }
      const found = await findState(this.#root, path);
      await this.#check(path, found.state);
      const mode =
        modeOf(found.state) ?? modeOf(this.#entries.get(path)?.before ?? null) ?? 0o666 & ~process.umask();
      const state: FileState = bytes && { type: "file", hash: hashOf(bytes), mode };
      const superseded = this.#entries.get(path);
      await this.#record(path, found, state, bytes);
      try {
        await place(this.#root, path, found, bytes ? { state, bytes } : { state });
      } catch (error) {
        await this.#note([{ path, wrote: found.state }]);
        throw error;
      }
      if (superseded) {
        await this.#prune(lastOf(superseded));
      }
      if (!bytes) {
        await this.#removeEmptied(path);
      }
    };
    return this.#queue.run(task).catch((error: unknown) => {
      throw error instanceof CopperheadError ? error : failed(path, error as NodeJS.ErrnoException);
    });
  }

  /** The files that the turn changed, sorted by path; what is again as it was before the turn is left out. */
  changes(): Promise<FileChange[]> {
    return this.#queue.run(async () => {
      const changes: FileChange[] = [];
      for (const entry of this.#entries.values()) {
        const after = lastOf(entry);
        if (!isChange(entry) || ![entry.before, after].some(isFileOrLink)) {
          continue;
        }
        changes.push({
          path: entry.path,
          before: await this.#bytesOf("before", entry.before),
          after: await this.#bytesOf("after", after),
        });
      }
      return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
    });
  }

  /** Takes the turn back and ends it: no write is accepted afterwards. */
  restore(): Promise<Restoration> {
    return this.#queue.run(async () => {
      this.#over = true;
      return restoreTurn({ sessionFolder: this.#sessionFolder, root: this.#root, turn: this.#store.turn });
    });
  }

  async #check(path: string, now: FileState): Promise<void> {
    const entry = this.#entries.get(path);
    const obstacle = await obstacleAbove(this.#root, path);
    if (obstacle && !obstacle.missing) {
      throw refused(path, `${obstacle.path} is no folder`);
    }
    if (entry && !isKnown(entry, now)) {
      throw untouched(path, whyUnexpected(now));
    }
    if (now && now.type !== "file") {
      throw refused(path, "it is no file");
    }
    if (now && (now.mode & 0o222) === 0) {
      throw refused(path, "it is read-only");
    }
  }

  /** Everything that has to be on the disk before the file changes. */
  async #record(path: string, found: Found, state: FileState, bytes: Uint8Array | null): Promise<void> {
    await this.#store.prepare();
    if (!this.#entries.has(path) && found.bytes) {
      await this.#store.keep("before", found.bytes);
    }
    if (bytes) {
      await this.#store.keep("after", bytes);
    }
    const records: Touch[] = [];
    if (state) {
      const made: FileState = { type: "folder", mode: 0o777 & ~process.umask() };
      for (const folder of foldersAbove(path)) {
        const { state: now } = await findState(this.#root, folder);
        if (now === null) {
          records.push({ path: folder, ...this.#first(folder, null), wrote: made });
        }
      }
    }
    await this.#note([...records, { path, ...this.#first(path, found.state), wrote: state }]);
  }

  #first(path: string, before: FileState): { before?: FileState } {
    return this.#entries.has(path) ? {} : { before };
  }

  async #note(records: readonly Touch[]): Promise<void> {
    await this.#store.append(...records);
    for (const { path, before = null, wrote } of records) {
      const known = this.#entries.get(path);
      this.#entries.set(
        path,
        known ? { ...known, wrote: [...known.wrote, wrote] } : { path, before, wrote: [wrote] },
      );
    }
  }

  /** Forgets what was written and written over again, unless another file still holds the same bytes. */
  async #prune(state: FileState): Promise<void> {
    const used = [...this.#entries.values()].some((entry) => sameContent(lastOf(entry), state));
    if (state?.type === "file" && !used) {
      await this.#store.drop("after", state.hash);
    }
  }

  /** Removes the folders above `path` that the turn made and that are empty now. */
  async #removeEmptied(path: string): Promise<void> {
    for (const folder of foldersAbove(path).reverse()) {
      const entry = this.#entries.get(folder);
      const found = await findState(this.#root, folder);
      if (entry?.before !== null || found.state?.type !== "folder") {
        return;
      }
      try {
        await place(this.#root, folder, found, { state: null });
      } catch {
        return;
      }
      await this.#note([{ path: folder, wrote: null }]);
    }
  }

  async #bytesOf(side: "before" | "after", state: FileState): Promise<Buffer | null> {
    if (state?.type === "file") {
      return this.#store.bytes(side, state.hash);
    }
    return state?.type === "link" ? Buffer.from(state.target) : null;
  }
}

function isFileOrLink(state: FileState): boolean {
  return state?.type === "file" || state?.type === "link";
}
