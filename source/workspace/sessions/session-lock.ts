/** The lock of a session: one process at a time goes on with it. */
import { join } from "node:path";
import * as z from "zod";
import { CopperheadError } from "../../base/failure.js";
import { type HeldLock, LockHeldError, takeLock } from "../../base/files/lock-file.js";
import type { Session } from "./session-folders.js";

/** Throws `session-open` where another process has the session open; a dead one's lock is cleared. */
export async function lockSession({ id, folder }: Pick<Session, "id" | "folder">): Promise<HeldLock<object>> {
  try {
    return await takeLock({ path: join(folder, "lock"), note: z.object({}) }, {});
  } catch (error) {
    if (!(error instanceof LockHeldError)) {
      throw error;
    }
    throw new CopperheadError({
      code: "session-open",
      message: `Session ${id} is open in another copperhead: process ${error.record.holder.pid}.`,
      advice: "Go on there, or start a session of its own.",
    });
  }
}
