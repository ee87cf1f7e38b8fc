import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { netFinder } from "../../source/kicad/net-findings.js";
import { exportNetlist, readNetlist } from "../../source/kicad/netlist.js";
import { pinItem } from "./finding.js";
import { bundledBoard, describeKicad, kicad } from "./real.js";

describe("reading a netlist", () => {
  it("keeps text as it is: numbers, entities, empty elements", () => {
    const { components, nets } = readNetlist(`<?xml version="1.0"?><export version="E"><components>
      <comp ref="R1"><value>0100</value><footprint/><fields><field name="MPN">A&amp;B &lt;1&gt;</field><field name="Tol"/></fields>
      <property name="dnp"/><property name="Sheetfile" value="x"/><sheetpath names="/power/" tstamps="/"/></comp>
      </components><nets><net code="1" name="/A&quot;"><node ref="R1" pin="01" pintype="passive"/></net></nets></export>`);
    expect(components).toEqual([
      {
        reference: "R1",
        value: "0100",
        footprint: "",
        sheet: "/power/",
        flags: ["dnp"],
        fields: { MPN: "A&B <1>" },
      },
    ]);
    expect(nets).toEqual([{ name: '/A"', pins: [{ reference: "R1", pin: "01", name: "" }] }]);
  });

  it("knows an empty schematic", () => {
    expect(readNetlist("<export><components/><nets/></export>")).toEqual({ components: [], nets: [] });
    expect(readNetlist("<export/>".replace("/>", "><design/></export>"))).toEqual({
      components: [],
      nets: [],
    });
  });

  it.each(["", "<html/>", "<export><components><comp/></components></export>"])(
    "refuses what is none: %s",
    (xml) => {
      expect(() => readNetlist(xml)).toThrow();
    },
  );
});

describe("the net of a pin that a finding names", () => {
  const netlist = {
    components: [],
    nets: [{ name: "VCC", pins: [{ reference: "U1", pin: "8", name: "V+" }] }],
  };
  const schematic = `(symbol (lib_id "power:GND") (property "Value" "GND") (pin "1" (uuid "p1")))
    (symbol (lib_id "power:+5V") (property "Value" "+5V") (pin "1" (uuid "p2")))`;
  const netOf = netFinder(netlist, ["(kicad_sch)", schematic]);

  it("comes from the netlist for a part, from its value for a power symbol", () => {
    expect(netOf(pinItem("U1", "8", "x"))).toBe("VCC");
    expect(netOf(pinItem("#PWR01", "1", "p1"))).toBe("GND");
    expect(netOf(pinItem("#PWR02", "1", "p2"))).toBe("+5V");
  });

  it("is unknown where the pin is gone", () => {
    expect(netOf(pinItem("U9", "8", "x"))).toBeUndefined();
    expect(netOf(pinItem("#PWR03", "1", "p3"))).toBeUndefined();
    expect(netOf({ uuid: "p1", description: "Horizontal Wire", position: { x: 0, y: 0 } })).toBeUndefined();
  });
});

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
