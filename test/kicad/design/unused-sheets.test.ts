import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listProjects } from "../../../source/kicad/design/find-projects.js";
import { offeredProjects } from "../../../source/kicad/design/unused-sheets.js";

const sheet = "(kicad_sch (version 20250114))";
const root = '(kicad_sch (version 20250114) (sheet_instances (path "/" (page "1"))))';

test("a sheet beside or below a project that no schematic shows is not offered as one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "unused-sheets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    "amp/amp.kicad_pro": "{}",
    "amp/amp.kicad_sch": root,
    "amp/left.kicad_sch": sheet,
    "amp/old/left.kicad_sch": sheet,
    "amp/other.kicad_sch": root,
    "loose/sheet.kicad_sch": sheet,
    "amplifier.kicad_sch": sheet,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { all } = await listProjects(folder, {});
  expect(all.map(({ path }) => path)).toContain("amp/left.kicad_sch");
  expect((await offeredProjects(folder, all)).map(({ path }) => path)).toEqual([
    "amp/amp.kicad_pro",
    "amp/other.kicad_sch",
    "amplifier.kicad_sch",
    "loose/sheet.kicad_sch",
  ]);
});
