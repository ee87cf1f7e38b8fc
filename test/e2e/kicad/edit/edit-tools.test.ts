/** The tools that edit designs, on the bundled board and with the real kicad-cli. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { copyBoard } from "../../../kicad/bundled-board.js";
import { makeFolder, removeFolder } from "../../../temporary-folder.js";
import { type Bench, openBench } from "../../../tools/bench.js";
import { describeKicad } from "../real.js";

/** The index of the libraries is made once for all tests. */
const state = makeFolder();
const env = { ...process.env, XDG_STATE_HOME: state };
afterAll(() => removeFolder(state));

const schematic = "hardware/blinker.kicad_sch";
const board = "hardware/blinker.kicad_pcb";

describeKicad("the tools that edit designs", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench({ root: await copyBoard(), env });
  });

  it("set_fields says what changed, and changes that alone", async () => {
    const before = await bench.read(schematic);
    const result = await bench.run("set_fields", { ref: "R1", fields: { Value: "4k7", MPN: 42, dnp: true } });
    const meaning = "R1 Value 1k → 4k7, MPN (none) → 42, dnp (none) → yes · nets unchanged";
    expect(result).toMatchObject({
      outcome: "success",
      detail: meaning,
      changed: [{ path: schematic }],
      seen: [{ path: schematic }],
    });
    expect(result.text.split("\n")).toEqual([meaning, expect.stringMatching(/^Wrote hardware\/blinker/)]);
    expect(result.diff).toContain('+\t\t(property "Value" "4k7"');
    await bench.context.journal.restore();
    expect(await bench.read(schematic)).toBe(before);
  });

  it("a refusal says what is near, and writes nothing", async () => {
    const before = await bench.read(schematic);
    const noPart = await bench.run("set_fields", { ref: "R9", fields: { Value: "4k7" } });
    expect(noPart).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("Parts spelt alike: R1"),
    });
    const noFootprint = await bench.run("set_fields", { ref: "R1", fields: { Footprint: "starter:R_085" } });
    expect(noFootprint).toMatchObject({
      outcome: "rejected",
      text: expect.stringMatching(/^There is no footprint starter:R_085\. Near it: starter:R_0805/),
    });
    const same = await bench.run("set_fields", { ref: "R1", fields: { Value: "1k" } });
    expect(same).toMatchObject({ outcome: "rejected", text: expect.stringContaining("nothing to change") });
    expect(await bench.read(schematic)).toBe(before);
    expect(await bench.context.journal.changes()).toEqual([]);
  });

  it("what is previewed is what is written, and not over somebody else's change", async () => {
    const args = { ref: "R1", fields: { Value: "4k7" } };
    const tool = bench.tool("set_fields");
    const preview = await tool.preview?.(args, bench.context);
    expect(preview).toMatchObject({
      paths: [schematic],
      meaning: ["R1 Value 1k → 4k7 · nets unchanged"],
    });
    const file = join(bench.root, schematic);
    const other = `${await readFile(file, "utf8")}\n`;
    await writeFile(file, other);
    expect(await tool.run(args, bench.context)).toMatchObject({
      outcome: "rejected",
      text: expect.stringContaining("changed by somebody else meanwhile"),
    });
    expect(await readFile(file, "utf8")).toBe(other);
    expect((await tool.run(args, bench.context)).outcome).toBe("success");
  });

  it("a part is added, connected, disconnected and removed, each said as what it means", async () => {
    const add = { symbol: "Device:C", value: "100n", connect: { 1: "+5V", 2: "GND" }, near: "R1" };
    const added = await bench.run("add_part", add);
    expect(added.detail).toBe("C1 added: 100n · 1 on /+5V, 2 on /GND");
    const connected = await bench.run("connect", { pins: ["D1.2"], net: "LED_A" });
    expect(connected.detail).toBe("D1.2 joined /LED_A");
    const disconnected = await bench.run("disconnect", { pins: ["C1.1"] });
    expect(disconnected.detail).toBe("C1.1 left /+5V: connected to nothing");
    const removed = await bench.run("remove_part", { ref: "C1" });
    expect(removed.detail).toBe("C1 removed (100n)");
    const noSymbol = await bench.run("add_part", { symbol: "Device:Capacitor", ref: "C2" });
    expect(noSymbol).toMatchObject({
      outcome: "rejected",
      text: expect.stringMatching(/^There is no symbol Device:Capacitor\. Near it: .*Device:C,/),
    });
    expect((await bench.run("list_components")).text).toMatch(/^3 of 3/);
  });

  it("rename_net renames on the board and in the project as well, and all can be undone", async () => {
    const files = [board, "hardware/blinker.kicad_pro", schematic];
    const before = await Promise.all(files.map((file) => bench.read(file)));
    const result = await bench.run("rename_net", { from: "LED_A", to: "ANODE" });
    expect(result.detail).toBe("net /LED_A renamed to /ANODE");
    expect(result.changed?.map(({ path }) => path)).toEqual([schematic, board]);
    expect(result.text).toMatch(/Wrote hardware\/blinker\.kicad_sch \+1 −1, hardware\/blinker\.kicad_pcb \+/);
    expect(await bench.read(board)).not.toContain("LED_A");
    await bench.context.journal.restore();
    expect(await Promise.all(files.map((file) => bench.read(file)))).toEqual(before);
  });

  it("move_footprint moves one footprint, and names those there are", async () => {
    const result = await bench.run("move_footprint", { ref: "D1", by: { x: 2, y: 0 } });
    expect(result).toMatchObject({ detail: "D1 moved 2 mm right", changed: [{ path: board }] });
    expect(await bench.run("move_footprint", { ref: "D2", by: { x: 2, y: 0 } })).toMatchObject({
      outcome: "rejected",
      text: "There is no footprint D2 on the board. Spelt alike: D1.",
    });
  });
});
