import { chmod, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { runCheck } from "../../../source/kicad/cli/run-check.js";
import { copyBoard } from "../bundled-board.js";

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
});
