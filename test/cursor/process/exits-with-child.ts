/** Starts the program `agent` in `folder` and, once that is up, exits with 7 and without ending it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "../../../source/cursor/process/child.js";

const [agent = "", folder = ""] = process.argv.slice(2);
startChild({ file: agent, args: [], cwd: folder, env: {}, input: "", onStdout() {} });
setInterval(() => {
  const file = join(folder, "pid");
  if (existsSync(file) && readFileSync(file, "utf8") !== "") {
    process.exit(7);
  }
}, 5);
