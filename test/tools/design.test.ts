import { describe, expect, it } from "vitest";
import { copyBoard } from "../kicad/bundled-board.js";
import { type Bench, openBench } from "./bench.js";

/** A bench on a copy of the bundled board. */
async function open(env?: NodeJS.ProcessEnv): Promise<Bench> {
  return await openBench({ root: await copyBoard(), ...(env && { env }) });
}

describe("without", () => {
  it.each(["run_erc", "run_drc", "list_components", "list_nets"])(
    "kicad-cli %s says what to do",
    async (name) => {
      const bench = await open();
      expect(await bench.run(name)).toMatchObject({
        outcome: "failure",
        text: expect.stringContaining("COPPERHEAD_KICAD_CLI"),
      });
    },
  );

  it.each(["run_erc", "run_drc", "list_nets"])("a design %s reports so", async (name) => {
    const bench = await openBench();
    expect(await bench.run(name)).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining("no KiCad project"),
    });
  });

  it("a design that kicad-cli reads, what is there is named", async () => {
    const bench = await openBench();
    await bench.write("old/amp.sch", "EESchema Schematic File Version 4\n");
    expect((await bench.run("run_erc")).text).toContain("old/amp.sch is of KiCad 5 or before");
  });

  it("a schematic the project says so", async () => {
    const bench = await openBench();
    await bench.write("a/a.kicad_pro", "{}");
    await bench.write("a/a.kicad_pcb", "(kicad_pcb)");
    const found = await bench.run("run_erc");
    expect(found.text).toMatch(/kicad-cli was not found|a\/a\.kicad_pro has no schematic/);
  });

  it("a choice between two projects names both", async () => {
    const bench = await open();
    await bench.write("other/other.kicad_pro", "{}");
    await bench.write("other/other.kicad_sch", "(kicad_sch)");
    await bench.write("other/other.kicad_pcb", "(kicad_pcb)");
    const { outcome, text } = await bench.run("run_erc");
    expect(outcome).toBe("failure");
    expect(text).toContain("hardware/blinker.kicad_pro, other/other.kicad_pro");
    expect(text).toContain('Name the one you mean with "project"');
    expect((await bench.run("run_erc", { project: "othr" })).text).toContain(
      "Did you mean other/other.kicad_pro?",
    );
    expect((await bench.run("run_erc", { project: "other" })).text).toContain("COPPERHEAD_KICAD_CLI");
  });

  it("a right kicad-cli where one was named is a failure, not a fallback", async () => {
    const bench = await open({ ...process.env, COPPERHEAD_KICAD_CLI: "/nowhere/kicad-cli" });
    expect(await bench.run("run_erc")).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining("/nowhere/kicad-cli"),
    });
  });
});

describe("diff_turn", () => {
  it("returns the changes of the turn, files in order", async () => {
    const bench = await open();
    expect((await bench.run("diff_turn")).text).toBe("Nothing has changed in this turn.");
    await bench.run("write_file", { path: "b.md", content: "new\n" });
    await bench.run("edit_file", { path: "README.md", old_string: "# Blinker", new_string: "# Blinker 2" });
    const { text, detail } = await bench.run("diff_turn");
    expect(detail).toBe("2 files");
    expect(text.match(/^\+\+\+ .*/gm)).toEqual(["+++ b/README.md", "+++ b/b.md"]);
    expect(text).toContain("-# Blinker\n+# Blinker 2\n");
  });

  it("goes on page by page where they are long", async () => {
    const bench = await open();
    const content = Array.from({ length: 700 }, (_, index) => `line ${index}\n`).join("");
    await bench.run("write_file", { path: "b.md", content });
    const first = await bench.run("diff_turn");
    expect(first.text).toMatch(/\nThe rest: \{"tool":"diff_turn","args":\{"from":601\}\}$/);
    const second = await bench.run("diff_turn", { from: 601 });
    expect([first, second].flatMap(({ text }) => text.match(/^\+line \d+$/gm))).toHaveLength(700);
  });
});
