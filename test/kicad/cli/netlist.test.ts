import { describe, expect, it } from "vitest";
import { readNetlist } from "../../../source/kicad/cli/netlist.js";

describe("reading a netlist", () => {
  it("keeps text as it is: numbers, quotation marks, blanks, and what is empty", () => {
    const { components, nets } = readNetlist(String.raw`(export (version "E")
      (design (source "/a.kicad_sch"))
      (components
        (comp (ref "R1") (value "0100") (footprint)
          (fields
            (field (name "MPN") "A&B \"1\" ")
            (field (name "Tol"))
            (field (name "Case") " ")
            (field (name "Datasheet") "~")
            (field (name "Description") "Two\nlines"))
          (property (name "dnp"))
          (property (name "Sheetfile") (value "x"))
          (sheetpath (names "/power/") (tstamps "/s1/"))
          (tstamps "u1" "u2"))
        (comp (ref "R2") (value 1k)))
      (libparts (libpart (lib "Device") (part "R") (pins (pin (num "1")))))
      (nets
        (net (code "1") (name "/VPP{slash}MCLR") (class "Default")
          (node (ref "R1") (pin "01") (pinfunction "A{slash}B") (pintype "passive"))
          (node (ref "R2") (pin "2")))
        (net (code "2") (name "/OPEN"))))`);
    expect(components).toEqual([
      {
        reference: "R1",
        value: "0100",
        footprint: "",
        sheet: "/power/",
        flags: ["dnp"],
        fields: { MPN: 'A&B "1" ' },
        description: "Two\nlines",
        ids: ["/s1/u1", "/s1/u2"],
      },
      { reference: "R2", value: "1k", footprint: "", sheet: "/", flags: [], fields: {} },
    ]);
    expect(nets).toEqual([
      {
        name: "/VPP/MCLR",
        pins: [
          { reference: "R1", pin: "01", name: "A{slash}B" },
          { reference: "R2", pin: "2", name: "" },
        ],
      },
      { name: "/OPEN", pins: [] },
    ]);
  });

  it("reads an empty schematic", () => {
    const none = { components: [], nets: [] };
    expect(readNetlist("(export (components) (nets))")).toEqual(none);
    expect(readNetlist("(export (version E)\n  (design)\n  (components)\n  (libparts)\n  (nets))\n")).toEqual(
      none,
    );
  });

  it.each([
    "",
    "<export/>",
    "(kicad_sch (components) (nets))",
    "(export (components))",
    "(export (components (comp (value 1))) (nets))",
    "(export (components) (nets)",
  ])("refuses what is none: %s", (text) => {
    expect(() => readNetlist(text)).toThrow();
  });
});
