import { beforeEach, expect, it } from "vitest";
import { copyBoard, gitStatus } from "../../kicad/bundled-board.js";
import { type Bench, openBench } from "../../tools/bench.js";
import { describeKicad } from "./real.js";

const schematic = "hardware/blinker.kicad_sch";

describeKicad("with kicad-cli", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench({ root: await copyBoard(), env: process.env });
  });

  it("run_erc returns counts, names and places, errors first", async () => {
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

  it("run_drc returns unconnected items and differences from the schematic", async () => {
    const { text, detail } = await bench.run("run_drc");
    expect(detail).toMatch(/^0 errors, 1 warning, 0 unconnected items\n1\. warning net_conflict/);
    expect(text).toContain("warning net_conflict, board against schematic: Pad net (/LED_A)");
  });

  it("edit_file mends a wire, says what that means, and the design is clean", async () => {
    const edit = {
      path: schematic,
      old_string: "(xy 106.68 76.2) (xy 114.3 76.2)",
      new_string: "(xy 106.68 76.2) (xy 116.84 76.2)",
    };
    const preview = await bench.tool("edit_file").preview?.(edit, bench.context);
    expect(preview?.meaning).toEqual(["D1.2 joined /LED_A"]);
    const { text, detail } = await bench.run("edit_file", edit);
    expect(detail).toBe("D1.2 joined /LED_A");
    expect(text).toMatch(
      /^Edited hardware\/blinker\.kicad_sch in line \d+ \(\+1 −1 lines\)\.\nD1\.2 joined \/LED_A$/,
    );
    expect((await bench.run("run_erc")).text).toBe(`ERC of ${schematic}: 0 errors, 0 warnings.`);
    expect((await bench.run("run_drc")).detail).toBe("0 errors, 0 warnings, 0 unconnected items");
    expect((await bench.run("diff_turn")).text).toContain("+\t\t\t(xy 106.68 76.2) (xy 116.84 76.2)");
    expect(await gitStatus(bench.root)).toBe(` M ${schematic}`);
  });

  it.each([
    [schematic, "(wire", "(wyre", "Failed to load schematic"],
    ["hardware/blinker.kicad_pcb", "(gr_rect", "(gr_wrect", "Failed to load board"],
  ])(
    "edit_file leaves %s as it was when it would no longer load",
    async (path, old_string, new_string, words) => {
      const before = await bench.read(path);
      const result = await bench.run("edit_file", { path, old_string, new_string, replace_all: true });
      expect(result).toMatchObject({ outcome: "rejected", text: expect.stringContaining(words) });
      expect(await bench.read(path)).toBe(before);
      expect(await bench.context.journal.changes()).toEqual([]);
    },
  );

  it("list_components returns reference, value and footprint of each part, and filters", async () => {
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

  it("list_nets returns the pins of nets, by the name of the net or of a part", async () => {
    expect((await bench.run("list_nets")).text).toContain("/GND: D1.1 (K), J1.2 (Pin_2)");
    expect((await bench.run("list_nets", { filter: "led" })).text).toBe(
      `1 of 4 nets in ${schematic}.\n/LED_A: R1.2`,
    );
    expect((await bench.run("list_nets", { filter: "j1" })).detail).toMatch(/^2 of 4 nets\n\/\+5V: /);
  });
});
