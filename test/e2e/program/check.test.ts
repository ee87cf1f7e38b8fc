/** `copperhead check` over a repository of several projects, with a program in the place of kicad-cli. */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printedCheck } from "../../../source/print/printed.js";
import { fakeKicadCli } from "../../kicad/fake-kicad-cli.js";
import { Bench } from "../../program.js";

const violation = (severity: string, index: number) => ({
  type: severity === "error" ? "pin_not_connected" : "footprint_link_issues",
  severity,
  description:
    severity === "error"
      ? "Pin not connected"
      : "The current configuration does not include the footprint library 'THT'.",
  items: [{ description: `Symbol R${index} [R]`, uuid: String(index), pos: { x: 1, y: 1 } }],
});

const clean = { coordinate_units: "mm", sheets: [], violations: [], unconnected_items: [] };
const withWarnings = {
  ...clean,
  sheets: [
    { path: "/", uuid_path: "/r", violations: [1, 2, 3, 4].map((index) => violation("warning", index)) },
  ],
};
const withErrors = {
  ...clean,
  sheets: [{ path: "/", uuid_path: "/r", violations: [violation("error", 1)] }],
};

/** The bundled board twice, `second` without a board; a board alone; a schematic of KiCad 5. */
async function open(report: object) {
  const bench = await Bench.create({}, { board: true });
  const at = (path: string) => join(bench.repository, path);
  await cp(at("hardware"), at("second"), { recursive: true });
  await rm(at("second/blinker.kicad_pcb"));
  await mkdir(at("old"));
  await cp(at("hardware/blinker.kicad_pcb"), at("old/only.kicad_pcb"));
  await writeFile(at("old/amp.sch"), "EESchema Schematic File Version 4\n");
  const env = { COPPERHEAD_KICAD_CLI: await fakeKicadCli(bench.folder, { report }) };
  return { at, check: (...args: string[]) => bench.start(["check", ...args], { env }) };
}

