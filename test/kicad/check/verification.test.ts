import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyDesign } from "../../../source/kicad/check/verification.js";
import { KicadCli } from "../../../source/kicad/cli/kicad-cli.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { copyBoard } from "../bundled-board.js";
import { fakeKicadCli } from "../fake-kicad-cli.js";

it("runs DRC once for each content of a board, whichever side of the comparison it is on", async () => {
  const root = await copyBoard();
  const folder = temporaryFolder();
  const lists = { sheets: [], violations: [], unconnected_items: [] };
  const report = { coordinate_units: "mm", ...lists };
  const cli = new KicadCli(await fakeKicadCli(folder, { report }), process.env);
  const path = "hardware/blinker.kicad_pcb";
  const after = await readFile(join(root, path));
  const before = Buffer.concat([after, Buffer.from("\n")]);
  const verify = async (changes: { path: string; before: Buffer; after: Buffer }[]) => {
    const cacheFolder = join(folder, "checks");
    const { drc } = await verifyDesign({
      root,
      changes,
      named: {},
      cli,
      cacheFolder,
      signal: new AbortController().signal,
    });
    expect(drc?.status).toBe("clean");
    return (await readFile(join(folder, "calls"), "utf8")).match(/ drc /g)?.length;
  };
  expect(await verify([])).toBe(1);
  expect(await verify([{ path, before, after }])).toBe(2);
  expect(await verify([{ path, before, after }])).toBe(2);
});
