/**
 * A lock that is a file: one process at a time holds it, and the file names that process. The next one that wants the
 * lock clears a dead holder's. The file appears with all that is in it at once, so that half a holder is never read.
 */
import { randomUUID } from "node:crypto";
import { constants, copyFile, link, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { identify, isRunning, processIdentity } from "../processes/processes.js";
import { writeAtomically } from "./atomic-write.js";
import { errorCode, ifMissing } from "./file-errors.js";
import { parseJson } from "./json-lines.js";
import { openRegularFile } from "./open-file.js";

const lockHolder = z.object({
  /** Different for each time that the lock is taken. */
  id: z.string(),
  host: z.string(),
  holder: processIdentity,
});

type LockHolder = z.infer<typeof lockHolder>;

/** Who holds a lock, and what the holder notes about its work. */
export type LockRecord<Note> = LockHolder & Note;

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

/** Which locks were really taken by processes of this user: a file alone may be forged. */
export type LockRegister = {
  add(id: string): Promise<void>;
  has(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
};

/** A lock, held or not. */
export type LockFile<Note extends object> = {
  path: string;
  /** The schema of what the holder notes. */
  note: z.ZodType<Note>;
  /** Milliseconds after which a holder counts as dead, though it runs; by default it never does. */
  staleMs?: number;
  /** Where there is one, a dead holder that is not in it is cleared, and nothing that it noted counts. */
  register?: LockRegister;
  /** Called with what a dead holder noted, before its lock is removed. Only one process at a time does this. */
  onDead?(note: Note): Promise<void>;
};

/** A lock that this process holds. */
export type HeldLock<Note extends object> = {
  /** What a dead holder noted whose lock was cleared on the way. */
  cleared: Note | undefined;
  /** Notes something else in the lock. Notes are written in the order of the calls. */
  note(note: Promise<Note>): Promise<void>;
  /** Gives the lock back. More than once does no harm. */
  release(): Promise<void>;
};

const pollMs = 50;
/** How long another process may take to clear a dead holder's lock. */
const clearingMs = 15_000;

/**
 * Takes the lock. Waits for a living holder at most `waitMs`, then throws a `LockHeldError`; throws the signal's reason
 * when it is aborted, and the system's error where the file cannot be made.
 */
export async function takeLock<Note extends object>(
  lock: LockFile<Note>,
  note: Note,
  { waitMs = 0, signal }: { waitMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<HeldLock<Note>> {
  const deadline = Date.now() + waitMs;
  const record = { ...note, id: randomUUID(), host: hostname(), holder: await identify(process.pid) };
  let cleared: Note | undefined;
  for (;;) {
    signal?.throwIfAborted();
    await lock.register?.add(record.id);
    if (await create(lock.path, JSON.stringify(record))) {
      return { cleared, ...holdingOf(lock, record) };
    }
    await lock.register?.remove(record.id);
    const found = await findHolder(lock);
    if (found?.record && found.isAlive) {
      if (Date.now() >= deadline) {
        throw new LockHeldError(lock.path, found.record);
      }
      await sleep(pollMs, undefined, signal && { signal });
    } else {
      cleared = (await clearDeadHolder(lock, signal)) ?? cleared;
    }
  }
}

/** Removes the lock of a dead holder and returns what it noted; a lock that is held is left alone. */
export async function clearDeadHolder<Note extends object>(
  lock: LockFile<Note>,
  signal?: AbortSignal,
): Promise<Note | undefined> {
  const findDead = async () => {
    const found = await findHolder(lock);
    return found?.isAlive ? undefined : found;
  };
  if (!(await findDead())) {
    return undefined;
  }
  // Or else a slow process would remove what a quick one has just taken.
  const guard = { path: `${lock.path}.clearing`, note: z.object({}) };
  const held = await takeLock(guard, {}, { waitMs: clearingMs, signal });
  try {
    const dead = await findDead();
    const record = await believed(lock, dead?.record);
    if (record) {
      await lock.onDead?.(record);
    }
    if (dead) {
      await rm(lock.path, { force: true });
    }
    await (record && lock.register?.remove(record.id));
    return record;
  } finally {
    await held.release();
  }
}

async function believed<Note extends object>(
  { register }: LockFile<Note>,
  record: LockRecord<Note> | undefined,
): Promise<LockRecord<Note> | undefined> {
  return !record || !register || (await register.has(record.id)) ? record : undefined;
}

/** The holder that the lock names, if there is one; without a record where it cannot be understood. */
async function findHolder<Note extends object>(
  lock: LockFile<Note>,
): Promise<{ record?: LockRecord<Note>; isAlive: boolean } | undefined> {
  const file = await readLock(lock.path);
  const record = z.intersection(lockHolder, lock.note).safeParse(file?.value).data;
  if (!file || !record) {
    return file && { isAlive: false };
  }
  const isStale = Date.now() - file.mtimeMs > (lock.staleMs ?? Number.POSITIVE_INFINITY);
  // A process on another machine cannot be asked.
  const isAlive = !isStale && (record.host !== hostname() || (await isRunning(record.holder)));
  return { record, isAlive };
}

function holdingOf<Note extends object>(
  { path, register }: LockFile<Note>,
  { id, host, holder }: LockHolder,
): Pick<HeldLock<Note>, "note" | "release"> {
  let last = Promise.resolve();
  /** Runs tasks one after the other, and only while no other process has cleared the lock. */
  const whileHeld = (task: () => Promise<void>): Promise<void> => {
    const result = last.then(async () => {
      const now = lockHolder.safeParse((await readLock(path))?.value).data;
      if (now?.id === id) {
        await task();
      }
    });
    last = result.catch(() => {});
    return result;
  };
  return {
    note: (note) =>
      whileHeld(async () => writeAtomically(path, JSON.stringify({ ...(await note), id, host, holder }))),
    release: () =>
      whileHeld(async () => {
        await rm(path, { force: true });
        await register?.remove(id);
      }),
  };
}

/** What the file holds, and when it was written (ms since the epoch); `undefined` where there is none. */
async function readLock(path: string): Promise<{ value: unknown; mtimeMs: number } | undefined> {
  const handle = await openRegularFile(path).catch(ifMissing(undefined));
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
