import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Board, readBoard } from "../../../../source/kicad/design/board/board.js";
import {
  describeBoardChanges,
  describeNetlistDifference,
} from "../../../../source/kicad/design/difference/sentences.js";
import { moveFootprint } from "../../../../source/kicad/edit/board/move-footprint.js";
import { onlyMoves, proveBoardEdit } from "../../../../source/kicad/edit/board/prove-board.js";
import { connect } from "../../../../source/kicad/edit/connect.js";
import { proveEdit } from "../../../../source/kicad/edit/prove.js";
import { setFields } from "../../../../source/kicad/edit/set-fields.js";
import { amplifier } from "../../../kicad/amplifier.js";
import { bundledBoard } from "../../../kicad/bundled-board.js";
import { acrossSheets, nested } from "../../../kicad/nested.js";
import { versions } from "../../../kicad/sheet-writer.js";
import { describeKicad, kicad } from "../real.js";
import { refusal, writtenDesign } from "./designs.js";

describeKicad("nets that come to a sheet by new ports", () => {
  it.each(Object.entries(versions))("are the same ones for KiCad in a design of %s", async (_, version) => {
    const one = await writtenDesign(version, nested(version));
    for (const { pins, net, changes } of acrossSheets) {
      const { difference } = await proveEdit(kicad(), one, connect(one, { pins, net }));
      expect(describeNetlistDifference(difference)).toEqual(changes);
    }
  });
});

describeKicad("the proof of an edit", () => {
  it("returns what changes", async () => {
    const one = await writtenDesign();
    const edit = connect(one, { pins: ["Q101.1"], net: "MID" });
    const { difference } = await proveEdit(kicad(), one, edit);
    expect(describeNetlistDifference(difference)).toEqual([
      "Q101.1 joined /left/MID",
      "Q201.1 joined /right/MID",
    ]);
  });

  it("refuses an edit that does something else than was asked for, and names it", async () => {
    const one = await writtenDesign();
    const edit = connect(one, { pins: ["Q101.1"], net: "MID" });
    const other = { ...edit, expected: one.netlist };
    expect(await refusal(proveEdit(kicad(), one, other))).toMatch(
      /more than was asked for: Q101\.1 joined \/left\/MID/,
    );
  });

  it("refuses what KiCad does not load", async () => {
    const one = await writtenDesign();
    const edit = setFields(one, { ref: "R1", fields: { Value: "1" } });
    const { schematic } = one;
    const end = (schematic.files.get(schematic.root)?.list.end ?? 0) - 1;
    const broken = { ...edit, files: new Map([[schematic.root, [{ start: end, end, text: "(nonsense)" }]]]) };
    expect(await refusal(proveEdit(kicad(), one, broken))).toMatch(
      /KiCad would not load the edited schematic/,
    );
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ["a byte order mark", (text) => `\ufeff${text}`, /channel\.kicad_sch begins with a byte order mark/],
    [
      "a newer version",
      (text) => text.replace(/\(version \d+\)/, "(version 20991231)"),
      /channel\.kicad_sch has a newer format \(20991231\)/,
    ],
  ])("refuses an edit beside a sheet that KiCad passes over in silence: %s", async (_, spoil, reason) => {
    const files = amplifier(versions.kicad9);
    const one = await writtenDesign(
      versions.kicad9,
      new Map([...files].map(([name, text]) => [name, name === "channel.kicad_sch" ? spoil(text) : text])),
    );
    const edit = setFields(one, { ref: "R1", fields: { Value: "1" } });
    expect(await refusal(proveEdit(kicad(), one, edit))).toMatch(reason);
  });

  it("refuses what would make an id exist twice", async () => {
    const one = await writtenDesign();
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
