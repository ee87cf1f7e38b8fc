/** Programs that stand in for the CLI. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const prelude = `
const fs = require("node:fs");
const { spawn } = require("node:child_process");
const args = process.argv.slice(2);
const say = (...events) => { for (const e of events) fs.writeSync(1, (typeof e === "string" ? e : JSON.stringify(e)) + "\\n"); };
const stdin = () => fs.readFileSync(0, "utf8");
const stay = () => setInterval(() => {}, 1000);
`;

/** Writes an executable program of the given JavaScript body. Returns its path. */
export function makeProgram(folder: string, body: string, name = "agent"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${prelude}\n${body}\n`, { mode: 0o755 });
  return path;
}

/** Resolves when the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
