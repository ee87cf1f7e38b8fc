/**
 * The journal of one turn on the disk: `turns/0001/index.jsonl` names each path with what stood there before the turn
 * and each thing that was put there; the exact bytes of files are `before/<hash>` and `after/<hash>`.
 */
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CopperheadError, exitCodes } from "../runtime/failure.js";
import { syncFolder, writeAtomically } from "./atomic.js";
import { type FileState, fileState, hashOf } from "./file-state.js";
import { JsonLinesFile, readJsonLines } from "./json-lines.js";
import { isInternal } from "./protected-names.js";

/** What a turn did to one path. */
export type Entry = {
  path: string;
  before: FileState;
  /** Everything the turn put there, oldest first; never empty. */
  wrote: readonly [FileState, ...FileState[]];
};

/** Something that a turn changed and an undo leaves as it is. */
export type Reported = { path: string; reason: string };

/** A repository can bring a journal along: its paths are as hostile as any other. */
const journalPath = z.string().refine((path) => {
  const names = path.split(process.platform === "win32" ? /[\\/]/ : "/");
  const strange = names.some((name) => ["", ".", ".."].includes(name) || name.includes("\0"));
  return !strange && !isInternal(path);
});

const journalRecord = z.union([
  z.object({ path: journalPath, before: fileState.optional(), wrote: fileState }),
  z.object({ reported: z.array(z.object({ path: z.string(), reason: z.string() })) }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;

export type Side = "before" | "after";

/** What the turn left at the path. */
export function lastOf(entry: Entry): FileState {
  return entry.wrote.at(-1) ?? null;
}

function damaged(what: string): CopperheadError {
  return new CopperheadError({
    code: "journal-damaged",
    message: `The journal is damaged: ${what}.`,
    advice: "The files it can still give back are in its before folder.",
    exitCode: exitCodes.failed,
  });
}

/** Reads the records of an index into entries, in the order of their first touch. */
export function readRecords(lines: readonly unknown[]): {
  entries: Map<string, Entry>;
  reported: Reported[];
} {
  const entries = new Map<string, Entry>();
  const reported: Reported[] = [];
  for (const line of lines) {
    const checked = journalRecord.safeParse(line);
    if (!checked.success) throw damaged("a record of its index cannot be understood");
    const record = checked.data;
    if ("reported" in record) {
      reported.push(...record.reported);
      continue;
    }
    const known = entries.get(record.path);
    if (!known && record.before === undefined) throw damaged(`it does not say what ${record.path} was`);
    entries.set(record.path, {
      path: record.path,
      before: known ? known.before : (record.before ?? null),
      wrote: known ? [...known.wrote, record.wrote] : [record.wrote],
    });
  }
  return { entries, reported };
}

/** The numbers of the session's turns that have a journal, in order. */
export async function listTurns(sessionFolder: string): Promise<number[]> {
  const names = await readdir(join(sessionFolder, "turns")).catch(() => []);
  return names
    .filter((name) => /^\d{4,}$/.test(name))
    .map(Number)
    .sort((one, other) => one - other);
}

export class TurnStore {
  readonly folder: string;
  readonly turn: number;
  #index: JsonLinesFile | undefined;

  constructor(sessionFolder: string, turn: number) {
    this.turn = turn;
    this.folder = join(sessionFolder, "turns", String(turn).padStart(4, "0"));
  }

  get indexPath(): string {
    return join(this.folder, "index.jsonl");
  }

  /** Throws `journal-damaged` where the index cannot be understood. */
  async read(): Promise<{ entries: Map<string, Entry>; reported: Reported[] }> {
    return readRecords(await readJsonLines(this.indexPath));
  }

  /** Makes the folders; the index comes with the first record. */
  async prepare(): Promise<void> {
    for (const side of ["before", "after"]) {
      await mkdir(join(this.folder, side), { recursive: true, mode: 0o700 });
    }
  }

  /** The records are on the disk when it resolves. */
  async append(...records: JournalRecord[]): Promise<void> {
    if (!this.#index) {
      this.#index = await JsonLinesFile.open(this.indexPath);
      await syncFolder(this.folder);
    }
    await this.#index.append(...records);
  }

  /** Writes the whole index at once, in place of what an attempt that was cut off left. */
  async replace(records: readonly JournalRecord[]): Promise<void> {
    await this.close();
    await writeAtomically(this.indexPath, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }

  /** Keeps the bytes under their hash; they are on the disk when it resolves. */
  async keep(side: Side, bytes: Uint8Array): Promise<void> {
    const path = join(this.folder, side, hashOf(bytes));
    const kept = await stat(path).catch(() => undefined);
    if (kept?.size !== bytes.length) await writeAtomically(path, bytes);
  }

  /** The bytes that were kept. Throws `journal-damaged` where they are not those any more. */
  async bytes(side: Side, hash: string): Promise<Buffer> {
    const bytes = await readFile(join(this.folder, side, hash)).catch(() => undefined);
    if (!bytes || hashOf(bytes) !== hash) throw damaged(`${side}/${hash} is not what was kept there`);
    return bytes;
  }

  async drop(side: Side, hash: string): Promise<void> {
    await rm(join(this.folder, side, hash), { force: true });
  }

  async close(): Promise<void> {
    await this.#index?.close();
    this.#index = undefined;
  }
}
