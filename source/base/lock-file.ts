/**
 * A lock that is a file: one process at a time holds it, and the file names that process. The next one that wants the
 * lock clears a dead holder's. The file appears with all that is in it at once, so that half a holder is never read.
 */
import { randomUUID } from "node:crypto";
import { constants, copyFile, link, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { writeAtomically } from "./atomic-write.js";
import { errorCode, ifMissing } from "./file-errors.js";
import { parseJson } from "./json-lines.js";
import { openWithoutFollowing } from "./open-file.js";
import { identify, isRunning, processIdentity } from "./processes.js";

const lockHolder = z.object({
  /** Tells one holding of the lock from another. */
  id: z.string(),
  host: z.string(),
  holder: processIdentity,
});

/** Who holds a lock, and what the holder notes about its work. */
export type LockRecord<Note> = z.infer<typeof lockHolder> & Note;

/** The lock is still held by another process when the wait is over. */
export class LockHeldError extends Error {
  override name = "LockHeldError";

  constructor(
    readonly path: string,
    readonly record: LockRecord<unknown>,
  ) {
    super(`${path} is held by process ${record.holder.pid}.`);
  }
}

export type LockFileOptions<Note extends object> = {
  path: string;
  /** The schema of what the holder notes. */
  note: z.ZodType<Note>;
  /** Milliseconds after which a holder counts as dead, though it runs; by default it never does. */
  staleMs?: number;
  /** Called with what a dead holder noted, before its lock is removed. Only one process at a time does this. */
  onDead?(note: Note): Promise<void>;
};

const pollMs = 50;
/** How long another process may take to clear a dead holder's lock. */
const clearingMs = 15_000;

export class LockFile<Note extends object> {
  readonly #options: LockFileOptions<Note>;

  constructor(options: LockFileOptions<Note>) {
    this.#options = options;
  }

  /**
   * Takes the lock. Waits for a living holder at most `waitMs`, then throws a `LockHeldError`; throws the signal's
   * reason when it is aborted, and the system's error where the file cannot be made.
   */
  async take(note: Note, options: { waitMs?: number; signal?: AbortSignal } = {}): Promise<HeldLock<Note>> {
    const { waitMs = 0, signal } = options;
    const { path } = this.#options;
    const deadline = Date.now() + waitMs;
    const record = { ...note, id: randomUUID(), host: hostname(), holder: await identify(process.pid) };
    let cleared: Note | undefined;
    for (;;) {
      signal?.throwIfAborted();
      if (await create(path, JSON.stringify(record))) {
        return new HeldLock(path, record, cleared);
      }
      const found = await this.#read();
      if (found?.record && found.isHeld) {
        if (Date.now() >= deadline) {
          throw new LockHeldError(path, found.record);
        }
        await sleep(pollMs, undefined, signal && { signal });
      } else {
        cleared = (await this.clearDead(signal)) ?? cleared;
      }
    }
  }

  /** Removes the lock of a dead holder and returns what it noted; a lock that is held is left alone. */
  async clearDead(signal?: AbortSignal): Promise<Note | undefined> {
    const { path } = this.#options;
    const findDead = async () => {
      const found = await this.#read();
      return found && !found.isHeld ? found : undefined;
    };
    if (!(await findDead())) {
      return undefined;
    }
    // Or else a slow process would remove what a quick one has just taken.
    const guard = new LockFile({ path: `${path}.clearing`, note: z.object({}) });
    const held = await guard.take({}, { waitMs: clearingMs, ...(signal && { signal }) });
    try {
      const dead = await findDead();
      if (dead?.record) {
        await this.#options.onDead?.(dead.record);
      }
      if (dead) {
        await rm(path, { force: true });
      }
      return dead?.record;
    } finally {
      await held.release();
    }
  }

  /** The lock that is there; without a record where it cannot be understood. */
  async #read(): Promise<{ record?: LockRecord<Note>; isHeld: boolean } | undefined> {
    const file = await readLock(this.#options.path);
    const record = z.intersection(lockHolder, this.#options.note).safeParse(file?.value).data;
    if (!file || !record) {
      return file && { isHeld: false };
    }
    const isStale = Date.now() - file.mtimeMs > (this.#options.staleMs ?? Number.POSITIVE_INFINITY);
    // A process on another machine cannot be asked.
    const isHeld = !isStale && (record.host !== hostname() || (await isRunning(record.holder)));
    return { record, isHeld };
  }
}

/** A lock that this process holds. */
export class HeldLock<Note extends object> {
  /** What a dead holder noted whose lock was cleared on the way. */
  readonly cleared: Note | undefined;
  readonly #path: string;
  readonly #record: LockRecord<Note>;
  #last = Promise.resolve();

  constructor(path: string, record: LockRecord<Note>, cleared: Note | undefined) {
    this.#path = path;
    this.#record = record;
    this.cleared = cleared;
  }

  /** Notes something else in the lock. Notes are written in the order of the calls. */
  note(note: Promise<Note>): Promise<void> {
    const { id, host, holder } = this.#record;
    return this.#whileMine(async () =>
      writeAtomically(this.#path, JSON.stringify({ ...(await note), id, host, holder })),
    );
  }

  /** Gives the lock back. More than once does no harm. */
  release(): Promise<void> {
    return this.#whileMine(() => rm(this.#path, { force: true }));
  }

  /** Runs tasks one after the other, and only while no other process has cleared the lock. */
  #whileMine(task: () => Promise<void>): Promise<void> {
    const result = this.#last.then(async () => {
      const found = lockHolder.safeParse((await readLock(this.#path))?.value).data;
      if (found?.id === this.#record.id) {
        await task();
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }
}

/** What the file holds, and when it was written (ms since the epoch); `undefined` where there is none. */
async function readLock(path: string): Promise<{ value: unknown; mtimeMs: number } | undefined> {
  const handle = await openWithoutFollowing(path).catch(ifMissing(undefined));
  try {
    return (
      handle && { value: parseJson(await handle.readFile("utf8")), mtimeMs: (await handle.stat()).mtimeMs }
    );
  } finally {
    await handle?.close();
  }
}

/** Makes the file with all that is in it at once; returns `false` where there is one. */
async function create(path: string, text: string): Promise<boolean> {
  const whole = `${path}.${randomUUID()}`;
  try {
    await writeFile(whole, text, { mode: 0o600, flag: "wx" });
    await link(whole, path).catch((error: unknown) => {
      if (!withoutLinks.includes(errorCode(error))) {
        throw error;
      }
      return copyFile(whole, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      return false;
    }
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

/** How a file system without hard links, such as that of a memory stick, refuses to make one. */
const withoutLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];
