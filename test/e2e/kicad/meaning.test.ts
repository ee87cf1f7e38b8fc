import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { FileChange } from "../../../source/base/files/file-change.js";
import { meaningOf } from "../../../source/kicad/compare/meaning.js";
import { copyBoard } from "../../kicad/bundled-board.js";
import {
  groundLabel,
  labelledResistors,
  lastDataLabel,
  renamed,
  unconnected,
} from "../../kicad/labelled-resistors.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { describeKicad } from "./real.js";

const schematic = "hardware/blinker.kicad_sch";
const board = "hardware/blinker.kicad_pcb";

const resistor = { from: "(at 113 90)", to: "(at 115 90)" };

let root: string;
let state: string;

beforeEach(async () => {
  root = await copyBoard();
  state = temporaryFolder();
});

function meaning(changes: readonly FileChange[], env: NodeJS.ProcessEnv = process.env): Promise<string[]> {
  const signal = new AbortController().signal;
  return meaningOf(changes, { root, config: {}, env: { ...env, XDG_STATE_HOME: state }, signal });
}

/** A change that is not made yet. */
async function changed(path: string, from: string, to: string): Promise<FileChange> {
  const before = await readFile(join(root, path));
  expect(before.toString()).toContain(from);
  return { path, before, after: Buffer.from(before.toString().replace(from, to)) };
}

describeKicad("the meaning of changes", () => {
  it("is the same before they are made and after", async () => {
    const change = await changed(schematic, '"Value" "1k"', '"Value" "330"');
    const sentences = ["R1 Value 1k → 330 · nets unchanged"];
    expect(await meaning([change])).toEqual(sentences);
    await writeFile(join(root, schematic), change.after ?? "");
    expect(await meaning([change])).toEqual(sentences);
  });

  it("begins with nets, then has parts, then the board", async () => {
    const text = await readFile(join(root, schematic), "utf8");
    const edited = text.replace('(label "LED_A"', '(label "+5V"').replace('"Value" "1k"', '"Value" "330"');
    const sheet = { path: schematic, before: Buffer.from(text), after: Buffer.from(edited) };
    const placed = await changed(board, resistor.from, resistor.to);
    expect(await meaning([placed, sheet])).toEqual([
      "nets /+5V and /LED_A joined: now /+5V",
      "R1 Value 1k → 330",
      "R1 moved 2 mm right",
    ]);
  });

  it("is said to be none where only what is drawn changed", async () => {
    const text = await changed(schematic, "(at 88.9 76.2 0)", "(at 91.44 76.2 0)");
    const outline = await changed(board, "(thickness 1.6)", "(thickness 0.8)");
    expect(await meaning([text, outline])).toEqual([
      "parts and nets unchanged",
      "footprints, tracks, vias and zones unchanged",
    ]);
    const notes = { path: "notes.md", before: null, after: Buffer.from("x") };
    expect(await meaning([notes])).toEqual([]);
  });

  it("finds a label that was renamed, two nets joined by one, and a pin that left without a finding", async () => {
    const path = "labels/labels.kicad_sch";
    const before = labelledResistors();
    const after = (from: string, to: string) =>
      meaning([{ path, before: Buffer.from(before), after: Buffer.from(before.replace(from, to)) }]);
    const data = lastDataLabel(before);
    const ground = groundLabel(before);
    await writeFileIn(path, before);
    expect(await after(data, renamed(data, "STRAY"))).toEqual(["net /DATA split: R7.1, R8.1 now on /STRAY"]);
    expect(await after('(label "CLK"', '(label "GND"')).toEqual(["nets /GND and /CLK joined: now /GND"]);
    expect(await after(ground, unconnected(ground))).toEqual(["R3.2 left /GND: connected to nothing"]);
  });

  it("names the project where there are several, and what it could not compare", async () => {
    await writeFileIn("labels/labels.kicad_sch", labelledResistors());
    const broken = await changed("labels/labels.kicad_sch", "(kicad_sch", "<<<<<<< HEAD\n(kicad_sch");
    expect(await meaning([await changed(schematic, '"Value" "1k"', '"Value" "330"'), broken])).toEqual([
      "hardware/blinker.kicad_pro: R1 Value 1k → 330 · nets unchanged",
      expect.stringMatching(
        /^labels\/labels.kicad_sch: not compared: labels\/labels.kicad_sch has merge conflict markers/,
      ),
    ]);
  });

  it("is that of the board alone without kicad-cli", async () => {
    const sheet = await changed(schematic, '"Value" "1k"', '"Value" "330"');
    const placed = await changed(board, resistor.from, resistor.to);
    const sentences = await meaning([sheet, placed], { PATH: root });
    expect(sentences).toEqual([
      "R1 moved 2 mm right",
      "not compared: kicad-cli was not found, and parts and nets are compared by it.",
    ]);
  });

  it("is that the parts of a sheet are gone where the sheet is removed and still shown", async () => {
    const main = "design/main.kicad_sch";
    const sheet = "design/sheet.kicad_sch";
    const text = (await readFile(join(root, schematic), "utf8")).replace(
      /\n\)\s*$/,
      `\n\t(sheet\n\t\t(at 152.4 50.8)\n\t\t(size 20.32 20.32)\n\t\t(uuid "99999999-0000-4000-8000-000000000002")\n\t\t(property "Sheetname" "sub" (at 152.4 50 0))\n\t\t(property "Sheetfile" "sheet.kicad_sch" (at 152.4 72 0))\n\t)\n)\n`,
    );
    await mkdir(join(root, "design"));
    await writeFile(join(root, main), text);
    const before = Buffer.from(labelledResistors());
    const sentences = await meaning([{ path: sheet, before, after: null }]);
    expect(sentences.filter((sentence) => sentence.endsWith("removed (8k)"))).toHaveLength(1);
  });

  it("is that all is gone where a schematic is removed", async () => {
    const before = await readFile(join(root, schematic));
    expect(await meaning([{ path: schematic, before, after: null }])).toEqual([
      "net /+5V removed",
      "net /GND removed",
      "net /LED_A removed",
      "D1 removed (green)",
      "J1 removed (Power in)",
      "R1 removed (1k)",
    ]);
  });
});

async function writeFileIn(path: string, text: string): Promise<void> {
  await mkdir(join(root, "labels"), { recursive: true });
  await writeFile(join(root, path), text);
}
