/** Programs that stand in for the CLI. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { shellWord } from "../../source/base/text/shell-word.js";

/** Writes an executable script of the given lines of `sh`, which starts in a tenth of Node's time. Returns its path. */
export function makeScript(folder: string, body: string, name = "agent"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

/** Lines of a script: prints these on stdout, one a line. */
export const say = (...events: (object | string)[]) => print(events, "");

/** Lines of a script: prints this on stderr, and exits with 1. */
export const fail = (message: string) => `${print([message], " >&2")}exit 1\n`;

/** Lines of a script: runs until a signal ends it. */
export const stay = "while :; do sleep 1; done\n";

/** Lines of a script: goes on when there is this file. */
export const waitForFile = (path: string) => `while [ ! -e ${shellWord(path)} ]; do sleep 0.01; done\n`;

/** Lines of a script: what it does at a signal instead of ending; nothing when `act` is empty. */
export const trap = (signal: "INT" | "TERM", act: string) => `trap ${shellWord(act)} ${signal}\n`;

function print(events: (object | string)[], where: string): string {
  const words = events.map((event) => (typeof event === "string" ? event : JSON.stringify(event)));
  return `printf '%s\\n' ${words.map(shellWord).join(" ")}${where}\n`;
}

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
    await wait(2);
  }
}
