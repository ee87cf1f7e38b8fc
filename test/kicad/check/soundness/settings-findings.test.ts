import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findUnreadableSettings } from "../../../../source/kicad/check/soundness/settings-findings.js";
import { bundledBoard } from "../../bundled-board.js";

const found = (name: string, text: string) =>
  findUnreadableSettings(name, Buffer.from(text)).map(({ type, description }) => `${type}: ${description}`);

it.each([
  [
    "a.kicad_pro",
    "<<<<<<< HEAD\n{}\n",
    "project_not_readable: a.kicad_pro has merge conflict markers (the first in line 1). KiCad drops its rules, exclusions and net classes",
  ],
  [
    "a.kicad_pro",
    '{"board": {',
    "project_not_readable: a.kicad_pro is no JSON. KiCad drops its rules, exclusions and net classes",
  ],
  [
    "a.kicad_dru",
    "(version 1)\n(rule x (constraint clearance (min 5mm)",
    "rules_not_readable: a.kicad_dru is cut off or damaged: 2 parentheses are never closed. KiCad drops all rules in it",
  ],
  [
    "a.kicad_dru",
    "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    "rules_not_readable: a.kicad_dru is a Git LFS pointer, not the file itself. KiCad drops all rules in it",
  ],
])("%s that KiCad passes over is a finding: %j", (name, text, finding) => {
  expect(found(name, text)).toEqual([finding]);
});

it.each([
  ["a.kicad_pro", "{}"],
  ["a.kicad_pro", '\uFEFF{"text": "((("}'],
  ["a.kicad_pro", ""],
  ["a.kicad_dru", ""],
  ["a.kicad_dru", "(version 1)\n# a comment (\n(rule x)"],
  ["a.txt", "<<<<<<< HEAD"],
])("%s that KiCad reads is none: %j", (name, text) => {
  expect(found(name, text)).toEqual([]);
});

it("the bundled project is none", async () => {
  const text = await readFile(join(bundledBoard, "hardware/blinker.kicad_pro"), "utf8");
  expect(found("blinker.kicad_pro", text)).toEqual([]);
});
