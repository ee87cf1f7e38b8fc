import { chmod, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { runCheck } from "../../../source/kicad/cli/run-check.js";
import { copyBoard } from "../bundled-board.js";
import { fakeKicadCli } from "../fake-kicad-cli.js";

let root: string;

beforeEach(async () => {
  root = await copyBoard();
});

const schematic = () => join(root, "hardware/blinker.kicad_sch");
const board = () => join(root, "hardware/blinker.kicad_pcb");

describe("a kicad-cli that misbehaves", () => {
  async function fakeCli(script: string): Promise<KicadCli> {
    const path = join(root, "fake-cli");
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return new KicadCli(path, process.env);
  }
  const output = 'while [ "$1" != -o ]; do shift; done; out="$2"';

  it.each(["{}", '{"coordinate_units": "mm"}', "no json", '{"coordinate_units": "mm", "sheets": 3}'])(
    "never passes for a clean design: %s",
    async (report) => {
      const cli = await fakeCli(`${output}; printf '%s' '${report}' > "$out"`);
      await expect(runCheck(cli, "erc", schematic())).rejects.toMatchObject({
        failure: { code: "kicad-report-unreadable" },
      });
    },
  );

  it("is noticed when it writes nothing", async () => {
    const cli = await fakeCli("exit 0");
    await expect(runCheck(cli, "drc", board())).rejects.toMatchObject({
      failure: { code: "kicad-report-unreadable" },
    });
  });

  it("leaves nothing in the temporary folder", async () => {
    const cli = await fakeCli(`${output}; echo "$out" > "${root}/where"; exit 2`);
    await expect(runCheck(cli, "erc", schematic())).rejects.toMatchObject({
      failure: { code: "kicad-cli-failed" },
    });
    const where = (await readFile(join(root, "where"), "utf8")).trim();
    expect(where.startsWith(tmpdir())).toBe(true);
    await expect(readFile(where)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("differs from one that could not compare board and schematic", async () => {
    const report = '{"coordinate_units":"mm","violations":[],"unconnected_items":[]}';
    const cli = await fakeCli(
      `${output}; printf '%s' '${report}' > "$out"; echo "Failed to fetch schematic netlist" >&2`,
    );
    expect(await runCheck(cli, "drc", board())).toEqual({
      findings: [],
      note: "Failed to fetch schematic netlist",
    });
  });

  it("has warnings that are no reason against parity", async () => {
    const report = '{"coordinate_units":"mm","violations":[],"unconnected_items":[]}';
    const cli = await fakeCli(
      `${output}; printf '%s' '${report}' > "$out"; echo "08:15:30: Font 'X' not found; substituting 'Y'." >&2`,
    );
    expect(await runCheck(cli, "drc", board())).toEqual({
      findings: [],
      warnings: ["Font 'X' not found; substituting 'Y'."],
    });
  });

  it("checks a board whose schematic ends it, and says what is wrong with the schematic", async () => {
    await writeFile(schematic(), "<<<<<<< HEAD\n");
    const report = '{"coordinate_units":"mm","violations":[],"unconnected_items":[]}';
    const cli = await fakeCli(
      `case "$*" in *--schematic-parity*) exit 255;; esac; ${output}; printf '%s' '${report}' > "$out"`,
    );
    expect(await runCheck(cli, "drc", board())).toEqual({
      findings: [],
      note: "blinker.kicad_sch has merge conflict markers (the first in line 1)",
    });
  });
});

describe("a kicad-cli of version 10", () => {
  const report = {
    coordinate_units: "mm",
    violations: [],
    unconnected_items: [],
    ignored_checks: [
      { key: "silk_overlap", description: "Silkscreen overlap" },
      { key: "unknown", description: "" },
    ],
  };
  const version = async (name: string, help: string) =>
    new KicadCli(await fakeKicadCli(root, { version: name, help, report }), process.env);
  const calls = async () =>
    (await readFile(join(root, "calls"), "utf8"))
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);

  it("fills zones anew where it can, asked once, and names the rules that are turned off", async () => {
    const cli = await version("10.0.1", "Usage: drc [--help] [--refill-zones] [--save-board] INPUT_FILE");
    expect(await runCheck(cli, "drc", board())).toEqual({
      findings: [],
      muted: ["silk_overlap: Silkscreen overlap", "unknown"],
    });
    await runCheck(cli, "drc", board());
    const [help, ...checks] = await calls();
    expect(help).toBe("pcb drc --help");
    expect(checks).toHaveLength(2);
    for (const check of checks) {
      expect(check).toContain(" --refill-zones ");
      expect(check).not.toContain("--save-board");
    }
  });

  it.each([
    ["10.0.1", "Usage: drc [--refill-zones-later]"],
    ["9.0.8", "Usage: drc [--refill-zones]"],
  ])("is not asked to where it cannot: %s, %s", async (name, help) => {
    await runCheck(await version(name, help), "drc", board());
    expect((await calls()).at(-1)).not.toContain("--refill-zones");
  });
});
