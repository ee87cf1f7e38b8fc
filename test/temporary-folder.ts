/** Folders in the temporary directory that do not outlive their test. */
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Registers what runs when a test has finished, the last registered first. */
export type OnFinished = (cleanUp: () => Promise<void>) => void;

/**
 * A new folder, removed when the test has finished. Processes that write in it are to be started after it: they are then
 * ended before it is removed. A concurrent test passes the `onTestFinished` of its own context.
 */
export function temporaryFolder(onFinished: OnFinished = onTestFinished): string {
  const folder = makeFolder();
  onFinished(() => removeFolder(folder));
  return folder;
}

/** A new folder for several tests: made in `beforeAll`, given to `removeFolder` in `afterAll`. */
export function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "copperhead-test-")));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}
