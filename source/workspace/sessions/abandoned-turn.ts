import type { Environment } from "../../base/processes/environment.js";
import type { AbandonedTurn } from "../repository-lock.js";
import { findOwnSession } from "./session-folders.js";

/**
 * Makes the journal of a native turn that was cut off, before somebody goes on working in the tree: what they do is not
 * the turn's. Nothing to do for other turns. Returns whether the turn can be undone; where its journal cannot be made
 * now, the undo tries once more.
 */
export async function settleAbandoned(
  root: string,
  { sessionId, turn }: AbandonedTurn,
  env: Environment,
): Promise<boolean> {
  // The lock of an undo names a session that may be gone, and that of a copied repository one that is not in it.
  const session = await findOwnSession(root, sessionId, env).catch(() => undefined);
  if (!session) {
    return false;
  }
  const { settleSnapshot } = await import("../snapshot/git-snapshot.js");
  await settleSnapshot({ sessionFolder: session.folder, turn, root }).catch(() => {});
  return true;
}
