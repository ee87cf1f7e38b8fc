/** Bundles the measurements of large inputs, and of the largest board, as the package is bundled, and runs them. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.js";

const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  await build({
    ...bundleOptions,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    entryPoints: { large: "bench/large.ts", board: "bench/board.ts" },
  });
  const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  for (const name of ["large", "board"]) {
    const measurements = join(folder, `${name}.mjs`);
    const { status } = spawnSync(process.execPath, [measurements, program], { stdio: "inherit" });
    process.exitCode ||= status ?? 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
