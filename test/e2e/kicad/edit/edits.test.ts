import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CopperheadError } from "../../../../source/base/failure.js";
import { exportNetlist } from "../../../../source/kicad/cli/export-netlist.js";
import { type Board, readBoard } from "../../../../source/kicad/design/board/board.js";
import {
  describeBoardChanges,
  describeNetlistDifference,
} from "../../../../source/kicad/design/difference/sentences.js";
import { loadSchematic } from "../../../../source/kicad/design/schematic/schematic.js";
import { moveFootprint } from "../../../../source/kicad/edit/board/move-footprint.js";
import { onlyMoves, proveBoardEdit } from "../../../../source/kicad/edit/board/prove-board.js";
import { connect } from "../../../../source/kicad/edit/connect.js";
import type { Design, Edit } from "../../../../source/kicad/edit/edit.js";
import { proveEdit } from "../../../../source/kicad/edit/prove.js";
import { setFields } from "../../../../source/kicad/edit/set-fields.js";
import { applySplices, invertSplices } from "../../../../source/kicad/edit/splice.js";
import { amplifier } from "../../../kicad/amplifier.js";
import { bundledBoard } from "../../../kicad/bundled-board.js";
import { acrossSheets, nested } from "../../../kicad/nested.js";
import { versions } from "../../../kicad/sheet-writer.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { describeKicad, kicad } from "../real.js";
import { drawEdit, numbersFrom } from "./random-edits.js";

async function design(
  version: number = versions.kicad9,
  files: ReadonlyMap<string, string> = amplifier(version),
): Promise<Design> {
  const folder = temporaryFolder();
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text);
  }
  const schematic = await loadSchematic(join(folder, "amplifier.kicad_sch"));
  if (!schematic) {
    throw new Error("The schematic is not read.");
  }
  return {
    schematic,
    netlist: await exportNetlist(kicad(), schematic.root),
    newId: () => crypto.randomUUID(),
  };
}

/** The reason for which an edit is refused. */
async function refusal(edit: Promise<unknown>): Promise<string> {
  const error = await edit.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof CopperheadError && error.failure.code === "edit-refused"
    ? error.failure.message
    : String(error);
}

/** How many edits are drawn for each version. */
const edits = 12;

describeKicad("edits drawn at random", () => {
  it.each(Object.entries(versions))(
    "load, do to the netlist what was asked, and are taken back to the byte, in a design of %s",
    async (_, version) => {
      const original = await design(version);
      const draw = numbersFrom(version);
      const outcomes: string[] = [];
      for (let count = 0; count < edits; count += 1) {
        const { what, make } = drawEdit(original, draw, ["parts:R", "parts:DUAL"]);
        let edit: Edit;
        try {
          edit = make();
        } catch (error) {
          outcomes.push(`${what}: ${await refusal(Promise.reject(error))}`);
          continue;
        }
        const { texts } = await proveEdit(kicad(), original, edit);
        for (const [path, text] of texts) {
          const before = original.schematic.files.get(path)?.text ?? "";
          expect(applySplices(text, invertSplices(before, edit.files.get(path) ?? []))).toBe(before);
        }
      }
      // Some cannot be made, each for a reason of its own; an error would be named here too.
      expect(outcomes.filter((outcome) => /Error/.test(outcome))).toEqual([]);
      expect(outcomes.length).toBeLessThan(edits / 2);
    },
  );
});

describeKicad("nets that come to a sheet by new ports", () => {
  it.each(Object.entries(versions))("are the same ones for KiCad in a design of %s", async (_, version) => {
    const one = await design(version, nested(version));
    for (const { pins, net, changes } of acrossSheets) {
      const { difference } = await proveEdit(kicad(), one, connect(one, { pins, net }));
      expect(describeNetlistDifference(difference)).toEqual(changes);
    }
  });
});

describeKicad("the proof of an edit", () => {
  it("returns what changes", async () => {
    const one = await design();
    const edit = connect(one, { pins: ["Q101.1"], net: "MID" });
    const { difference } = await proveEdit(kicad(), one, edit);
    expect(describeNetlistDifference(difference)).toEqual([
      "Q101.1 joined /left/MID",
      "Q201.1 joined /right/MID",
    ]);
  });

  it("refuses an edit that does something else than was asked for, and names it", async () => {
    const one = await design();
    const edit = connect(one, { pins: ["Q101.1"], net: "MID" });
    const other = { ...edit, expected: one.netlist };
    expect(await refusal(proveEdit(kicad(), one, other))).toMatch(
      /more than was asked for: Q101\.1 joined \/left\/MID/,
    );
  });

  it("refuses what KiCad does not load", async () => {
    const one = await design();
    const edit = setFields(one, { ref: "R1", fields: { Value: "1" } });
    const { schematic } = one;
    const end = (schematic.files.get(schematic.root)?.list.end ?? 0) - 1;
    const broken = { ...edit, files: new Map([[schematic.root, [{ start: end, end, text: "(nonsense)" }]]]) };
    expect(await refusal(proveEdit(kicad(), one, broken))).toMatch(
      /KiCad would not load the edited schematic/,
    );
  });

  it("refuses what would make an id exist twice", async () => {
    const one = await design();
    const sameId = { ...one, newId: () => "bbbbbbbb-0000-4000-8000-000000000001" };
    const edit = connect(sameId, { pins: ["Q101.1", "Q102.1"], net: "MID" });
    expect(await refusal(proveEdit(kicad(), one, edit))).toMatch(/the id bbbbbbbb-\S+ exist twice/);
  });
});

describeKicad("the proof of a board's edit", () => {
  const board = async () =>
    readBoard(await readFile(join(bundledBoard, "hardware/blinker.kicad_pcb"), "utf8")) as Board;

  it("returns the board and what moved", async () => {
    const before = await board();
    const { splices } = moveFootprint(before, { ref: "D1", by: { x: 2, y: 0 }, side: "back" });
    const { changes } = await proveBoardEdit(kicad(), "blinker.kicad_pcb", before, {
      splices,
      isExpected: onlyMoves("D1"),
    });
    expect(describeBoardChanges(changes)).toEqual(["D1 moved 2 mm right, now on the back"]);
  });

  it("refuses what moves another one, and what KiCad does not load", async () => {
    const before = await board();
    const { splices } = moveFootprint(before, { ref: "D1", by: { x: 2, y: 0 } });
    const other = { splices, isExpected: onlyMoves("R1") };
    expect(await refusal(proveBoardEdit(kicad(), "blinker.kicad_pcb", before, other))).toMatch(
      /more than was asked for: D1 moved/,
    );
    const end = before.list.end - 1;
    const broken = { splices: [{ start: end, end, text: "(nonsense)" }], isExpected: () => true };
    expect(await refusal(proveBoardEdit(kicad(), "blinker.kicad_pcb", before, broken))).toMatch(
      /KiCad would not load the edited board/,
    );
  });
});
