/** Where the package is installed: what it ships beside its code is found from there. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, from wherever the bundler has put this module. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    folder = dirname(folder);
  }
  return folder;
}
