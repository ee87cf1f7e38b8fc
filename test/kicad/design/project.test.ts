import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readHierarchy, rootsIn, sheetFilesIn, sheetsBelow } from "../../../source/kicad/design/hierarchy.js";
import { largestPage, pageIn } from "../../../source/kicad/design/pages.js";
import { findProject, listKicadFiles } from "../../../source/kicad/design/project.js";
import { temporaryFolder } from "../../temporary-folder.js";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

/** Makes files; a schematic is given by the sheets that it places. */
async function files(tree: Record<string, string[] | string>): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    const text =
      typeof content === "string"
        ? content
        : `(kicad_sch ${content.map((sheet) => `(sheet (property "Sheetname" "s") (property "Sheetfile" "${sheet}"))`).join(" ")})`;
    await writeFile(join(root, path), text);
  }
}

describe("finding the design", () => {
  it("finds the only project, in a folder below", async () => {
    await files({
      "hw/a.kicad_pro": "{}",
      "hw/a.kicad_sch": ["power.kicad_sch"],
      "hw/power.kicad_sch": [],
      "hw/a.kicad_pcb": "",
    });
    expect(await findProject(root, {})).toEqual({
      schematic: { status: "found", path: "hw/a.kicad_sch" },
      board: { status: "found", path: "hw/a.kicad_pcb" },
    });
  });

  it("finds the root of the hierarchy where there is no project file", async () => {
    await files({ "sub/leaf.kicad_sch": [], "top.kicad_sch": ["sub/leaf.kicad_sch"], "b.kicad_pcb": "" });
    expect(await findProject(root, {})).toMatchObject({
      schematic: { path: "top.kicad_sch" },
      board: { path: "b.kicad_pcb" },
    });
  });

  it("does not count a sheet with a project of its own as a root", async () => {
    await files({
      "top.kicad_pro": "{}",
      "top.kicad_sch": ["block.kicad_sch"],
      "block.kicad_pro": "{}",
      "block.kicad_sch": [],
    });
    expect((await findProject(root, {})).schematic).toEqual({ status: "found", path: "top.kicad_sch" });
  });

  it("prefers the board with a project to loose ones", async () => {
    await files({ "a.kicad_pro": "{}", "a.kicad_sch": [], "a.kicad_pcb": "", "a-unrouted.kicad_pcb": "" });
    expect((await findProject(root, {})).board).toEqual({ status: "found", path: "a.kicad_pcb" });
  });

  it("names the candidates of several projects and how to choose", async () => {
    await files({
      "a/a.kicad_pro": "{}",
      "a/a.kicad_sch": [],
      "a/a.kicad_pcb": "",
      "b/b.kicad_pro": "{}",
      "b/b.kicad_sch": [],
    });
    const { schematic, board } = await findProject(root, {});
    expect(board).toEqual({ status: "found", path: "a/a.kicad_pcb" });
    expect(schematic).toEqual({ status: "found", path: "a/a.kicad_sch" });
    await files({ "b/b.kicad_pcb": "" });
    expect(await findProject(root, {})).toMatchObject({
      schematic: {
        status: "ambiguous",
        candidates: ["a/a.kicad_sch", "b/b.kicad_sch"],
        reason: expect.stringContaining('.copperhead/config.json, like {"schematic":"a/a.kicad_sch"}'),
      },
      board: { status: "ambiguous", candidates: ["a/a.kicad_pcb", "b/b.kicad_pcb"] },
    });
  });

  it("follows the settings, and finds the other file by its name", async () => {
    await files({
      "a.kicad_pro": "{}",
      "a.kicad_sch": [],
      "a.kicad_pcb": "",
      "b.kicad_pro": "{}",
      "b.kicad_sch": [],
      "b.kicad_pcb": "",
    });
    expect(await findProject(root, { schematic: "b.kicad_sch" })).toMatchObject({
      schematic: { path: "b.kicad_sch" },
      board: { path: "b.kicad_pcb" },
    });
    expect(await findProject(root, { board: "./b.kicad_pcb" })).toMatchObject({
      schematic: { path: "b.kicad_sch" },
      board: { path: "b.kicad_pcb" },
    });
    expect(await findProject(root, { schematic: "a.kicad_sch", board: "b.kicad_pcb" })).toMatchObject({
      schematic: { path: "a.kicad_sch" },
      board: { path: "b.kicad_pcb" },
    });
  });

  it("returns a reason where the settings name a file that is missing", async () => {
    await files({ "a.kicad_sch": [] });
    for (const schematic of ["b.kicad_sch", "../a.kicad_sch"]) {
      expect((await findProject(root, { schematic })).schematic).toEqual({
        status: "missing",
        reason: expect.stringContaining(schematic),
      });
    }
  });

  it("returns a reason where there is nothing", async () => {
    expect(await findProject(root, {})).toEqual({
      schematic: { status: "missing", reason: expect.stringContaining(".kicad_sch") },
      board: { status: "missing", reason: expect.stringContaining(".kicad_pcb") },
    });
  });

  it("does not look into histories, backups, packages and behind links", async () => {
    await files({
      ".history/a.kicad_sch": [],
      "a-backups/a.kicad_sch": [],
      "node_modules/x/a.kicad_sch": [],
      "out/a.kicad_sch": [],
    });
    await mkdir(join(root, "repository"));
    await symlink(join(root, "out"), join(root, "repository/link"));
    expect(await listKicadFiles(join(root, "repository"))).toEqual([]);
    expect(await listKicadFiles(root)).toEqual(["out/a.kicad_sch"]);
  });

  it("survives schematics that place each other", async () => {
    await files({
      "a.kicad_sch": ["b.kicad_sch"],
      "b.kicad_sch": ["a.kicad_sch"],
      "c.kicad_sch": ["c.kicad_sch"],
    });
    const hierarchy = await readHierarchy(root, await listKicadFiles(root));
    expect(rootsIn(hierarchy)).toEqual(["c.kicad_sch"]);
    expect([...sheetsBelow(hierarchy, "a.kicad_sch")].sort()).toEqual(["a.kicad_sch", "b.kicad_sch"]);
  });
});

describe("sheets and pages", () => {
  it("are read from a schematic's text, old spelling and escapes included", () => {
    const text =
      '(property "Sheet file" "old.kicad_sch") (property "Sheetfile" "a \\"b\\".kicad_sch" (at 1 2))';
    expect(sheetFilesIn(text)).toEqual(["old.kicad_sch", 'a "b".kicad_sch']);
  });

  it.each([
    ['(paper "A3")', { width: 420, height: 297 }],
    ['(paper "A4" portrait)', { width: 210, height: 297 }],
    ['(paper "User" 500.5 100)', { width: 500.5, height: 100 }],
    ["(kicad_sch)", { width: 297, height: 210 }],
  ])("have a size: %s", (text, page) => {
    expect(pageIn(text)).toEqual(page);
  });

  it("are as large as the largest of the design", async () => {
    await files({
      "top.kicad_sch": '(paper "A4" portrait)(property "Sheetfile" "sub/a.kicad_sch")',
      "sub/a.kicad_sch":
        '(paper "A2")(property "Sheetfile" "../top.kicad_sch")(property "Sheetfile" "gone.kicad_sch")',
    });
    expect(await largestPage(join(root, "top.kicad_sch"))).toEqual({ width: 594, height: 420 });
  });
});
