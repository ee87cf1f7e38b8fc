/** What a process that was killed left behind: its lock, its children, its turn. */
import type { RunnableSession } from "../loop/session.js";
import { clearDeadLock } from "../workspace/repository-lock.js";
import { settleAbandoned } from "../workspace/sessions/abandoned-turn.js";

/** Ends what is left of a dead holder of the lock, and offers to put the files of its turn back. */
export async function recoverAbandoned(root: string, session: Pick<RunnableSession, "warn">): Promise<void> {
  const abandoned = await clearDeadLock(root);
  if (abandoned) {
    await settleAbandoned(root, abandoned);
    session.warn({
      code: "turn-cut-off",
      message: `Turn ${abandoned.turn} of session ${abandoned.sessionId} was cut off; its files are as it left them.`,
      advice: "Put them back with: copperhead undo",
    });
  }
}
