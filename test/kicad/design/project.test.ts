import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { beforeEach, describe, expect, it } from "vitest";
import { toFailure } from "../../../source/base/failure.js";
import { listKicadFiles, listProjects } from "../../../source/kicad/design/find-projects.js";
import { readHierarchy, rootsIn, sheetFilesIn, sheetsBelow } from "../../../source/kicad/design/hierarchy.js";
import { largestPage, pageIn } from "../../../source/kicad/design/pages.js";
import {
  chooseProject,
  type NamedFiles,
  type Projects,
  projectNamed,
} from "../../../source/kicad/design/project.js";
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

const projectsOf = async (named: NamedFiles = {}) => (await listProjects(root, named)).all;

describe("the projects of a repository", () => {
  it("are project files with their schematic and board, in folders below", async () => {
    await files({
      "hw/a.kicad_pro": "{}",
      "hw/a.kicad_sch": ["power.kicad_sch"],
      "hw/power.kicad_sch": [],
      "hw/a.kicad_pcb": "",
      "b/b.kicad_pro": "{}",
      "b/b.kicad_pcb": "",
      "empty/c.kicad_pro": "{}",
    });
    expect(await projectsOf()).toEqual([
      { path: "b/b.kicad_pro", board: "b/b.kicad_pcb" },
      { path: "hw/a.kicad_pro", schematic: "hw/a.kicad_sch", board: "hw/a.kicad_pcb" },
    ]);
  });

  it("are the root of the hierarchy and the only board where there is no project file", async () => {
    await files({ "sub/leaf.kicad_sch": [], "top.kicad_sch": ["sub/leaf.kicad_sch"], "b.kicad_pcb": "" });
    expect(await projectsOf()).toEqual([
      { path: "top.kicad_sch", schematic: "top.kicad_sch", board: "b.kicad_pcb" },
    ]);
  });

  it("are not sheets with a project file of their own, unless these have a board", async () => {
    await files({
      "top.kicad_pro": "{}",
      "top.kicad_sch": ["block.kicad_sch", "module.kicad_sch"],
      "block.kicad_pro": "{}",
      "block.kicad_sch": [],
      "module.kicad_pro": "{}",
      "module.kicad_sch": [],
      "module.kicad_pcb": "",
    });
    expect((await projectsOf()).map(({ path }) => path)).toEqual(["module.kicad_pro", "top.kicad_pro"]);
  });

  it("are also designs without a project file beside those with one", async () => {
    await files({
      "a.kicad_pro": "{}",
      "a.kicad_sch": [],
      "a.kicad_pcb": "",
      "a-panel.kicad_pcb": "",
      "x/old.kicad_sch": [],
      "x/old.kicad_pcb": "",
    });
    const all = await projectsOf();
    expect(all.map(({ path }) => path)).toEqual(["a-panel.kicad_pcb", "a.kicad_pro", "x/old.kicad_sch"]);
    expect(all[2]?.board).toBe("x/old.kicad_pcb");
    expect(chooseProject({ all, legacy: [], problems: [] }, {})?.path).toBe("a.kicad_pro");
  });

  it("are not what git ignores, unless the settings name it", async () => {
    await files({ ".gitignore": "out/\n", "a.kicad_pro": "{}", "a.kicad_sch": [], "out/b.kicad_sch": [] });
    await execa("git", ["init", "-q"], { cwd: root });
    expect((await projectsOf()).map(({ path }) => path)).toEqual(["a.kicad_pro"]);
    expect((await listProjects(root, { schematic: "out/b.kicad_sch" })).preferred).toEqual({
      path: "out/b.kicad_sch",
      schematic: "out/b.kicad_sch",
    });
  });

  it("take the files that the settings name, and the other file by its name", async () => {
    await files({
      "a.kicad_pro": "{}",
      "a.kicad_sch": [],
      "a.kicad_pcb": "",
      "b.kicad_pro": "{}",
      "b.kicad_sch": [],
      "b.kicad_pcb": "",
    });
    const preferred = async (named: NamedFiles) => (await listProjects(root, named)).preferred;
    const b = { path: "b.kicad_pro", schematic: "b.kicad_sch", board: "b.kicad_pcb" };
    expect(await preferred({ schematic: "b.kicad_sch" })).toEqual(b);
    expect(await preferred({ board: "./b.kicad_pcb" })).toEqual(b);
    expect(await preferred({ schematic: "a.kicad_sch", board: "b.kicad_pcb" })).toEqual({
      path: "a.kicad_pro",
      schematic: "a.kicad_sch",
      board: "b.kicad_pcb",
    });
  });

  it("join odd names that the settings give to the project file beside them", async () => {
    await files({ "hw/p.kicad_pro": "{}", "hw/main.kicad_sch": [], "hw/pcb.kicad_pcb": "" });
    const named = { schematic: "hw/main.kicad_sch", board: "hw/pcb.kicad_pcb" };
    expect(await projectsOf(named)).toEqual([{ path: "hw/p.kicad_pro", ...named }]);
  });

  it("come with what the settings name and is not there", async () => {
    await files({ "a.kicad_sch": [] });
    for (const schematic of ["b.kicad_sch", "../a.kicad_sch"]) {
      const { all, problems } = await listProjects(root, { schematic });
      expect(all).toHaveLength(1);
      expect(problems).toEqual([expect.stringContaining(schematic)]);
    }
  });

  it("come with designs of KiCad 5 that were not converted, and none of other programs", async () => {
    await files({
      "old.sch": "EESchema Schematic File Version 4\n",
      "old.brd": "PCBNEW-BOARD Version 1\n",
      "eagle.sch": "<?xml version='1.0'?>",
      "new.sch": "EESchema Schematic File Version 4\n",
      "new.kicad_sch": [],
    });
    expect((await listProjects(root, {})).legacy).toEqual(["old.brd", "old.sch"]);
  });
});