describe("check", () => {
  it("goes through all projects, each with a summary and its findings by kind", async () => {
    const { check } = await open(withWarnings);
    const { stdout, exitCode } = await check();
    expect(String(stdout).split("\n")).toEqual([
      "hardware/blinker.kicad_pro: 0 errors, 4 warnings",
      "  ERC of hardware/blinker.kicad_sch: 0 errors, 4 warnings",
      "    warnings:",
      "      4 × footprint_link_issues: library not configured (THT 4)",
      "  DRC of hardware/blinker.kicad_pcb: 0 errors, 0 warnings, 0 unconnected",
      "old/only.kicad_pcb: 0 errors, 0 warnings",
      "  DRC of old/only.kicad_pcb: 0 errors, 0 warnings, 0 unconnected",
      "second/blinker.kicad_pro: 0 errors, 4 warnings",
      "  ERC of second/blinker.kicad_sch: 0 errors, 4 warnings",
      "    warnings:",
      "      4 × footprint_link_issues: library not configured (THT 4)",
      "Not checked: old/amp.sch: has the format of KiCad 5 or before, which kicad-cli does not read: open and save it in KiCad",
      "3 projects: 0 errors, 8 warnings",
      "",
    ]);
    expect(exitCode).toBe(0);
  });

  it("ends with 1 where the settings name a design that is not there", async () => {
    const { at, check } = await open(withWarnings);
    await mkdir(at(".copperhead"), { recursive: true });
    await writeFile(at(".copperhead/config.json"), '{"board": "gone.kicad_pcb"}');
    const { stdout, exitCode } = await check("hardware");
    expect(String(stdout)).toContain(
      "Not checked: .copperhead/config.json: names gone.kicad_pcb as the board, and there is no such KiCad file",
    );
    expect(exitCode).toBe(1);
    expect((await check("hardware", "--require-verification")).exitCode).toBe(6);
  });

  it("lists each finding under --all", async () => {
    const { stdout } = await (await open(withWarnings)).check("second", "--all");
    expect(String(stdout)).toContain("    4. warning footprint_link_issues: The current configuration");
    expect(String(stdout)).toContain("       - Symbol R4 [R] at (100, 100) mm");
  });

  it("ends with 6 where there are errors, and shows where they are", async () => {
    const { stdout, exitCode } = await (await open(withErrors)).check("hardware");
    expect(String(stdout)).toContain("          Symbol R1 [R] at (100, 100) mm");
    expect(String(stdout)).not.toContain("projects:");
    expect(exitCode).toBe(6);
  });

  it("names the project that cannot be checked with the reason, and checks the others", async () => {
    const { check, at } = await open(clean);
    await writeFile(
      at("second/blinker.kicad_sch"),
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    );
    const { stdout, exitCode } = await check();
    expect(String(stdout)).toContain(
      "  ERC of second/blinker.kicad_sch: not run: blinker.kicad_sch is a Git LFS pointer, not the file itself (Failed to load). Fetch the file: git lfs pull\n",
    );
    expect(String(stdout)).toContain("  ERC of hardware/blinker.kicad_sch: 0 errors, 0 warnings\n");
    expect(String(stdout)).toContain("3 projects: 0 errors, 0 warnings, 1 check could not run");
    expect(exitCode).toBe(1);
    expect((await check("--require-verification")).exitCode).toBe(6);
    expect((await check("hardware", "--require-verification")).exitCode).toBe(0);
  });

  it("prints an object under --json that fits its schema", async () => {
    const { stdout } = await (await open(withErrors)).check("--json");
    expect(String(stdout).trim().split("\n")).toHaveLength(1);
    const { projects, skipped } = printedCheck.parse(JSON.parse(String(stdout)));
    expect(projects.map(({ project, erc, drc }) => [project, erc?.errors, drc?.status])).toEqual([
      ["hardware/blinker.kicad_pro", 1, "clean"],
      ["old/only.kicad_pcb", undefined, "clean"],
      ["second/blinker.kicad_pro", 1, undefined],
    ]);
    expect(skipped.map(({ path }) => path)).toEqual(["old/amp.sch"]);
  });

  it.each([
    [["old"], ["old/only.kicad_pcb"]],
    [["second/blinker.kicad_sch"], ["second/blinker.kicad_pro"]],
    [["only"], ["old/only.kicad_pcb"]],
    [["--project", "second"], ["second/blinker.kicad_pro"]],
    [
      ["second", "hardware/blinker.kicad_pcb"],
      ["hardware/blinker.kicad_pro", "second/blinker.kicad_pro"],
    ],
  ])("takes paths and names: %j", async (args, names) => {
    const { stdout } = await (await open(clean)).check("--json", ...args);
    expect(printedCheck.parse(JSON.parse(String(stdout))).projects.map(({ project }) => project)).toEqual(
      names,
    );
  });

  it("takes the path of a sheet for the projects that show it", async () => {
    const { check, at } = await open(clean);
    await writeFile(
      at("second/blinker.kicad_sch"),
      '(kicad_sch (sheet (property "Sheetname" "s") (property "Sheetfile" "sub/s.kicad_sch")))',
    );
    await mkdir(at("second/sub"));
    await writeFile(at("second/sub/s.kicad_sch"), "(kicad_sch)");
    expect(String((await check("second/sub/s.kicad_sch")).stdout)).toMatch(/^second\/blinker\.kicad_pro: /);
  });

  it("leaves out a sheet beside a project that no schematic shows, unless it is named", async () => {
    const { check, at } = await open(clean);
    await writeFile(at("hardware/left.kicad_sch"), "(kicad_sch (version 20250114))");
    const { stdout } = await check("hardware");
    expect(String(stdout)).not.toContain("ERC of hardware/left.kicad_sch");
    expect(String(stdout)).toContain(
      "Not checked: hardware/left.kicad_sch: is a sheet that no schematic shows; name it to check it alone\n",
    );
    expect(String((await check("hardware/left.kicad_sch")).stdout)).toContain(
      "ERC of hardware/left.kicad_sch: 0",
    );
  });

  it.each([
    ["nothing", "There is no project nothing."],
    ["..", ".. is not in the repository"],
  ])("refuses %s", async (word, message) => {
    const { stderr, exitCode } = await (await open(clean)).check(word);
    expect(String(stderr)).toContain(message);
    expect(exitCode).toBe(2);
  });
});
