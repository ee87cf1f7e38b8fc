import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { type HeldLock, takeLock } from "../../base/files/lock-file.js";

/** How long one start may hold the others up, in milliseconds. */
export const startHoldMs = 10_000;

/** Past this age a lock has outlived its holder's own deadline, for example because the holder was suspended. */
const staleMs = startHoldMs + 2_000;

/** How long a start waits for the others, in milliseconds; then it goes on without its turn. */
const longestWaitMs = 12 * staleMs;

/**
 * Waits for the turn to start the CLI, which several processes starting at once make stumble over its configuration
 * file. Returns the release, which may be called more than once and happens by itself after `startHoldMs`. Where the
 * lock cannot be written or is never free, starts are not serialised. Throws the signal's reason when it is aborted.
 */
export async function acquireStart(path: string, signal?: AbortSignal): Promise<() => void> {
  const lock = { path, note: z.object({}), staleMs };
  let held: HeldLock<object>;
  try {
    await mkdir(dirname(path), { recursive: true });
    held = await takeLock(lock, {}, { waitMs: longestWaitMs, signal });
  } catch {
    signal?.throwIfAborted();
    return () => {};
  }
  const release = () => {
    clearTimeout(deadline);
    held.release().catch(() => {});
  };
  const deadline = setTimeout(release, startHoldMs);
  deadline.unref();
  return release;
}
