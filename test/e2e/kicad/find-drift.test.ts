import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FileChange } from "../../../source/base/files/file-change.js";
import { describeDrift } from "../../../source/kicad/compare/find-drift.js";
import { copyBoard } from "../../kicad/bundled-board.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { describeKicad, kicad } from "./real.js";

const schematic = "hardware/blinker.kicad_sch";
const board = "hardware/blinker.kicad_pcb";

async function drift(...edits: [path: string, from: string, to: string][]): Promise<string[]> {
  const root = await copyBoard();
  const changes = await Promise.all(
    edits.map(async ([path, from, to]): Promise<FileChange> => {
      const before = await readFile(join(root, path));
      expect(before.toString()).toContain(from);
      return { path, before, after: Buffer.from(before.toString().replaceAll(from, to)) };
    }),
  );
  const env = { ...process.env, XDG_STATE_HOME: temporaryFolder() };
  return await describeDrift(changes, {
    root,
    config: {},
    env,
    cli: kicad(),
    signal: new AbortController().signal,
  });
}

describeKicad("a change of the schematic alone", () => {
  it("leaves a board behind that has other values", async () => {
    expect(await drift([schematic, '"1k"', '"330"'])).toEqual([
      `The board ${board} does not match its schematic any more: R1 is 330 in the schematic, 1k on the board. In KiCad: Tools, Update PCB from Schematic.`,
    ]);
  });

  it("is not blamed for what differed before, as the wire that ends before the anode", async () => {
    expect(await drift([schematic, '(title "', '(title "New '])).toEqual([]);
  });

  it("is not looked at where the board changed as well", async () => {
    expect(await drift([schematic, '"1k"', '"330"'], [board, '"1k"', '"330"'])).toEqual([]);
  });
});
