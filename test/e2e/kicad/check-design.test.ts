import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { checkDesign } from "../../../source/kicad/check/check-design.js";
import { amplifier } from "../../kicad/amplifier.js";
import { versions } from "../../kicad/sheet-writer.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { describeKicad, kicad } from "./real.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const at = (name: string) => join(folder, name);

async function write(files: ReadonlyMap<string, string>): Promise<void> {
  await Promise.all([...files].map(([name, text]) => writeFile(at(name), text)));
  await writeFile(at("amplifier.kicad_pro"), "{}");
}

/** Rule and sheet of each finding of copperhead's own rules. */
async function unsound(): Promise<string[]> {
  const { findings } = await checkDesign(kicad(), "erc", at("amplifier.kicad_sch"));
  return findings
    .filter(({ group }) => group === "integrity")
    .map(({ type, sheet, description }) => `${type} ${sheet} ${description}`);
}

describeKicad("a design of several sheets", () => {
  it.each(Object.entries(versions))("of %s is sound", async (_, version) => {
    await write(amplifier(version));
    expect(await unsound()).toEqual([]);
  });

  it("has findings on the sheet that they are on, which KiCad puts on the root", async () => {
    const files = amplifier();
    const channel = files.get("channel.kicad_sch") ?? "";
    const stray =
      '(wire (pts (xy 20.32 20.32) (xy 25.4 20.32)) (stroke (width 0) (type default)) (uuid "77777777-0000-4000-8000-000000000007"))';
    files.set("channel.kicad_sch", channel.replace(/\)\s*$/, `${stray})\n`));
    await write(files);
    const { findings } = await checkDesign(kicad(), "erc", at("amplifier.kicad_sch"));
    const onWire = findings.filter(({ items }) => items.some(({ uuid }) => uuid.startsWith("77777777")));
    expect(onWire.length).toBeGreaterThan(0);
    expect(new Set(onWire.map(({ sheet }) => sheet))).toEqual(new Set(["/left/"]));
  });

  it.each([
    ["is not there", async () => rm(at("channel.kicad_sch")), "channel.kicad_sch is not there"],
    [
      "has conflict markers",
      async () => writeFile(at("channel.kicad_sch"), `<<<<<<< HEAD\n${amplifier().get("channel.kicad_sch")}`),
      "channel.kicad_sch has merge conflict markers",
    ],
    [
      "has a word that KiCad does not know",
      async () => {
        const text = await readFile(at("channel.kicad_sch"), "utf8");
        await writeFile(at("channel.kicad_sch"), text.replace("(wire", "(wyre"));
      },
      "channel.kicad_sch does not load",
    ],
  ])("has an error where a sheet's file %s, about which KiCad says nothing", async (_, change, words) => {
    await write(amplifier());
    await change();
    const found = await unsound();
    expect(found).toHaveLength(2);
    for (const one of found) {
      expect(one).toMatch(/^sheet_not_readable /);
      expect(one).toContain(words);
    }
  });
});
