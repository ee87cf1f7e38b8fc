/** The lock of a repository: one turn at a time, whoever runs it. */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { CopperheadError, exitCodes } from "../runtime/failure.js";
import { writeAtomically } from "./atomic.js";
import { endLeftoverGroup, identify, isRunning, processIdentity } from "./process-identity.js";
import { prepareRepositoryFolder, repositoryFolder } from "./repository-folder.js";

const lockRecord = z.object({
  /** Tells one holding of the lock from another. */
  id: z.string(),
  host: z.string(),
  holder: processIdentity,
  /** The leader of the child's process group, while there is a child. */
  group: processIdentity.exactOptional(),
  sessionId: z.string(),
  turn: z.int(),
});
type LockRecord = z.infer<typeof lockRecord>;

/** The turn of a copperhead that died while it held the lock. */
export type Abandoned = { sessionId: string; turn: number };

type Found = { text: string; record: LockRecord | undefined };

function lockPath(root: string): string {
  return join(repositoryFolder(root), "lock");
}

async function readLock(path: string): Promise<Found | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return { text, record: lockRecord.parse(JSON.parse(text)) };
  } catch {
    return { text, record: undefined };
  }
}

/** Makes the lock with all that is in it at once; `false` where there is one. */
async function create(path: string, text: string): Promise<boolean> {
  const whole = `${path}.${randomUUID()}`;
  try {
    await writeFile(whole, text, { mode: 0o600 });
    await link(whole, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A file system without hard links, such as that of a memory stick.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code ?? "")) throw error;
    return createSlowly(path, text);
  } finally {
    await rm(whole, { force: true });
  }
}

async function createSlowly(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock that says `text`; one that somebody took in between is put back. Tells whether it was removed. */
async function remove(path: string, text: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return false;
  }
  const removed = (await readFile(aside, "utf8")) === text;
  if (!removed) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  return removed;
}

/** Whether its holder may still be at work. One on another machine cannot be asked. */
async function isHeld(record: LockRecord | undefined): Promise<boolean> {
  return record !== undefined && (record.host !== hostname() || (await isRunning(record.holder)));
}

function held(path: string, record: LockRecord): CopperheadError {
  const where = record.host === hostname() ? "" : ` on ${record.host}`;
  return new CopperheadError({
    code: "lock-held",
    message: `Another copperhead works in this repository: process ${record.holder.pid}${where}, session ${record.sessionId}, turn ${record.turn}.`,
    advice: where
      ? `Wait until it is done. If it is gone for good, remove ${path}.`
      : "Wait until it is done, or end it.",
    exitCode: exitCodes.failed,
  });
}

/**
 * Clears the lock of a copperhead that died, and ends the processes it left behind; a lock that is held is left alone.
 * Returns the turn that was cut off, for which the caller offers the restore.
 */
export async function clearDeadLock(root: string): Promise<Abandoned | undefined> {
  const path = lockPath(root);
  const found = await readLock(path);
  if (!found || (await isHeld(found.record))) return undefined;
  if (found.record?.group) await endLeftoverGroup(found.record.group);
  const cleared = await remove(path, found.text);
  return cleared && found.record ? { sessionId: found.record.sessionId, turn: found.record.turn } : undefined;
}

/** A lock that is held. */
export class RepositoryLock {
  /** The turn that the last holder died in, if it did. */
  readonly abandoned: Abandoned | undefined;
  readonly #path: string;
  #record: LockRecord;
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, record: LockRecord, abandoned: Abandoned | undefined) {
    this.#path = path;
    this.#record = record;
    this.abandoned = abandoned;
  }

  /**
   * Takes the lock of the repository at `root` (a real path) for a turn. Throws `lock-held` (exit 1) where somebody else
   * has it; a dead one's is cleared as by `clearDeadLock`.
   */
  static async acquire(options: { root: string; sessionId: string; turn: number }): Promise<RepositoryLock> {
    const { root, sessionId, turn } = options;
    await prepareRepositoryFolder(root);
    const path = lockPath(root);
    const holder = await identify(process.pid);
    const record: LockRecord = { id: randomUUID(), host: hostname(), holder, sessionId, turn };
    let abandoned: Abandoned | undefined;
    for (;;) {
      if (await create(path, JSON.stringify(record))) return new RepositoryLock(path, record, abandoned);
      const found = await readLock(path);
      if (found?.record && (await isHeld(found.record))) throw held(path, found.record);
      abandoned = (await clearDeadLock(root)) ?? abandoned;
    }
  }

  /** Notes the process group that the next start has to end if this process dies; `undefined` where there is none. */
  setGroup(leader: number | undefined): Promise<void> {
    return this.#inTurn(async () => {
      const { group: _, ...record } = this.#record;
      const next = leader === undefined ? record : { ...record, group: await identify(leader) };
      if ((await readLock(this.#path))?.record?.id !== record.id) return;
      await writeAtomically(this.#path, JSON.stringify(next));
      this.#record = next;
    });
  }

  /** Gives the lock back. More than once does no harm. */
  release(): Promise<void> {
    return this.#inTurn(async () => {
      if ((await readLock(this.#path))?.record?.id !== this.#record.id) return;
      await remove(this.#path, JSON.stringify(this.#record));
    });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}
