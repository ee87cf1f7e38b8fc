import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { exportKinds } from "../../../source/kicad/export/outputs.js";
import { diffFiles } from "../../../source/tools/text/unified-diff.js";
import { copyBoard, gitStatus } from "../../kicad/bundled-board.js";
import { type Bench, openBench } from "../../tools/bench.js";
import { describeKicad } from "./real.js";

describeKicad("the tool export", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench({ root: await copyBoard(), env: process.env });
  });

  it("makes every kind of output, and the turn's undo removes them all", async () => {
    const result = await bench.run("export", { what: exportKinds, folder: "fab" });
    expect(result.text.split("\n").map((line) => line.replace(/:.*/, ""))).toEqual([...exportKinds]);
    expect(result.outcome).toBe("success");
    const changes = await bench.context.journal.changes();
    const names = changes.map(({ path }) => path);
    expect(names).toEqual(
      expect.arrayContaining([
        "fab/blinker-bom.csv",
        "fab/blinker-board.pdf",
        "fab/blinker-schematic.pdf",
        "fab/blinker.step",
        "fab/drill/blinker-PTH.drl",
        "fab/gerbers/blinker-Edge_Cuts.gm1",
        "fab/svg/blinker-front.svg",
      ]),
    );
    expect(result.changed?.map(({ path }) => path).sort()).toEqual(names);
    expect(await bench.read("fab/blinker-bom.csv")).toContain('"R1","1k"');
    expect(await bench.read("fab/blinker.net")).toContain('(ref "R1")');
    expect(await bench.read("fab/blinker-positions.csv")).toMatch(/^Ref,Val,Package,PosX,PosY,Rot,Side$/m);
    expect(diffFiles(changes)).toMatch(/^(Exported file fab\/\S+ is new\n)+$/);
    await bench.context.journal.restore();
    expect(await gitStatus(bench.root)).toBe("");
  });

  it("names a part that does not load, and keeps the outputs of the other", async () => {
    await writeFile(join(bench.root, "hardware/blinker.kicad_pcb"), "(kicad_pcb (version");
    const result = await bench.run("export", { what: ["gerbers", "bom"], folder: "fab" });
    expect(result.outcome).toBe("failure");
    expect(result.text).toContain("bom: fab/blinker-bom.csv");
    expect(result.text).toMatch(/^gerbers: failed: .*blinker.kicad_pcb/m);
  });

  it.each([
    ["../outside", 'it holds ".."'],
    ["hardware", "hardware holds files that no export made: blinker.kicad_pcb"],
    [".", ". holds files that no export made"],
    [".git/fab", ".git is private"],
    [".vscode", "other programs run or obey"],
  ])("does not write to %s", async (folder, words) => {
    const before = await gitStatus(bench.root);
    const result = await bench.run("export", { what: ["bom"], folder });
    expect(result.outcome).not.toBe("success");
    expect(result.text).toContain(words);
    expect(await gitStatus(bench.root)).toBe(before);
  });
});
