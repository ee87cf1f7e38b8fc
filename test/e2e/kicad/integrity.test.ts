import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { whyBroken } from "../../../source/kicad/check/integrity.js";
import { bundledBoard } from "../../kicad/bundled-board.js";
import { describeKicad, kicad } from "./real.js";

const good = async (name: string) => await readFile(join(bundledBoard, "hardware", name));
const bytes = (text: string) => Buffer.from(text);

describeKicad("kicad-cli", () => {
  const judge = async (name: string, from: string, to: string, before?: Buffer) => {
    const old = before ?? (await good(name));
    const text = old.toString("utf8");
    expect(text).toContain(from);
    return await whyBroken(kicad(), name, { before: old, after: bytes(text.replace(from, to)) });
  };

  it.each([
    ["blinker.kicad_sch", "(wire", "(wyre", "Failed to load schematic"],
    ["blinker.kicad_sch", "(version 20250114)", "(version 20990101)", "Failed to load schematic"],
    ["blinker.kicad_pcb", "(segment", "(sigment", "Failed to load board"],
  ])("reports in its own words that %s would not load", async (name, from, to, words) => {
    expect(await judge(name, from, to)).toContain(words);
  });

  it.each([
    ["blinker.kicad_sch", '"1k"', '"330"'],
    ["blinker.kicad_pcb", "(thickness 1.6)", "(thickness 0.8)"],
  ])("loads %s after a harmless change", async (name, from, to) => {
    expect(await judge(name, from, to)).toBeUndefined();
  });

  it("loads a schematic whose sheets are missing", async () => {
    const sheet = `(sheet (at 20 20) (size 10 10) (uuid "6d2a3f5e-0b1c-4d7e-8f90-a1b2c3d4e5f6") (property "Sheetname" "s" (at 20 20 0)) (property "Sheetfile" "sub/gone.kicad_sch" (at 20 30 0)))`;
    expect(await judge("blinker.kicad_sch", "\t(wire", `\t${sheet}\n\t(wire`)).toBeUndefined();
  });

  it("allows a change of a file that did not load before either", async () => {
    const broken = bytes((await good("blinker.kicad_sch")).toString("utf8").replace("(wire", "(wyre"));
    expect(await judge("blinker.kicad_sch", '"1k"', '"330"', broken)).toBeUndefined();
  });
});
