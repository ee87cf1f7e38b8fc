import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLoadFault } from "../../../source/kicad/design/load-fault.js";
import { bundledBoard } from "../bundled-board.js";

const fault = (name: string, text: string, version?: string) =>
  findLoadFault(name, Buffer.from(text), version)?.reason;

const schematic =
  '(kicad_sch\n\t(version 20250114)\n\t(generator "eeschema")\n\t(generator_version "9.0")\n)\n';
const of = (generator: string) => schematic.replace('"9.0"', `"${generator}"`);

describe("a file that does not load", () => {
  it.each([
    ["a.kicad_sch", "", "is empty"],
    ["a.kicad_pcb", "\n \n", "is empty"],
    [
      "a.kicad_sch",
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
      "is a Git LFS pointer, not the file itself",
    ],
    ["a.kicad_sch", `<<<<<<< HEAD\n${schematic}`, "has merge conflict markers (the first in line 1)"],
    [
      "a.kicad_pcb",
      "(kicad_pcb\n\t(a)\n<<<<<<< ours\n\t(b)\n=======\n\t(c)\n>>>>>>> theirs\n)\n",
      "has merge conflict markers (the first in line 3)",
    ],
    ["a.kicad_sch", "(kicad_sch\n=======\n)\n", "has merge conflict markers (the first in line 2)"],
    [
      "a.sch",
      "EESchema Schematic File Version 4\n",
      "has the format of KiCad 5 or earlier, which kicad-cli does not read",
    ],
    ["a.kicad_sch", "hello", "is not a KiCad schematic"],
    ["a.kicad_pcb", schematic, "is not a KiCad board"],
    [
      "a.kicad_sch",
      `\uFEFF${schematic}`,
      "begins with a byte order mark (BOM), with which KiCad does not load it",
    ],
    [
      "a.kicad_pcb",
      "\uFEFF(kicad_pcb)\n",
      "begins with a byte order mark (BOM), with which KiCad does not load it",
    ],
    ["a.kicad_sch", "(kicad_sch (wire", "is cut off or damaged: 2 parentheses are never closed"],
    ["a.kicad_sch", '(kicad_sch "x', "is cut off or damaged: the string that begins in line 1 never ends"],
  ])("has its reason in its bytes: %s %j", (name, text, reason) => {
    expect(fault(name, text)).toBe(reason);
  });

  it("may be no text at all", () => {
    expect(findLoadFault("a.kicad_sch", Buffer.from([0xff, 0xfe, 0x28, 0]))?.reason).toContain(
      "no text in UTF-8",
    );
  });

  it.each([
    ["10.0", "9.0.8", "was written by KiCad 10.0, and this kicad-cli is version 9.0.8"],
    ["9.99", "9.0.8", "was written by KiCad 9.99, and this kicad-cli is version 9.0.8"],
    ["9.0", "8.0.9", "was written by KiCad 9.0, and this kicad-cli is version 8.0.9"],
    ["9.0", "9.0.8", undefined],
    ["8.0", "10.0.1", undefined],
  ])("may be of a later version: %s for %s", (generator, version, reason) => {
    expect(fault("a.kicad_sch", of(generator), version)).toBe(reason);
  });

  it("may have a newer format without the name of its program", () => {
    const text = "(kicad_sch (version 20990101) (generator eeschema))";
    expect(fault("a.kicad_sch", text, "9.0.8")).toBe(
      "has a newer format (20990101) than this kicad-cli 9.0.8 reads (20250114)",
    );
    expect(fault("a.kicad_sch", text, "11.0")).toBeUndefined();
  });
});

describe("a file that loads", () => {
  it.each(["blinker.kicad_sch", "blinker.kicad_pcb"])("has no fault: %s", async (name) => {
    const bytes = await readFile(join(bundledBoard, "hardware", name));
    expect(findLoadFault(name, bytes, "9.0.8")).toBeUndefined();
    expect(findLoadFault(name, Buffer.concat([bytes, Buffer.from("\n)")]), "9.0.8")).toBeUndefined();
  });

  it("has none whatever its strings hold", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("kicad_sch", "kicad_pcb"), (text, head) => {
        const quoted = JSON.stringify(text);
        expect(fault(`a.${head}`, `(${head} (version 20240101) (text ${quoted}))`, "9.0.8")).toBeUndefined();
      }),
    );
  });

  it("may have text that looks like a marker", () => {
    expect(fault("a.kicad_sch", '(kicad_sch (text "<<<<<<< here ======="))')).toBeUndefined();
  });
});
