/** What a command waits for, on a terminal and elsewhere; kicad-cli is one that takes as long as it is let. */
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { Bench, programPath } from "../../program.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

/** Waits until there is a file `go` beside it, then passes the call on to a report without findings. */
const slow = `#!/bin/sh
here=$(dirname "$0")
[ "$1" = version ] && { echo 9.0.8; exit 0; }
case "$*" in *--help*) exit 0;; esac
echo $$ > "$here/pid"
while [ ! -e "$here/go" ]; do sleep 0.05; done
while [ "$1" != -o ]; do shift; done
echo '{"coordinate_units": "mm", "sheets": [], "violations": [], "unconnected_items": []}' > "$2"
`;

let bench: Bench;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  bench = await Bench.create({}, { board: true });
  const binary = join(bench.folder, "kicad-cli");
  await writeFile(binary, slow);
  await chmod(binary, 0o755);
  env = { ...bench.env, COPPERHEAD_KICAD_CLI: binary };
});

const check = () =>
  new PseudoTerminal(programPath, { args: ["check"], env, cwd: bench.repository, columns: 100 });

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("a terminal shows what is waited for and how long, and nothing of it is left", async () => {
  const terminal = check();
  await terminal.until(/^waiting for ERC of blinker\.kicad_sch: 2 s \(Ctrl-C ends it\)$/m);
  await writeFile(join(bench.folder, "go"), "");
  expect(await terminal.exited).toBe(0);
  await terminal.until("0 errors");
  expect(terminal.lines().join("\n")).not.toContain("waiting for");
});

test("Ctrl-C ends the wait and what is waited for", async () => {
  const terminal = check();
  await terminal.until("waiting for ERC");
  const pid = Number(await readFile(join(bench.folder, "pid"), "utf8"));
  expect(isRunning(pid)).toBe(true);
  terminal.write("\x03");
  expect(await terminal.exited).toBe(130);
  await terminal.until(() => !terminal.text().includes("waiting for"));
  while (isRunning(pid)) {
    await wait(10);
  }
});

test("elsewhere than on a terminal nothing is shown", async () => {
  const run = bench.start(["check"], { env });
  const age = async () => Date.now() - (await stat(join(bench.folder, "pid"))).mtimeMs;
  await expect.poll(() => age().catch(() => 0), { timeout: 60_000 }).toBeGreaterThan(1200);
  await writeFile(join(bench.folder, "go"), "");
  const { stderr, exitCode } = await run;
  expect([stderr, exitCode]).toEqual(["", 0]);
});

test("a terminal that cannot write over a line says it once", async () => {
  const terminal = new PseudoTerminal(programPath, {
    args: ["check"],
    env: { ...env, TERM: "dumb" },
    cwd: bench.repository,
    columns: 100,
  });
  await terminal.until("waiting for ERC of blinker.kicad_sch");
  await writeFile(join(bench.folder, "go"), "");
  expect(await terminal.exited).toBe(0);
  expect(terminal.output.match(/waiting for ERC/g)).toHaveLength(1);
  expect(terminal.output).not.toContain("\x1b[K");
});

test("the panes show it in the status line, and Ctrl-C ends it", async () => {
  const terminal = new PseudoTerminal(programPath, { env, cwd: bench.repository, columns: 110, rows: 30 });
  await terminal.until("Ctrl-C twice leaves");
  terminal.write("/check\r");
  await terminal.until(/running ERC and DRC: ERC of blinker\.kicad_sch 0:0[2-9] .*Ctrl-C stops/);
  const pid = Number(await readFile(join(bench.folder, "pid"), "utf8"));
  terminal.write("\x03");
  await terminal.until("/check was stopped.");
  await terminal.until(/^ready \|/m);
  // Killed, it could leave a folder that it is just removing.
  terminal.write("/quit\r");
  expect(await terminal.exited).toBe(0);
  while (isRunning(pid)) {
    await wait(10);
  }
});
