/** `copperhead export` with a program in the place of kicad-cli; with the real one in `test/e2e/kicad/export.test.ts`. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { printedExport } from "../../../source/print/printed.js";
import { Bench, programPath } from "../../program.js";
import { PseudoTerminal } from "../pseudo-terminal.js";

/** It fails for gerbers; for a STEP model it waits until it is ended. */
const scripted = `#!/bin/sh
case "$*" in *--help*) exit 0;; esac
[ "$3" = gerbers ] && { echo "layers are missing" >&2; exit 2; }
[ "$3" = step ] && { echo $$ > "$(dirname "$0")/pid"; sleep 600; }
while [ "$1" != -o ]; do shift; done
echo "Refs,Value" > "$2"
`;

let bench: Bench;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  bench = await Bench.create({}, { board: true });
  const binary = join(bench.folder, "kicad-cli");
  await writeFile(binary, scripted);
  await chmod(binary, 0o755);
  env = { ...bench.env, COPPERHEAD_KICAD_CLI: binary };
});

const run = (...words: string[]) => bench.start(["export", ...words], { env });

test("the outputs that can be made are made, the others named, and the exit code says so", async () => {
  const { stdout, exitCode } = await run("gerbers", "bom");
  expect(stdout).toBe(
    [
      "bom: hardware/export/blinker-bom.csv",
      "gerbers: failed: kicad-cli failed on blinker.kicad_pcb: layers are missing. See: copperhead doctor\n",
    ].join("\n"),
  );
  expect(exitCode).toBe(1);
  expect(await readFile(join(bench.repository, "hardware/export/blinker-bom.csv"), "utf8")).toBe(
    "Refs,Value\n",
  );
});

test("--json is one object, and --folder may lie outside the repository", async () => {
  const folder = join(bench.folder, "fab");
  const { stdout, exitCode } = await run("bom", "netlist", "--folder", folder, "--json");
  expect(exitCode).toBe(0);
  expect(printedExport.parse(JSON.parse(String(stdout)))).toEqual({
    schema: "copperhead.export/1",
    project: "hardware/blinker.kicad_pro",
    folder,
    outputs: [
      { what: "bom", files: ["blinker-bom.csv"] },
      { what: "netlist", files: ["blinker.net"] },
    ],
  });
});

test.each([
  [[], "export needs what to export: bom, netlist, pdf, svg, gerbers, drill, positions, step."],
  [["gerber"], '"gerber" cannot be exported; did you mean gerbers?'],
  [["bom", "--folder", "hardware"], "hardware holds files that no export made: blinker.kicad_pcb"],
  [["bom", "--project", "other"], "There is no project other."],
])("export %j is refused", async (words, message) => {
  const { stderr, exitCode } = await run(...words);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

test("Ctrl-C ends it, and what was made before stays", async () => {
  const terminal = new PseudoTerminal(programPath, {
    args: ["export", "bom", "step"],
    env,
    cwd: bench.repository,
    columns: 100,
  });
  await terminal.until("waiting for STEP model of blinker.kicad_pcb");
  terminal.write("\x03");
  expect(await terminal.exited).toBe(130);
  await terminal.until("Stopped. What was made before is in hardware/export: blinker-bom.csv");
  expect(await readFile(join(bench.repository, "hardware/export/blinker-bom.csv"), "utf8")).not.toBe("");
  const pid = Number(await readFile(join(bench.folder, "pid"), "utf8"));
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
