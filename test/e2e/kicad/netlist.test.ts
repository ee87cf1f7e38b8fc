import { join } from "node:path";
import { expect, it } from "vitest";
import { exportNetlist } from "../../../source/kicad/cli/export-netlist.js";
import { bundledBoard } from "../../kicad/bundled-board.js";
import { describeKicad, kicad } from "./real.js";

describeKicad("the bundled schematic's netlist", () => {
  it("has its three parts and their nets", async () => {
    const { components, nets } = await exportNetlist(
      kicad(),
      join(bundledBoard, "hardware/blinker.kicad_sch"),
    );
    expect(components.map(({ reference, value, footprint }) => [reference, value, footprint])).toEqual([
      ["D1", "green", "starter:LED_0805"],
      ["J1", "Power in", "starter:Header_2"],
      ["R1", "1k", "starter:R_0805"],
    ]);
    expect(nets.find(({ name }) => name === "/GND")?.pins).toEqual([
      { reference: "D1", pin: "1", name: "K" },
      { reference: "J1", pin: "2", name: "Pin_2" },
    ]);
  });
});