describe("the project that is meant", () => {
  const projects = (...paths: string[]): Projects => ({
    all: paths.map((path) => ({ path, schematic: path.replace("pro", "sch") })),
    legacy: [],
    problems: [],
  });
  const several = projects("hw/main/main.kicad_pro", "hw/psu/psu.kicad_pro", "top.kicad_pro");

  it.each([
    ["hw/psu/psu.kicad_pro", "hw/psu/psu.kicad_pro"],
    ["./hw/psu/psu.kicad_sch", "hw/psu/psu.kicad_pro"],
    ["hw/psu/", "hw/psu/psu.kicad_pro"],
    ["psu", "hw/psu/psu.kicad_pro"],
    ["psu.kicad_pro", "hw/psu/psu.kicad_pro"],
    [".", "top.kicad_pro"],
  ])("can be named %s", (name, path) => {
    expect(projectNamed(several, name).path).toBe(path);
  });

  it("is refused with what there is where the name means none or two", () => {
    const refused = (of: Projects, name: string) => {
      try {
        return projectNamed(of, name).path;
      } catch (error) {
        return toFailure(error);
      }
    };
    expect(refused(several, "psv")).toMatchObject({
      code: "no-project",
      exitCode: 2,
      advice: expect.stringContaining("Did you mean hw/psu/psu.kicad_pro? The projects are hw/main"),
    });
    expect(refused(projects("a/x.kicad_pro", "b/x.kicad_pro"), "x")).toMatchObject({
      message: "x can be each of a/x.kicad_pro, b/x.kicad_pro.",
    });
    expect(refused(projects(), "x")).toMatchObject({ code: "no-project" });
  });

  it("is the only one, else the nearest above the working directory", () => {
    const choose = (of: Projects, folder?: string) => chooseProject(of, { folder })?.path;
    expect(choose(projects("hw/a.kicad_pro"), "docs")).toBe("hw/a.kicad_pro");
    expect(choose(several, "hw/psu/gerbers")).toBe("hw/psu/psu.kicad_pro");
    expect(choose(several, "hw")).toBe("top.kicad_pro");
    expect(choose(several, "")).toBe("top.kicad_pro");
    expect(choose(several)).toBeUndefined();
    expect(choose(projects("a/x.kicad_pro", "a/y.kicad_pro"), "a")).toBeUndefined();
  });
});

describe("the KiCad files of a repository", () => {
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
