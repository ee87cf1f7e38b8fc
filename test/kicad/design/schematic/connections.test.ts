import { describe, expect, it } from "vitest";
import {
  busMembers,
  isAutomaticName,
  readableName,
} from "../../../../source/kicad/design/schematic/names.js";
import { amplifier } from "../../amplifier.js";
import { netlistOf, schematicOf } from "../../edit/designs.js";
import { SheetWriter, versions } from "../../sheet-writer.js";

/** The nets of one sheet on which single pins, T1, T2 …, end at the given places. */
async function nets(places: [number, number][], draw: (sheet: SheetWriter) => void): Promise<string[]> {
  const sheet = new SheetWriter(1)
    .define("x:P", "T", [[], [{ number: "1", x: 0, y: 0, angle: 0 }]])
    .define("x:VCC", "#PWR", [[], [{ number: "1", x: 0, y: 0, angle: 90 }]], true);
  for (const [index, place] of places.entries()) {
    sheet.place("x:P", place, [{ path: `/${sheet.uuid}`, reference: `T${index + 1}` }]);
  }
  draw(sheet);
  const { nets } = netlistOf(await schematicOf(new Map([["a.kicad_sch", sheet.text()]])));
  return nets.map(({ name, pins }) => `${name}: ${pins.map(({ reference }) => reference).join(" ")}`);
}

// What kicad-cli 9 makes of each of them.
describe("on a sheet", () => {
  const far: [number, number][] = [
    [0, 0],
    [20.32, 0],
    [10.16, 10.16],
  ];

  it("wires join what is at their ends", async () => {
    expect(await nets(far, (sheet) => sheet.wire([0, 0], [20.32, 0]))).toEqual([
      "Net-(T1-Pad1): T1 T2",
      "unconnected-(T3-Pad1): T3",
    ]);
  });

  it("wires that meet in a T are joined by a junction alone", async () => {
    const tee = (sheet: SheetWriter) => sheet.wire([0, 0], [20.32, 0]).wire([10.16, 0], [10.16, 10.16]);
    expect(await nets(far, tee)).toContain("unconnected-(T3-Pad1): T3");
    expect(await nets(far, (sheet) => tee(sheet).mark("junction", [10.16, 0]))).toEqual([
      "Net-(T1-Pad1): T1 T2 T3",
    ]);
  });

  it("a pin in the middle of a wire is not on it, a label is", async () => {
    expect(
      await nets(
        [
          [0, 0],
          [10.16, 0],
        ],
        (sheet) => sheet.wire([0, 0], [20.32, 0]),
      ),
    ).toHaveLength(2);
    expect(
      await nets([[0, 0]], (sheet) => sheet.wire([0, 0], [20.32, 20.32]).label("label", "L", [10.16, 10.16])),
    ).toEqual(["/L: T1"]);
  });

  it("labels join by their name, whatever their kind, and spelt with or without words for letters", async () => {
    const labels =
      (one: string, other: string, kind: "label" | "global_label" | "hierarchical_label") =>
      (sheet: SheetWriter) =>
        sheet.label("label", one, [0, 0]).label(kind, other, [20.32, 0]);
    const ends: [number, number][] = [
      [0, 0],
      [20.32, 0],
    ];
    expect(await nets(ends, labels("A{slash}B", "A/B", "label"))).toEqual(["/A/B: T1 T2"]);
    expect(await nets(ends, labels("L", "L", "hierarchical_label"))).toEqual(["/L: T1 T2"]);
    expect(await nets(ends, labels("L", "L", "global_label"))).toEqual(["L: T1 T2"]);
    expect(await nets(ends, labels("L", "l", "label"))).toEqual(["/L: T1", "/l: T2"]);
  });

  it("a power symbol names its net by its value, before KiCad 8 by its pin", async () => {
    const draw = (version: number) => {
      const sheet = new SheetWriter(1, version)
        .define("x:P", "T", [[], [{ number: "1", x: 0, y: 0, angle: 0 }]])
        .define("x:VCC", "#PWR", [[], [{ number: "1", x: 0, y: 0, angle: 90 }]], true);
      const at = (reference: string) => [{ path: `/${sheet.uuid}`, reference }];
      return sheet
        .place("x:P", [0, 0], at("T1"))
        .place("x:VCC", [0, 0], at("#PWR01"), { value: "+5V" })
        .text();
    };
    const name = async (version: number) =>
      netlistOf(await schematicOf(new Map([["a.kicad_sch", draw(version)]]))).nets[0]?.name;
    expect(await name(versions.kicad9)).toBe("+5V");
    expect(await name(versions.kicad7)).toBe("VCC");
  });

  it("ports and the pins of a sheet join what is in it to what is around it, for each use", async () => {
    const { nets } = netlistOf(await schematicOf(amplifier()));
    const named = nets.filter(({ name }) => !isAutomaticName(name));
    expect(
      named
        .map(
          ({ name, pins }) =>
            `${name}: ${pins
              .map(({ reference, pin }) => `${reference}.${pin}`)
              .sort()
              .join(" ")}`,
        )
        .sort(),
    ).toEqual([
      "/LEFT_OUT: R2.1 U101.7",
      "/RIGHT/OUT: R2.2 U201.7",
      "/left/IN: R1.1 R101.1 U101.3",
      "/left/MID: U101.1 U101.2 U101.5",
      "/left/REF: R102.1 U101.6",
      "/right/MID: U201.1 U201.2 U201.5",
      "/right/REF: R202.1 U201.6",
      "AUDIO: R1.2 R201.1 U201.3",
      "GND: R101.2 R201.2 R3.2 U101.4 U201.4",
      "VCC: R3.1 U101.8 U201.8",
    ]);
  });
});

describe("names", () => {
  it.each([
    ["D[0..2]", ["D0", "D1", "D2"]],
    ["D[2..1]", ["D1", "D2"]],
    ["{SDA SCL}", ["SDA", "SCL"]],
    ["USB{DP DM}", ["USB.DP", "USB.DM"]],
    ["{A[0..1] MEM}", ["A0", "A1", "RD", "WR"]],
  ])("of the bus %s are those of its members", (name, members) => {
    expect(busMembers(name, new Map([["MEM", ["RD", "WR"]]]))).toEqual(members);
  });

  it.each(["D0", "~{RST}", "A[1]", "A{slash}B"])("like %s are not of a bus", (name) => {
    expect(busMembers(readableName(name), new Map())).toBeUndefined();
  });

  it("ask for no more members than any bus has", () => {
    expect(busMembers("D[0..999999999]", new Map())).toHaveLength(1000);
  });
});
