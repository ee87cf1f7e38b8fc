/** No ending of the program leaves anything in the temporary directory. */
import { access, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Bench } from "../../program.js";

let one: Bench;
let temporary: string;

beforeEach(async () => {
  one = await Bench.create({}, { board: true });
  temporary = join(one.folder, "temporary");
  await mkdir(temporary);
});
function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  return one.start(args, { env: { TMPDIR: temporary, ...env } });
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
    const kicad = join(one.folder, "kicad-cli");
    const started = join(one.folder, "started");
    const script = `#!/bin/sh\ntouch "$TMPDIR/kicad-cli-was-here" "${started}"\nexec sleep 1000\n`;
    await writeFile(kicad, script, { mode: 0o755 });
    const run = start([command], { COPPERHEAD_KICAD_CLI: kicad });
    await vi.waitFor(() => access(started), 60_000);
    run.kill(signal);
    const ended = await run;
    expect([ended.signal, ended.exitCode]).not.toEqual([undefined, 0]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
