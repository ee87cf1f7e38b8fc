/**
 * The journal of one turn on the disk: `turns/0001/index.jsonl` names each path with what was there before the turn and
 * each thing that was put there; the exact bytes of files are `before/<hash>` and `after/<hash>`.
 */
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeAtomically } from "../../base/files/atomic-write.js";
import { hashOf } from "../../base/files/hash.js";
import { appendJsonLines, readJsonLines, replaceJsonLines } from "../../base/files/json-lines.js";
import { readRegularFile } from "../../base/files/open-file.js";
import { makeOwnFolders, requireOwnFolders } from "../../base/files/own-folders.js";
import { type JournalContent, type JournalRecord, journalDamaged, readRecords } from "./journal-records.js";

/** A session's folder and the real path of the repository it belongs to. */
export type SessionPlace = { sessionFolder: string; root: string };
export type TurnPlace = SessionPlace & { turn: number };

export type JournalSide = "before" | "after";

/** The numbers of the session's turns that have a journal, in order. Throws `strange-folder`. */
export async function listTurns(sessionFolder: string): Promise<number[]> {
  await requireOwnFolders(sessionFolder, "turns");
  const names = await readdir(join(sessionFolder, "turns")).catch(() => []);
  const turns = names.filter((name) => /^\d{4,}$/.test(name)).map(Number);
  return turns.sort((one, other) => one - other);
}

export class TurnStore {
  readonly folder: string;
  readonly #sessionFolder: string;
  readonly #names: readonly string[];
  readonly #indexPath: string;
  #prepared = false;

  constructor({ sessionFolder, turn }: Omit<TurnPlace, "root">) {
    this.#sessionFolder = sessionFolder;
    this.#names = ["turns", String(turn).padStart(4, "0")];
    this.folder = join(sessionFolder, ...this.#names);
    this.#indexPath = join(this.folder, "index.jsonl");
  }

  /** Throws `journal-damaged` where the index cannot be understood, and `strange-folder`, `strange-file`. */
  async read(): Promise<JournalContent> {
    await this.#requireFolders();
    return readRecords(await readJsonLines(this.#indexPath));
  }

  /** Makes the folders; the index comes with the first record. */
  async prepare(): Promise<void> {
    for (const side of this.#prepared ? [] : ["before", "after"]) {
      await makeOwnFolders(this.#sessionFolder, ...this.#names, side);
    }
    this.#prepared = true;
  }

  /** The records are on the disk when it resolves. */
  async append(...records: JournalRecord[]): Promise<void> {
    await appendJsonLines(this.#indexPath, ...records);
    await syncFolder(this.folder);
  }

  /** Writes the whole index at once, in place of what an attempt that was cut off left. */
  async replace(records: readonly JournalRecord[]): Promise<void> {
    await replaceJsonLines(this.#indexPath, records);
  }

  /** Keeps the bytes under their hash, which it returns; they are on the disk when it resolves. */
  async save(side: JournalSide, bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const path = join(this.folder, side, hash);
    const saved = await lstat(path).catch(() => undefined);
    if (saved?.size !== bytes.length) {
      await writeAtomically(path, bytes);
    }
    return hash;
  }

  /** The bytes that were saved. Throws `journal-damaged` where they are not those any more. */
  async load(side: JournalSide, hash: string): Promise<Buffer> {
    await this.#requireFolders(side);
    const bytes = await readRegularFile(join(this.folder, side, hash)).catch(() => undefined);
    if (!bytes || hashOf(bytes) !== hash) {
      throw journalDamaged(`${side}/${hash} is not what was saved there`);
    }
    return bytes;
  }

  async remove(side: JournalSide, hash: string): Promise<void> {
    await rm(join(this.folder, side, hash), { force: true });
  }

  #requireFolders(...below: string[]): Promise<void> {
    return requireOwnFolders(this.#sessionFolder, ...this.#names, ...below);
  }
}
