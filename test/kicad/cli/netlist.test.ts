import { describe, expect, it } from "vitest";
import { readNetlist } from "../../../source/kicad/cli/netlist.js";

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

  it("reads an empty schematic", () => {
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
