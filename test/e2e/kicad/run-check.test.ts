import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { runCheck } from "../../../source/kicad/cli/run-check.js";
import { copyBoard, gitStatus } from "../../kicad/bundled-board.js";
import { describeKicad, kicad } from "./real.js";

let root: string;

beforeEach(async () => {
  root = await copyBoard();
});

const schematic = () => join(root, "hardware/blinker.kicad_sch");
const board = () => join(root, "hardware/blinker.kicad_pcb");

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

describeKicad("the bundled board", () => {
  it("has one mistake in ERC: a wire that ends before the anode", async () => {
    const { findings } = await runCheck(kicad(), "erc", schematic());
    expect(
      findings.map(({ severity, type, items }) => [
        severity,
        type,
        items[0]?.description,
        items[0]?.position,
      ]),
    ).toEqual([
      ["error", "label_dangling", "Label 'LED_A'", { x: 109.22, y: 76.2 }],
      ["error", "pin_not_connected", "Symbol D1 Pin 2 [A, Passive, Line]", { x: 116.84, y: 76.2 }],
      ["warning", "unconnected_wire_endpoint", "Horizontal Wire, length 7.62 mm", { x: 106.68, y: 76.2 }],
    ]);
  });

  it("has a board that differs from the schematic because of it, and is clean otherwise", async () => {
    const { findings, note } = await runCheck(kicad(), "drc", board());
    expect(
      findings.map(({ group, severity, type, items }) => [group, severity, type, items[0]?.position]),
    ).toEqual([["parity", "warning", "net_conflict", { x: 120.0625, y: 90 }]]);
    expect(note).toBeUndefined();
  });

  it("is clean when the wire is drawn to the end", async () => {
    await edit(schematic(), "(xy 114.3 76.2)", "(xy 116.84 76.2)");
    expect(await runCheck(kicad(), "erc", schematic())).toEqual({ findings: [] });
    expect(await runCheck(kicad(), "drc", board())).toEqual({ findings: [] });
  });

  it("has findings in ERC at the places of its own file", async () => {
    const { findings } = await runCheck(kicad(), "erc", schematic());
    const text = await readFile(schematic(), "utf8");
    const label = findings.find(({ type }) => type === "label_dangling")?.items[0];
    expect(text).toContain(`(label "LED_A"\n\t\t(at ${label?.position.x} ${label?.position.y} 0)`);
  });

  it("has an unconnected item in DRC for a segment that is missing", async () => {
    const text = await readFile(board(), "utf8");
    await writeFile(board(), text.replace(/\t\(segment\n\t\t\(start 105 90\)[\s\S]*?\n\t\)\n/, ""));
    const { findings } = await runCheck(kicad(), "drc", board());
    const unconnected = findings.filter(({ group }) => group === "unconnected");
    expect(unconnected.map(({ severity }) => severity)).toEqual(["error"]);
    expect(unconnected[0]?.items.map(({ description }) => description).sort()).toEqual([
      "PTH pad 1 [/+5V] of J1",
      "Pad 1 [/+5V] of R1 on F.Cu",
    ]);
  });

  it("has no new files after a check", async () => {
    await runCheck(kicad(), "erc", schematic());
    await runCheck(kicad(), "drc", board());
    expect(await gitStatus(root)).toBe("");
  });

  it.each(["-dash", "zwölf öhm"])("can be in a folder called %s", async (name) => {
    root = await copyBoard(name);
    expect((await runCheck(kicad(), "erc", schematic())).findings).toHaveLength(3);
  });

  it("is not compared with a schematic when there is none", async () => {
    await rm(schematic());
    expect(await runCheck(kicad(), "drc", board())).toEqual({ findings: [] });
  });

  it("does not load when it is cut off, and the failure has kicad-cli's words", async () => {
    await writeFile(schematic(), (await readFile(schematic(), "utf8")).slice(0, 5000));
    await expect(runCheck(kicad(), "erc", schematic())).rejects.toMatchObject({
      failure: { code: "design-does-not-load", message: expect.stringContaining("Failed to load schematic") },
    });
  });
});
