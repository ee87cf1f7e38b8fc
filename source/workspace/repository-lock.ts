/** The lock of a repository: one turn at a time, whoever runs it. */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { writeAtomically } from "../base/atomic-write.js";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { endLeftoverGroup } from "../base/process-group.js";
import { identify, isRunning, processIdentity } from "../base/processes.js";
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

/** A lock that is there; without a record where it cannot be understood. */
type FoundLock = { record: LockRecord | undefined };

const pollMs = 25;

async function recordFor({ sessionId, turn }: Abandoned): Promise<LockRecord> {
  const holder = await identify(process.pid);
  return { id: randomUUID(), host: hostname(), holder, sessionId, turn };
}

function lockPath(root: string): string {
  return join(repositoryFolder(root), "lock");
}

async function readLock(path: string): Promise<FoundLock | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  if (text === undefined) {
    return undefined;
  }
  try {
    return { record: lockRecord.parse(JSON.parse(text)) };
  } catch {
    return { record: undefined };
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
    if (code === "EEXIST") {
      return false;
    }
    // A file system without hard links, such as that of a memory stick.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code ?? "")) {
      throw error;
    }
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
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    throw error;
  }
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

/** Runs `task` while nobody else clears a lock: or else a slow one would remove what a quick one just took. */
async function whileOthersWait<Result>(path: string, task: () => Promise<Result>): Promise<Result> {
  const guard = `${path}.clearing`;
  const record = await recordFor({ sessionId: "", turn: 0 });
  while (!(await create(guard, JSON.stringify(record)))) {
    const other = await readLock(guard);
    if (other && !(await isHeld(other.record))) {
      await rm(guard, { force: true });
    }
    await sleep(pollMs);
  }
  return task().finally(() => rm(guard, { force: true }));
}

/**
 * Clears the lock of a copperhead that died, and ends the processes it left behind; a lock that is held is left alone.
 * Returns the turn that was cut off, for which the caller offers the restore.
 */
export async function clearDeadLock(root: string): Promise<Abandoned | undefined> {
  const path = lockPath(root);
  const findDead = async () => {
    const found = await readLock(path);
    return found && !(await isHeld(found.record)) ? found : undefined;
  };
  if (!(await findDead())) {
    return undefined;
  }
  return whileOthersWait(path, async () => {
    const dead = await findDead();
    if (dead?.record?.group) {
      await endLeftoverGroup(dead.record.group);
    }
    if (dead) {
      await rm(path, { force: true });
    }
    return dead?.record && { sessionId: dead.record.sessionId, turn: dead.record.turn };
  });
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
    const record = await recordFor({ sessionId, turn });
    let abandoned: Abandoned | undefined;
    for (;;) {
      if (await create(path, JSON.stringify(record))) {
        return new RepositoryLock(path, record, abandoned);
      }
      const found = await readLock(path);
      if (found?.record && (await isHeld(found.record))) {
        throw held(path, found.record);
      }
      abandoned = (await clearDeadLock(root)) ?? abandoned;
    }
  }

  /** Notes the process group that the next start has to end if this process dies; `undefined` where there is none. */
  setGroup(leader: number | undefined): Promise<void> {
    return this.#inTurn(async () => {
      const { group: _, ...record } = this.#record;
      const next = leader === undefined ? record : { ...record, group: await identify(leader) };
      if (!(await this.#isMine())) {
        return;
      }
      await writeAtomically(this.#path, JSON.stringify(next));
      this.#record = next;
    });
  }

  /** Gives the lock back. More than once does no harm. */
  release(): Promise<void> {
    return this.#inTurn(async () => {
      if (await this.#isMine()) {
        await rm(this.#path, { force: true });
      }
    });
  }

  async #isMine(): Promise<boolean> {
    return (await readLock(this.#path))?.record?.id === this.#record.id;
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}
