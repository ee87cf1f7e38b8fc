/** Several KiCad projects in one repository. */
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";

const breakSheet = (folder: string) =>
  asked("edit_file", {
    path: `${folder}/blinker.kicad_sch`,
    old_string: "(xy 81.28 76.2) (xy 96.52 76.2)",
    new_string: "(xy 81.28 76.2) (xy 93.98 76.2)",
  });

/** The bundled board twice, in `hardware/` and `second/`. */
async function openTwo(scenario: Scenario): Promise<Bench> {
  const bench = await Bench.create(scenario, { board: true });
  await cp(join(bench.repository, "hardware"), join(bench.repository, "second"), { recursive: true });
  return bench;
}

const promptsOf = async (bench: Bench) =>
  (await bench.agent.recorded("prompt")).map(({ stdin }) => String(stdin));

describe("a repository with two projects", () => {
  it("is listed in the prompt, and a tool that needs a project says how to name it", async () => {
    const bench = await openTwo({
      countBy: "start",
      replies: [
        { say: `${asked("list_nets", {})}\n${asked("list_nets", { project: "second", filter: "LED" })}` },
        { say: "Seen." },
      ],
    });
    expect((await bench.start(["-p", "which nets?"])).exitCode).toBe(0);
    const [first = "", second = ""] = await promptsOf(bench);
    expect(first).toContain(
      "- Project hardware/blinker.kicad_pro: root schematic hardware/blinker.kicad_sch, board hardware/blinker.kicad_pcb",
    );
    expect(first).toContain("- Project second/blinker.kicad_pro");
    expect(first).toContain('No project is chosen: the tools of KiCad need "project"');
    expect(second).toContain(
      'This repository has 2 projects: hardware/blinker.kicad_pro, second/blinker.kicad_pro. Name the one you mean with "project".',
    );
    expect(second).toMatch(/nets in second\/blinker\.kicad_sch/);
  });

  it("works on the one of --project", async () => {
    const bench = await openTwo({
      countBy: "start",
      replies: [{ say: asked("list_nets", {}) }, { say: "Seen." }],
    });
    await bench.start(["-p", "which nets?", "--project", "second"]);
    const [first = "", second = ""] = await promptsOf(bench);
    expect(first).toContain("- Project second/blinker.kicad_pro (chosen)");
    expect(second).toMatch(/nets in second\/blinker\.kicad_sch/);
  });

  it("refuses a project that is not there, with those that are", async () => {
    const bench = await openTwo({});
    const { exitCode, stderr } = await bench.start(["-p", "hello", "--project", "secnd"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("There is no project secnd.");
    expect(stderr).toContain("Did you mean second/blinker.kicad_pro?");
  });

  it("has each project verified that a turn touched, with an event for each", async () => {
    const bench = await openTwo({
      replies: [
        { say: `${breakSheet("hardware")}\n${breakSheet("second")}` },
        ...Array.from({ length: 8 }, () => ({ say: "Done." })),
      ],
    });
    const { exitCode, stdout } = await bench.start(["-p", "go", "--output-format", "stream-json"]);
    expect(exitCode).toBe(6);
    const events = String(stdout)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const verified = events.filter(({ type }) => type === "verification.completed");
    expect(verified.slice(0, 2)).toMatchObject([
      { project: "hardware/blinker.kicad_pro", erc: { status: "findings" } },
      { project: "second/blinker.kicad_pro", erc: { status: "findings" } },
    ]);
    expect(verified[0].erc.newErrors).toBeGreaterThan(0);
    expect(verified[1].erc.newErrors).toBe(verified[0].erc.newErrors);
    expect(verified[1].findings).toContain("ERC of second/blinker.kicad_sch");
    const log = join(await bench.sessionFolder(), "transcript.jsonl");
    const replayed = await bench.start(["replay", log, "--print", "--output-format", "json"]);
    const sum = verified[0].erc.newErrors + verified[1].erc.newErrors;
    expect(JSON.parse(String(replayed.stdout)).verification.erc.newErrors).toBe(sum);
    expect(await readFile(join(bench.repository, "second/blinker.kicad_sch"), "utf8")).toContain(
      "(xy 81.28 76.2) (xy 96.52 76.2)",
    );
  });
});
