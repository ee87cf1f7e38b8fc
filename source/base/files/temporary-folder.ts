/** Private folders in the temporary directory; no ending that can be caught leaves one behind. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onExit } from "signal-exit";

/** A process that is being killed may still add a file: the removal is tried again, after so many ms. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 } as const;

/**
 * Runs `use` with the real path of a new folder `copperhead-<purpose>-…` that only this user can enter. It is removed
 * when `use` settles, or when the process exits or a signal ends it before that.
 */
export async function inTemporaryFolder<Result>(
  purpose: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  // Synchronous, so that no ending comes between the folder and the promise to remove it.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `copperhead-${purpose}-`)));
  // Last: the children that write to it are ended first.
  const forget = onExit(() => rmSync(folder, removal), { alwaysLast: true });
  try {
    return await use(folder);
  } finally {
    await rm(folder, removal);
    forget();
  }
}
