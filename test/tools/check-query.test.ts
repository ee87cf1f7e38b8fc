import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { copyBoard } from "../kicad/bundled-board.js";
import { fakeKicadCli } from "../kicad/fake-kicad-cli.js";
import { temporaryFolder } from "../temporary-folder.js";
import { type Bench, openBench } from "./bench.js";

let root: string;
let stateHome: string;

beforeEach(async () => {
  root = await copyBoard();
  stateHome = temporaryFolder();
});

/** A bench whose kicad-cli has `count` findings of ERC: one error, then warnings. */
async function benchWith(count: number, more: object = {}): Promise<Bench> {
  const violations = Array.from({ length: count }, (_, index) => ({
    type: index === count - 1 ? "pin_not_connected" : "footprint_link_issues",
    severity: index === count - 1 ? "error" : "warning",
    description:
      index === count - 1
        ? "Pin not connected"
        : "The current configuration does not include the footprint library 'THT'.",
    items: [{ description: `Symbol R${index + 1} [R]`, uuid: String(index), pos: { x: 1, y: 1 } }],
  }));
  const report = {
    coordinate_units: "mm",
    sheets: [{ path: "/", uuid_path: "/r", violations }],
    violations: [],
    unconnected_items: [],
    ...more,
  };
  const cli = await fakeKicadCli(root, { report });
  return await openBench({
    root,
    env: { ...process.env, COPPERHEAD_KICAD_CLI: cli, XDG_STATE_HOME: stateHome },
  });
}

const runs = async () => (await readFile(join(root, "calls"), "utf8")).match(/ erc /g)?.length;

describe("an edit", () => {
  const loads = async () => (await readFile(join(root, "calls"), "utf8")).match(/probe\.out/g)?.length;
  const path = "hardware/blinker.kicad_sch";

  it("asks kicad-cli once for each content whether it loads", async () => {
    const bench = await benchWith(1);
    const [from, to] = ['"1k"', '"330"'];
    await bench.run("edit_file", { path, old_string: from, new_string: to });
    expect(await loads()).toBe(1);
    await bench.run("edit_file", { path, old_string: to, new_string: from });
    await bench.run("edit_file", { path, old_string: from, new_string: to });
    expect(await loads()).toBe(2);
  });

  it("that leads to what does not load is refused before it is written, each time", async () => {
    const bench = await benchWith(1);
    const before = await bench.read(path);
    for (const times of [1, 2]) {
      const { outcome, text } = await bench.run("edit_file", {
        path,
        old_string: "(kicad_sch",
        new_string: "(cicad_sch",
      });
      expect([outcome, text]).toEqual(["rejected", expect.stringContaining("can no longer load it")]);
      expect(await bench.read(path)).toBe(before);
      expect(await loads()).toBe(times + 1);
    }
  });
});

describe("run_erc", () => {
  it("returns few findings whole, without kinds", async () => {
    const { text } = await (await benchWith(2)).run("run_erc");
    expect(text.split("\n")).toEqual([
      "ERC of hardware/blinker.kicad_sch: 1 error, 1 warning.",
      "1. error pin_not_connected: Pin not connected",
      "   - Symbol R2 [R] at (100, 100) mm",
      "2. warning footprint_link_issues: The current configuration does not include the footprint library 'THT'.",
      "   - Symbol R1 [R] at (100, 100) mm",
    ]);
  });

  it("returns many by kind and a page of them, and the call for the rest", async () => {
    const bench = await benchWith(75);
    const lines = (await bench.run("run_erc")).text.split("\n");
    expect(lines.slice(0, 7)).toEqual([
      "ERC of hardware/blinker.kicad_sch: 1 error, 74 warnings.",
      "errors:",
      "  1 × pin_not_connected: Pin not connected (R75)",
      "warnings:",
      "  74 × footprint_link_issues: library not configured (THT 74)",
      "Findings 1 to 30 of 75:",
      "1. error pin_not_connected: Pin not connected",
    ]);
    expect(lines.at(-1)).toBe('The rest: {"tool":"run_erc","args":{"from":31}}');
  });

  it("goes on where the call says, to the end, with one run of KiCad", async () => {
    const bench = await benchWith(75);
    const seen: string[] = [];
    let args: Record<string, unknown> | undefined = { project: "blinker" };
    while (args) {
      const { text } = await bench.run("run_erc", args);
      seen.push(...(text.match(/^\d+\. /gm) ?? []));
      const [, rest] = /^The rest: (.*)$/m.exec(text) ?? [];
      args = rest === undefined ? undefined : JSON.parse(rest).args;
      expect(args?.project ?? "blinker").toBe("blinker");
    }
    expect(seen).toEqual(Array.from({ length: 75 }, (_, index) => `${index + 1}. `));
    expect(await runs()).toBe(1);
    await bench.write("hardware/blinker.kicad_dru", "(version 1)");
    await bench.run("run_erc");
    expect(await runs()).toBe(2);
  });

  it("says so where there is no such finding", async () => {
    const bench = await benchWith(2);
    expect(await bench.run("run_erc", { from: 3 })).toMatchObject({
      outcome: "failure",
      text: "There is no finding 3: ERC of hardware/blinker.kicad_sch has 2.",
    });
  });

  it("names the rules that the project turns off", async () => {
    const bench = await benchWith(0, {
      ignored_checks: [{ key: "four_way_junction", description: "Four connection points" }],
    });
    expect((await bench.run("run_erc")).text.split("\n")).toEqual([
      "ERC of hardware/blinker.kicad_sch: 0 errors, 0 warnings.",
      "Turned off by the project's rules: four_way_junction: Four connection points",
    ]);
  });

  it("says why the schematic does not load", async () => {
    const bench = await benchWith(0);
    await bench.write(
      "hardware/blinker.kicad_sch",
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
    );
    expect(await bench.run("run_erc")).toMatchObject({
      outcome: "failure",
      text: expect.stringMatching(/blinker\.kicad_sch is a Git LFS pointer.*git lfs pull/),
    });
  });
});
