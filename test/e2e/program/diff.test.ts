/** `copperhead diff` of the built program: real git, the real kicad-cli. */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { difference } from "../../../source/base/design-difference.js";
import { bundledBoard, gitStatus } from "../../kicad/bundled-board.js";
import { labelledResistors, lastDataLabel, renamed } from "../../kicad/labelled-resistors.js";
import { Bench } from "../../program.js";
import { describeKicad } from "../kicad/real.js";

const board = "hardware/blinker.kicad_pcb";
const schematic = "hardware/blinker.kicad_sch";
const labels = "labels/labels.kicad_sch";

async function git(one: Bench, ...args: string[]): Promise<void> {
  await execa("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: one.repository });
}

/** A repository with a commit of two projects: the bundled board, and resistors whose nets are made by labels. */
async function committed(): Promise<Bench> {
  const one = await Bench.create({}, { board: true });
  await mkdir(join(one.repository, "labels"));
  await one.write(labels, labelledResistors());
  await git(one, "add", "-A");
  await git(one, "commit", "-qm", "one");
  return one;
}

async function replace(one: Bench, path: string, from: string, to: string): Promise<void> {
  const text = await one.read(path);
  expect(text).toContain(from);
  await one.write(path, text.replace(from, to));
}

describeKicad("diff", () => {
  it("ends with 0 and says so where no design differs, and runs no kicad-cli for that", async () => {
    const one = await committed();
    await one.write("notes.md", "new");
    const bare = { PATH: await one.bareNodePath() };
    expect(await one.start(["diff"], { env: bare })).toMatchObject({
      exitCode: 0,
      stdout: "No design differs from HEAD.\n",
      stderr: "",
    });
    const { stdout } = await one.start(["diff", "--json"], { env: bare });
    expect(JSON.parse(String(stdout))).toEqual({ schema: "copperhead.diff/1", same: true, projects: [] });
    const markdown = await one.start(["diff", "--markdown"], { env: bare });
    expect(markdown.stdout).toBe("No design differs from `HEAD`.\n");
  });

  it("ends with 1 and has what changed in each project, as text, markdown and an object", async () => {
    const one = await committed();
    const text = await one.read(labels);
    const label = lastDataLabel(text);
    await one.write(labels, text.replace(label, renamed(label, "a`b<i>")));
    await replace(one, board, "(at 113 90)", "(at 115 90)");
    const status = await gitStatus(one.repository);
    expect(await one.start(["diff"])).toMatchObject({
      exitCode: 1,
      stderr: "",
      stdout: `hardware/blinker.kicad_pro\n  R1 moved 2 mm right\n\n${labels}\n  net /DATA split: R7.1, R8.1 now on /a\`b<i>\n`,
    });
    const { exitCode, stdout } = await one.start(["diff", "--json"]);
    expect(exitCode).toBe(1);
    expect(difference.parse(JSON.parse(String(stdout)))).toMatchObject({
      same: false,
      projects: [
        { project: "hardware/blinker.kicad_pro", board: { footprints: { moved: [{ ref: "R1" }] } } },
        {
          project: labels,
          nets: { split: [{ before: "/DATA", kept: "/DATA", parts: [{ name: "/a`b<i>" }] }] },
        },
      ],
    });
    expect((await one.start(["diff", "--markdown", "--project", "labels"])).stdout).toBe(
      `### \`${labels}\`\n\n- net \`/DATA\` split: \`R7.1\`, \`R8.1\` now on \`\`/a\`b<i>\`\`\n`,
    );
    expect(await gitStatus(one.repository)).toBe(status);
  });

  it("says that a design of KiCad 5 was not compared, where no project is named", async () => {
    const one = await committed();
    await one.write("amp.sch", "EESchema Schematic File Version 4\n");
    expect(await one.start(["diff"])).toMatchObject({
      exitCode: 0,
      stdout: "No design differs from HEAD.\n",
      stderr: expect.stringMatching(/^amp\.sch: not compared: it has the format of KiCad 5 or before, .*\n$/),
    });
    expect(await one.start(["diff", "--project", "labels"])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("compares with the revision that is named; projects that are new or gone, too", async () => {
    const one = await committed();
    await git(one, "tag", "first");
    await rm(join(one.repository, "labels"), { recursive: true });
    await cp(bundledBoard, join(one.repository, "copy"), { recursive: true });
    await git(one, "add", "-A");
    await git(one, "commit", "-qm", "two");
    expect(await one.start(["diff"])).toMatchObject({
      exitCode: 0,
      stdout: "No design differs from HEAD.\n",
    });
    const { exitCode, stdout } = await one.start(["diff", "--base", "first"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^copy\/hardware\/blinker.kicad_pro\n {2}the project is new\n {2}\d parts: .*D1.*\n {2}\d nets: .*\+5V.*\n {2}\d footprints: .*D1/,
    );
    expect(stdout).toMatch(
      /\nlabels\/labels.kicad_sch\n {2}the project is gone\n {2}\d+ parts: .*R4.*\n {2}\d+ nets: \/CLK/,
    );
    const json = await one.start(["diff", "--base", "first", "--json"]);
    const { projects } = difference.parse(JSON.parse(String(json.stdout)));
    expect(projects[1]?.parts.removed).toContainEqual(expect.objectContaining({ ref: "R4", value: "4k" }));
    expect(projects[0]?.board?.footprints.added).toContainEqual(expect.objectContaining({ ref: "D1" }));
  });

  it("ends with 2 where a project does not load, names it, and still compares the others", async () => {
    const one = await committed();
    await replace(one, schematic, '"Value" "1k"', '"Value" "330"');
    await replace(one, labels, "(kicad_sch", "<<<<<<< HEAD\n(kicad_sch");
    const { exitCode, stdout, stderr } = await one.start(["diff", "--json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^labels\/labels\.kicad_sch: not compared: .*merge conflict markers.*\n {2}Finish the merge/,
    );
    expect(difference.parse(JSON.parse(String(stdout)))).toMatchObject({
      same: false,
      projects: [{ project: "hardware/blinker.kicad_pro", parts: { changed: [{ ref: "R1" }] } }],
      notCompared: [{ project: labels, reason: expect.stringContaining("merge conflict") }],
    });
  });

  it("ends with 2 and advice where kicad-cli is missing, with what the boards show", async () => {
    const one = await committed();
    await replace(one, schematic, '"Value" "1k"', '"Value" "330"');
    await replace(one, board, "(at 113 90)", "(at 115 90)");
    const run = await one.start(["diff"], { env: { PATH: await one.bareNodePath() } });
    expect(run).toMatchObject({ exitCode: 2, stdout: "hardware/blinker.kicad_pro\n  R1 moved 2 mm right\n" });
    expect(run.stderr).toMatch(/kicad-cli was not found.*\n {2}Install KiCad/);
  });
});

describe("diff is refused with 2 and advice", () => {
  it.each([
    [["--base", "nope"], "git knows no commit nope"],
    [["--base"], "--base needs a value"],
    [["--json", "--markdown"], "exclude each other"],
    [["--project", "nope"], "There is no project nope"],
    [["hardware"], "one word too many"],
  ])("for %j", async (args, message) => {
    const one = await committed();
    const { exitCode, stderr } = await one.start(["diff", ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(String(stderr).trim().split("\n").length).toBeGreaterThan(1);
  });

  it("outside a git repository, and before the first commit", async () => {
    const one = await Bench.create({});
    const { exitCode, stderr } = await one.start(["diff"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("git knows no commit HEAD");
    await rm(join(one.repository, ".git"), { recursive: true });
    await writeFile(join(one.repository, "a.kicad_pro"), "{}");
    const outside = await one.start(["diff", "--json", "--repo", "."]);
    expect(outside.exitCode).toBe(2);
    expect(JSON.parse(String(outside.stdout))).toMatchObject({ error: { code: "git-needed" } });
    const other = await one.start(["check", "--markdown"]);
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--markdown is for diff") });
  });
});
