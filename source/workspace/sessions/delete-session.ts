/** Deletes a session: its transcript, its logs, and the journal that its undo needs. */
import { rm } from "node:fs/promises";
import type { Environment } from "../../base/processes/environment.js";
import { forgetSession } from "../register.js";
import type { Session } from "./session-folders.js";
import { lockSession } from "./session-lock.js";

/** Throws `session-open` where another process has it open. It must be the user's own: see `findOwnSession`. */
export async function deleteSession(
  session: Pick<Session, "id" | "folder">,
  env: Environment = process.env,
): Promise<void> {
  const lock = await lockSession(session);
  try {
    await rm(session.folder, { recursive: true });
    await forgetSession(session.id, env);
  } finally {
    await lock.release();
  }
}
