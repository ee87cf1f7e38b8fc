/** What a turn wrote is checked while the model thinks on: the real kicad-cli, which notes what it is asked for. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import which from "which";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { isAlive } from "../../processes.js";
import { asked, Bench } from "../../program.js";

const schematic = "hardware/blinker.kicad_sch";
const whole = "(xy 81.28 76.2) (xy 96.52 76.2)";
const short = "(xy 81.28 76.2) (xy 93.98 76.2)";
const breakIt = asked("edit_file", { path: schematic, old_string: whole, new_string: short });
const repairIt = asked("edit_file", { path: schematic, old_string: short, new_string: whole });

/** Each ERC is a line: `repository` or `copy`, by the state that it is of. `onErc` is done before one of the repository. */
async function benchWith(scenario: Scenario, onErc = ""): Promise<{ bench: Bench; env: NodeJS.ProcessEnv }> {
  const bench = await Bench.create(scenario, { board: true });
  const binary = join(bench.folder, "noting-kicad-cli");
  const script = `#!/bin/sh
agent='${bench.agent.folder}'
case "$*" in
  "sch erc"*"${bench.repository}/"*) echo repository >> "$agent/asked"
    ${onErc}
    '${await which("kicad-cli")}' "$@"; code=$?
    touch "$agent/checked"; exit $code;;
  "sch erc"*) echo copy >> "$agent/asked";;
esac
exec '${await which("kicad-cli")}' "$@"
`;
  await writeFile(binary, script);
  await chmod(binary, 0o755);
  return { bench, env: { ...bench.env, COPPERHEAD_KICAD_CLI: binary } };
}

const askedFor = async (bench: Bench) =>
  (await readFile(join(bench.agent.folder, "asked"), "utf8")).trim().split("\n").sort();

test("a check is over before the model is, and is not made again", async () => {
  const { bench, env } = await benchWith({
    replies: [
      { say: breakIt },
      { steps: [{ waitForFile: "checked" }, { say: asked("run_erc", {}) }] },
      { say: repairIt },
      { say: "Repaired." },
    ],
  });
  const { exitCode, stdout } = await bench.start(["-p", "go", "--output-format", "json"], { env });
  expect(JSON.parse(String(stdout))).toMatchObject({
    answer: "Repaired.",
    verification: { erc: { newErrors: 0 } },
  });
  expect(exitCode).toBe(0);
  const [, , third] = await bench.agent.recorded("prompt");
  expect(third?.stdin).toContain("pin_not_connected");
  // The broken state once, for the model that waited, asked and was answered. The repaired one is the untouched one.
  expect(await askedFor(bench)).toEqual(["copy", "repository"]);
});

test("a check ends when the next change is made, and the verification is of what is there then", async () => {
  // The first never ends by itself.
  const hang =
    'if mkdir "$agent/first"; then echo $$ > "$agent/first/pid"; touch "$agent/checked"; exec sleep 1000; fi';
  const { bench, env } = await benchWith(
    {
      replies: [
        { say: breakIt },
        { steps: [{ waitForFile: "checked" }, { say: repairIt }] },
        {
          say: asked("edit_file", {
            path: schematic,
            old_string: '"1k"',
            new_string: '"2k2"',
          }),
        },
        { say: "Changed." },
      ],
    },
    hang,
  );
  const { exitCode, stdout } = await bench.start(["-p", "go", "--output-format", "json"], { env });
  expect(JSON.parse(String(stdout))).toMatchObject({
    answer: "Changed.",
    verification: { erc: { status: "findings", newErrors: 0 } },
  });
  expect(exitCode).toBe(0);
  expect(isAlive(Number(await readFile(join(bench.agent.folder, "first", "pid"), "utf8")))).toBe(false);
});

test("a turn that is interrupted leaves no check behind", async () => {
  const { bench, env } = await benchWith(
    { replies: [{ say: breakIt }, { steps: [{ waitForFile: "never" }] }] },
    'echo $$ > "$agent/pid"; exec sleep 1000',
  );
  const run = bench.start(["-p", "go"], { env });
  const pid = async () => Number(await readFile(join(bench.agent.folder, "pid"), "utf8").catch(() => ""));
  await expect.poll(pid, { timeout: 60_000 }).toBeGreaterThan(1);
  run.kill("SIGINT");
  expect((await run).exitCode).toBe(130);
  expect(isAlive(await pid())).toBe(false);
  expect(await bench.read(schematic)).toContain(whole);
});
