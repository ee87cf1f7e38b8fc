import type { AbandonedTurn } from "../repository-lock.js";
import { settleSnapshot } from "../snapshot/git-snapshot.js";
import { findSession } from "./session-folders.js";

/**
 * Makes the journal of a native turn that was cut off, before somebody goes on working in the tree: what they do is not
 * the turn's. Nothing to do for other turns. Never rejects: where it cannot be done now, the undo tries once more.
 */
export async function settleAbandoned(root: string, { sessionId, turn }: AbandonedTurn): Promise<void> {
  try {
    const { folder } = await findSession(root, sessionId);
    await settleSnapshot({ sessionFolder: folder, turn, root });
  } catch {
    // The lock of an undo names no session; and an undo reports why it cannot be done.
  }
}
