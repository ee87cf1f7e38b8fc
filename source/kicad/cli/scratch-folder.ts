import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs `use` with a private folder (a real path) for kicad-cli's output, which is gone afterwards. */
export async function inScratchFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "copperhead-kicad-")));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
