/**
 * The journal of a turn: what copperhead changes goes through it, and it can all be taken back. What a file was is on
 * the disk, and the index says so, before anything happens to the file; so a process killed at any moment leaves either
 * the old bytes or the new ones, and the way back.
 */
import { join } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { removeLeftover } from "../../base/files/atomic-write.js";
import type { FileChange } from "../../base/files/file-change.js";
import { errorCode } from "../../base/files/file-errors.js";
import { hashOf } from "../../base/files/hash.js";
import { isInternal } from "../protected-names.js";
import { changedMeanwhile, type DiskState, obstacleAbove, readState, replaceState } from "./disk-state.js";
import { describeUnexpected, type FileState, foldersAbove, modeOf, sameContent } from "./file-state.js";
import { addWrite, isChange, type JournalEntry, stateAfter, type WriteRecord } from "./journal-records.js";
import { type JournalSide, type TurnPlace, TurnStore } from "./turn-store.js";
import { type Restoration, restoreTurn } from "./undo.js";
import { isKnown } from "./undo-plan.js";

function refused(path: string, reason: string): CopperheadError {
  return new CopperheadError({ code: "write-refused", message: `${path} is not written: ${reason}.` });
}

function failed(path: string, cause: unknown): CopperheadError {
  const reason = errorCode(cause) || (cause as Error).message;
  return new CopperheadError(
    { code: "write-failed", message: `${path} could not be written: ${reason}.` },
    { cause },
  );
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
  readonly #place: TurnPlace;
  readonly #store: TurnStore;
  readonly #entries: Map<string, JournalEntry>;
  readonly #queue = new Queue();
  #over = false;

  private constructor(place: TurnPlace, store: TurnStore, entries: Map<string, JournalEntry>) {
    this.#place = place;
    this.#store = store;
    this.#entries = entries;
  }

  /**
   * Opens the journal of a turn, a new one or one that a killed process left; what that one was just writing is cleared
   * away. Nothing is made on the disk before the first write.
   */
  static async open(place: TurnPlace): Promise<TurnJournal> {
    const store = new TurnStore(place);
    const { entries } = await store.read();
    for (const path of entries.keys()) {
      await removeLeftover(join(place.root, path)).catch(() => {});
    }
    return new TurnJournal(place, store, entries);
  }

  /**
   * Writes a file, or with `null` removes it. `path` is relative to the root, contained, and through no link; folders
   * on the way are made, and those that the turn made go with their last file. An existing file keeps its mode and
   * owner. Throws `changed-meanwhile` where somebody else changed the file since the turn first touched it,
   * `write-refused` where it is read-only, no file, or the turn is over, and `write-failed` where the system fails.
   */
  write(path: string, bytes: Uint8Array | null): Promise<void> {
    const task = async () => {
      if (this.#over) {
        throw refused(path, "the turn is over");
      }
      if (isInternal(path)) {
        throw refused(path, "it is not the design's");
      }
      const current = await readState(this.#place.root, path);
      await this.#check(path, current.state);
      const superseded = this.#entries.get(path);
      const mode = modeOf(current.state) ?? modeOf(superseded?.before ?? null) ?? 0o666 & ~process.umask();
      const state: FileState = bytes && { type: "file", hash: hashOf(bytes), mode };
      await this.#record(path, current, state, bytes);
      try {
        await replaceState(this.#place.root, path, current, bytes ? { state, bytes } : { state });
      } catch (error) {
        await this.#append([{ path, wrote: current.state }]);
        throw error;
      }
      if (superseded) {
        await this.#prune(stateAfter(superseded));
      }
      if (!bytes) {
        await this.#removeEmptied(path);
      }
    };
    return this.#queue.run(task).catch((error: unknown) => {
      throw error instanceof CopperheadError ? error : failed(path, error);
    });
  }

  /** The files that the turn changed, sorted by path; what is again as it was before the turn is left out. */
  changes(): Promise<FileChange[]> {
    return this.#queue.run(async () => {
      const changes: FileChange[] = [];
      for (const entry of this.#entries.values()) {
        const after = stateAfter(entry);
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

  /** Undoes the turn and ends it: no write is accepted afterwards. */
  restore(): Promise<Restoration> {
    return this.#queue.run(async () => {
      this.#over = true;
      return restoreTurn(this.#place);
    });
  }

  async #check(path: string, now: FileState): Promise<void> {
    const entry = this.#entries.get(path);
    const obstacle = await obstacleAbove(this.#place.root, path);
    if (obstacle && !obstacle.missing) {
      throw refused(path, `${obstacle.path} is no folder`);
    }
    if (entry && !isKnown(entry, now)) {
      throw changedMeanwhile(path, describeUnexpected(now));
    }
    if (now && now.type !== "file") {
      throw refused(path, "it is no file");
    }
    if (now && (now.mode & 0o222) === 0) {
      throw refused(path, "it is read-only");
    }
  }

  /** Everything that has to be on the disk before the file changes. */
  async #record(path: string, current: DiskState, next: FileState, bytes: Uint8Array | null): Promise<void> {
    await this.#store.prepare();
    if (!this.#entries.has(path) && current.bytes) {
      await this.#store.save("before", current.bytes);
    }
    if (bytes) {
      await this.#store.save("after", bytes);
    }
    const records: WriteRecord[] = [];
    const made: FileState = { type: "folder", mode: 0o777 & ~process.umask() };
    for (const folder of next ? foldersAbove(path) : []) {
      if ((await readState(this.#place.root, folder)).state === null) {
        records.push({ path: folder, ...this.#first(folder, null), wrote: made });
      }
    }
    await this.#append([...records, { path, ...this.#first(path, current.state), wrote: next }]);
  }

  #first(path: string, before: FileState): { before?: FileState } {
    return this.#entries.has(path) ? {} : { before };
  }

  async #append(records: readonly WriteRecord[]): Promise<void> {
    await this.#store.append(...records);
    for (const record of records) {
      addWrite(this.#entries, record);
    }
  }

  /** Removes what was written and written over again, unless another file still holds the same bytes. */
  async #prune(state: FileState): Promise<void> {
    const used = [...this.#entries.values()].some((entry) => sameContent(stateAfter(entry), state));
    if (state?.type === "file" && !used) {
      await this.#store.remove("after", state.hash);
    }
  }

  /** Removes the folders above `path` that the turn made and that are empty now. */
  async #removeEmptied(path: string): Promise<void> {
    for (const folder of foldersAbove(path).reverse()) {
      const entry = this.#entries.get(folder);
      const found = await readState(this.#place.root, folder);
      if (entry?.before !== null || found.state?.type !== "folder") {
        return;
      }
      try {
        await replaceState(this.#place.root, folder, found, { state: null });
      } catch {
        return;
      }
      await this.#append([{ path: folder, wrote: null }]);
    }
  }

  async #bytesOf(side: JournalSide, state: FileState): Promise<Buffer | null> {
    if (state?.type === "file") {
      return this.#store.load(side, state.hash);
    }
    return state?.type === "link" ? Buffer.from(state.target) : null;
  }
}

function isFileOrLink(state: FileState): boolean {
  return state?.type === "file" || state?.type === "link";
}
