/**
 * Builds the program once for all tests, and has them all run in a temporary directory of their own. A test, or the
 * program in it, that leaves one of copperhead's folders there fails the run.
 */
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { removeFolder } from "./temporary-folder.js";

export default async function setUp(): Promise<() => Promise<void>> {
  await execa("node", ["build.js"]);
  const folder = await mkdtemp(join(tmpdir(), "copperhead-tests-"));
  process.env.TMPDIR = folder;
  // The register of sessions is the developer's own otherwise.
  process.env.XDG_STATE_HOME = join(folder, "state");
  return async () => {
    const left = (await readdir(folder, { recursive: true })).filter((name) =>
      name.startsWith("copperhead-"),
    );
    await removeFolder(folder);
    if (left.length > 0) {
      // Vitest only prints what a tear-down throws.
      process.exitCode = 1;
      throw new Error(`The tests left in the temporary directory: ${left.slice(0, 20).join(", ")}`);
    }
  };
}
