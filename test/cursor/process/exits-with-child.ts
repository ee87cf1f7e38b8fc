/** Starts the program `agent` in `folder` and, once that is up, exits with 7 and without ending it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "../../../source/cursor/process/child.js";

const [agent = "", folder = ""] = process.argv.slice(2);
startChild({ file: agent, args: [], cwd: folder, env: {}, input: "", onStdout() {} });
setInterval(() => {
  if (existsSync(join(folder, "pid"))) {
    process.exit(7);
  }
}, 5);
