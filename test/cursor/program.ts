import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach } from "vitest";
import { signalGroup } from "../../source/base/process-group.js";

/** A folder that is removed after the test that made it. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "copperhead-test-")));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
const groups: number[] = [];

afterEach(() => {
  for (const pid of groups.splice(0)) {
    signalGroup(pid, "SIGKILL");
  }
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
});

/** A group that is ended after the test, whatever the test did. */
export function watchGroup(pid: number | undefined): number {
  if (pid === undefined) {
    throw new Error("not started");
  }
  groups.push(pid);
  return pid;
}

const prelude = `
const fs = require("node:fs");
const { spawn } = require("node:child_process");
const args = process.argv.slice(2);
const say = (...events) => { for (const e of events) fs.writeSync(1, (typeof e === "string" ? e : JSON.stringify(e)) + "\\n"); };
const stdin = () => fs.readFileSync(0, "utf8");
const stay = () => setInterval(() => {}, 1000);
`;

/** Writes an executable program of the given JavaScript body, and gives its path. */
export function makeProgram(folder: string, body: string, name = "agent"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${prelude}\n${body}\n`, { mode: 0o755 });
  return path;
}

/** Whether a process runs; one that is dead and only waits to be collected does not count. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Bundles a program that imports the project's sources, for a process of its own; gives its path. */
export async function bundle(folder: string, contents: string): Promise<string> {
  const outfile = join(folder, "program.mjs");
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
    // Some dependencies are CommonJS and call require() for Node's own modules.
    banner: { js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);' },
  });
  return outfile;
}

/** Resolves when the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
