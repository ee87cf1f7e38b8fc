/** No ending of the program leaves anything in the temporary directory. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Bench, programPath } from "../../program.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

let bench: Bench;
let temporary: string;

beforeEach(async () => {
  bench = await Bench.create({}, { board: true });
  temporary = join(bench.folder, "temporary");
  await mkdir(temporary);
});

function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  return bench.start(args, { env: { TMPDIR: temporary, ...env } });
}

const started = () => join(bench.folder, "started");

/** A kicad-cli that never ends, and writes in its temporary directory. */
async function hangingKicad(): Promise<{ COPPERHEAD_KICAD_CLI: string }> {
  const path = join(bench.folder, "kicad-cli");
  const script = `#!/bin/sh\ntouch "$TMPDIR/kicad-cli-was-here" "${started()}"\nexec sleep 1000\n`;
  await writeFile(path, script, { mode: 0o755 });
  return { COPPERHEAD_KICAD_CLI: path };
}

describe("the temporary directory is empty", () => {
  it.each([
    [["check"], 6],
    [["doctor"], 0],
    [["demo", "--print"], 0],
  ] as const)("after %j", async (args, exitCode) => {
    expect((await start([...args])).exitCode).toBe(exitCode);
    expect(await readdir(temporary)).toEqual([]);
  });

  it.each([
    ["check", "SIGINT"],
    ["check", "SIGTERM"],
    ["check", "SIGHUP"],
    ["doctor", "SIGINT"],
    ["doctor", "SIGTERM"],
    ["demo", "SIGINT"],
    ["demo", "SIGTERM"],
  ] as const)("after %s is interrupted by %s while kicad-cli runs", async (command, signal) => {
    const run = start([command], await hangingKicad());
    await vi.waitFor(() => expect(existsSync(started())).toBe(true), 60_000);
    run.kill(signal);
    const ended = await run;
    expect([ended.signal, ended.exitCode]).not.toEqual([undefined, 0]);
    expect(await readdir(temporary)).toEqual([]);
  });
});

const endings: Record<string, (terminal: PseudoTerminal) => Promise<void>> = {
  "is left with Ctrl-C": async (terminal) => {
    terminal.write("\u0003");
    await terminal.until(/■ interrupted.*Ctrl-C twice/s);
    terminal.write("\u0003");
    await terminal.until("Ctrl-C again to leave");
    terminal.write("\u0003");
  },
  "is ended by SIGTERM": async (terminal) => terminal.signal("SIGTERM"),
  "loses its terminal": async (terminal) => terminal.hangUp(),
};

describe("the temporary directory is empty after a demonstration in the panes", () => {
  it.each(Object.entries(endings))("%s while kicad-cli runs", async (_, end) => {
    const env = { ...bench.env, TMPDIR: temporary, ...(await hangingKicad()) };
    const terminal = new PseudoTerminal(programPath, { args: ["demo"], env, cwd: bench.repository });
    await terminal.until(() => existsSync(started()));
    expect(await readdir(temporary)).not.toEqual([]);
    await end(terminal);
    await terminal.exited;
    expect(await readdir(temporary)).toEqual([]);
  });
});
