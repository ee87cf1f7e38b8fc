/** Programs that import the project's sources, for processes of their own. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.js";

/** Bundles the program at `entry` into `folder` as the package itself is bundled. Returns the path to start. */
export async function bundleProgram(entry: URL, folder: string): Promise<string> {
  await build({
    ...bundleOptions,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    entryPoints: { program: fileURLToPath(entry) },
  });
  return join(folder, "program.mjs");
}
