/** The lock of a repository: one turn at a time, whichever process runs it. */
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { CopperheadError, exitCodes } from "../base/failure.js";
import {
  clearDeadHolder,
  type HeldLock,
  type LockFile,
  LockHeldError,
  takeLock,
} from "../base/files/lock-file.js";
import type { Environment } from "../base/processes/environment.js";
import { endLeftoverGroup } from "../base/processes/process-group.js";
import { ownMarker } from "../base/processes/process-marker.js";
import { endMarked } from "../base/processes/process-tree.js";
import { identify, processIdentity } from "../base/processes/processes.js";
import { lockRegister } from "./register.js";
import { prepareRepositoryFolder, repositoryFolder } from "./repository-folder.js";

const turnNote = z.object({
  sessionId: z.string(),
  turn: z.int(),
  /** The leader of the child's process group, while there is a child. */
  group: processIdentity.exactOptional(),
  /** The holder's marker: what its children started has it. */
  marker: z.uuid().exactOptional(),
});
type TurnNote = z.infer<typeof turnNote>;

/** The locks that this process holds for no more than the end of a child, by repository. */
const ending = new Map<string, Promise<void>>();

/** The turn of a copperhead that died while it held the lock. */
export type AbandonedTurn = { sessionId: string; turn: number };

function lockOf(root: string, env: Environment): LockFile<TurnNote> {
  return {
    register: lockRegister(env),
    path: join(repositoryFolder(root), "lock"),
    note: turnNote,
    onDead: async ({ group, marker }) => {
      if (group) {
        await endLeftoverGroup(group);
      }
      if (marker !== undefined) {
        await endMarked(marker);
      }
    },
  };
}

function abandonedTurn(note: TurnNote | undefined): AbandonedTurn | undefined {
  return note && { sessionId: note.sessionId, turn: note.turn };
}

function lockHeld({ path, record }: LockHeldError): CopperheadError {
  const where = record.host === hostname() ? "" : ` on ${record.host}`;
  const { sessionId, turn } = turnNote.safeParse(record).data ?? {};
  const work = sessionId === undefined ? "" : `, session ${sessionId}, turn ${turn}`;
  return new CopperheadError({
    code: "lock-held",
    message: `Another copperhead works in this repository: process ${record.holder.pid}${where}${work}.`,
    advice: where
      ? `Wait until it is done. If it is gone for good, remove ${path}.`
      : "Wait until it is done, or end it.",
    exitCode: exitCodes.failed,
  });
}

/**
 * Clears the lock of a copperhead that died, and ends the processes it left behind; a lock that is held is left alone.
 * One that this user's copperhead did not take is cleared, and nothing is ended for it.
 * Returns the turn that was cut off, for which the caller offers the restore.
 */
export async function clearDeadLock(
  root: string,
  env: Environment = process.env,
): Promise<AbandonedTurn | undefined> {
  return abandonedTurn(await clearDeadHolder(lockOf(root, env)));
}

/** A lock that is held. */
export class RepositoryLock {
  /** The turn that the last holder died in, if it did. */
  readonly abandoned: AbandonedTurn | undefined;
  readonly #held: HeldLock<TurnNote>;
  readonly #turn: AbandonedTurn;
  readonly #root: string;

  private constructor(held: HeldLock<TurnNote>, root: string, turn: AbandonedTurn) {
    this.#held = held;
    this.#root = root;
    this.#turn = turn;
    this.abandoned = abandonedTurn(held.cleared);
  }

  /**
   * Takes the lock of the repository at `root` (a real path) for a turn. Throws `lock-held` (exit 1) where another
   * process has it; a dead one's is cleared as by `clearDeadLock`, and one of this process that waits for the end of a
   * child is waited for.
   */
  static async acquire(
    options: AbandonedTurn & { root: string; env?: Environment },
  ): Promise<RepositoryLock> {
    const { root, env = process.env, ...turn } = options;
    await prepareRepositoryFolder(root);
    await ending.get(root);
    try {
      return new RepositoryLock(await takeLock(lockOf(root, env), turn), root, turn);
    } catch (error) {
      throw error instanceof LockHeldError ? lockHeld(error) : error;
    }
  }

  /** Notes the process group that the next start has to end if this process dies; `undefined` where there is none. */
  setGroup(leader: number | undefined): Promise<void> {
    const note = async () =>
      leader === undefined ? this.#turn : { ...this.#turn, group: await identify(leader), marker: ownMarker };
    return this.#held.note(note());
  }

  /** Gives the lock back. More than once does no harm. */
  release(): Promise<void> {
    return this.#held.release();
  }

  /** Gives the lock back when `childGone` has settled: until then the next start finds the child in it. */
  async releaseAfter(childGone: Promise<void>): Promise<void> {
    const released = childGone.then(() => this.release());
    const settled = released.catch(() => {});
    ending.set(this.#root, settled);
    await released.finally(() => {
      if (ending.get(this.#root) === settled) {
        ending.delete(this.#root);
      }
    });
  }
}
