import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyBoard, describeKicad, gitStatus } from "../kicad/real.js";
import { type Bench, openBench } from "./bench.js";

const schematic = "hardware/blinker.kicad_sch";

let bench: Bench;
let removeBoard: () => Promise<void>;

async function open(env?: NodeJS.ProcessEnv): Promise<void> {
  const board = await copyBoard();
  removeBoard = board.remove;
  bench = await openBench({ root: board.root, ...(env && { env }) });
}
afterEach(async () => {
  await bench.remove();
  await removeBoard();
});

describeKicad("with kicad-cli", () => {
  beforeEach(async () => await open(process.env));

  it("run_erc tells counts, names and places, errors first", async () => {
    const { outcome, text, detail } = await bench.run("run_erc");
    expect(outcome).toBe("success");
    const findings = [
      "1. error label_dangling: Label not connected to anything",
      "   - Label 'LED_A' at (109.22, 76.2) mm",
      "2. error pin_not_connected: Pin not connected",
      "   - Symbol D1 Pin 2 [A, Passive, Line] at (116.84, 76.2) mm",
      "3. warning unconnected_wire_endpoint: Unconnected wire endpoint",
      "   - Horizontal Wire, length 7.62 mm at (106.68, 76.2) mm",
    ];
    expect(text.split("\n")).toEqual([`ERC of ${schematic}: 2 errors, 1 warning.`, ...findings]);
    expect(detail?.split("\n")).toEqual(["2 errors, 1 warning", ...findings]);
  });

  it("run_drc tells of unconnected items and parity", async () => {
    const { text, detail } = await bench.run("run_drc");
    expect(detail).toMatch(/^0 errors, 1 warning, 0 unconnected items\n1\. warning net_conflict/);
    expect(text).toContain("warning net_conflict, board against schematic: Pad net (/LED_A)");
  });

  it("a mended wire makes the design clean", async () => {
    await bench.run("edit_file", {
      path: schematic,
      old_string: "(xy 106.68 76.2) (xy 114.3 76.2)",
      new_string: "(xy 106.68 76.2) (xy 116.84 76.2)",
    });
    expect((await bench.run("run_erc")).text).toBe(`ERC of ${schematic}: 0 errors, 0 warnings.`);
    expect((await bench.run("run_drc")).detail).toBe("0 errors, 0 warnings, 0 unconnected items");
    expect((await bench.run("diff_turn")).text).toContain("+\t\t\t(xy 106.68 76.2) (xy 116.84 76.2)");
    expect(await gitStatus(bench.root)).toBe(` M ${schematic}`);
  });

  it.each([
    [schematic, "(wire", "(wyre", "Failed to load schematic"],
    ["hardware/blinker.kicad_pcb", "(gr_rect", "(gr_wrect", "Failed to load board"],
  ])("leaves %s as it was where it would no longer load", async (path, old_string, new_string, words) => {
    const before = await bench.read(path);
    const result = await bench.run("edit_file", { path, old_string, new_string, replace_all: true });
    expect(result).toMatchObject({ outcome: "rejected", text: expect.stringContaining(words) });
    expect(await bench.read(path)).toBe(before);
    expect(await bench.context.journal.changes()).toEqual([]);
  });

  it("list_components gives what one needs to know of a part, and filters", async () => {
    expect((await bench.run("list_components")).text.split("\n")).toEqual([
      `3 of 3 components in ${schematic}.`,
      "D1 | green | starter:LED_0805",
      "J1 | Power in | starter:Header_2",
      "R1 | 1k | starter:R_0805",
    ]);
    expect((await bench.run("list_components", { filter: "0805" })).detail).toBe(
      "2 of 3 components\nD1 | green | starter:LED_0805\nR1 | 1k | starter:R_0805",
    );
    expect((await bench.run("list_components", { filter: "POWER" })).text).toContain("J1 | ");
  });

  it("list_nets gives pins, by the net's name or for a part", async () => {
    expect((await bench.run("list_nets")).text).toContain("/GND: D1.1 (K), J1.2 (Pin_2)");
    expect((await bench.run("list_nets", { filter: "led" })).text).toBe(
      `1 of 4 nets in ${schematic}.\n/LED_A: R1.2`,
    );
    expect((await bench.run("list_nets", { filter: "j1" })).detail).toMatch(/^2 of 4 nets\n\/\+5V: /);
  });
});

describe("without", () => {
  it.each(["run_erc", "run_drc", "list_components", "list_nets"])(
    "kicad-cli %s says what to do",
    async (name) => {
      await open();
      expect(await bench.run(name)).toMatchObject({
        outcome: "failure",
        text: expect.stringContaining("COPPERHEAD_KICAD_CLI"),
      });
    },
  );

  it.each([
    ["run_erc", "root schematic"],
    ["run_drc", "board"],
    ["list_nets", "root schematic"],
  ])("a design %s says so", async (name, what) => {
    await open();
    await bench.remove();
    bench = await openBench();
    expect(await bench.run(name)).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining(`no ${what}`),
    });
  });

  it("a choice between two projects names both", async () => {
    await open();
    await bench.write("other/other.kicad_pro", "{}");
    await bench.write("other/other.kicad_sch", "(kicad_sch)");
    await bench.write("other/other.kicad_pcb", "(kicad_pcb)");
    const { outcome, text } = await bench.run("run_erc");
    expect(outcome).toBe("failure");
    expect(text).toContain(schematic);
    expect(text).toContain("other/other.kicad_sch");
    expect(text).toContain(".copperhead/config.json");
  });

  it("a right kicad-cli where one was named is a failure, not a fallback", async () => {
    await open({ ...process.env, COPPERHEAD_KICAD_CLI: "/nowhere/kicad-cli" });
    expect(await bench.run("run_erc")).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining("/nowhere/kicad-cli"),
    });
  });
});

describe("diff_turn", () => {
  it("shows what changed so far, files in order", async () => {
    await open();
    expect((await bench.run("diff_turn")).text).toBe("Nothing has changed in this turn.");
    await bench.run("write_file", { path: "b.md", content: "new\n" });
    await bench.run("edit_file", { path: "README.md", old_string: "# Blinker", new_string: "# Blinker 2" });
    const { text, detail } = await bench.run("diff_turn");
    expect(detail).toBe("2 files");
    expect(text.match(/^\+\+\+ .*/gm)).toEqual(["+++ b/README.md", "+++ b/b.md"]);
    expect(text).toContain("-# Blinker\n+# Blinker 2\n");
  });
});
