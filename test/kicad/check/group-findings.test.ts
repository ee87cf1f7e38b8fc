import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../source/kicad/check/findings.js";
import { describeGroup, groupFindings, listGroups } from "../../../source/kicad/check/group-findings.js";
import { makeFinding, pinItem } from "./finding.js";

const about = (description: string, ...items: string[]): Finding =>
  makeFinding({
    description,
    items: items.map((item) => ({ description: item, uuid: item, position: { x: 1, y: 2 } })),
  });
const lines = (findings: readonly Finding[]) => groupFindings(findings).map(describeGroup);
const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i));

describe("findings by kind", () => {
  it("are one line each, with what they are about, the most frequent first", () => {
    const missing = (library: string, reference: string): Finding => ({
      ...about(
        `The current configuration does not include the footprint library '${library}'.`,
        `Symbol ${reference} [R]`,
      ),
      type: "footprint_link_issues",
      severity: "warning",
    });
    const findings = [
      missing("Diode_SMD", "D1"),
      ...times(3, (index) => missing("Resistor_THT", `R${index}`)),
    ];
    expect(lines(findings)).toEqual([
      "4 × footprint_link_issues: library not configured (Resistor_THT 3, Diode_SMD)",
    ]);
  });

  it("are apart where they say different things, and errors go before warnings", () => {
    const link = (description: string): Finding => ({
      ...about(description, "Symbol R1 [R]"),
      type: "footprint_link_issues",
      severity: "warning",
    });
    expect(
      lines([
        link("The current configuration does not include the footprint library 'A'."),
        link("The current configuration does not include the footprint library 'B'."),
        link("Footprint 'R_0603' not found in library 'C'."),
        about("Pin not connected", "Symbol U1 Pin 3 [A, Input, Line]"),
      ]),
    ).toEqual([
      "1 × clearance: Pin not connected (U1.3)",
      "2 × footprint_link_issues: library not configured (A, B)",
      "1 × footprint_link_issues: footprint not found in its library (R_0603)",
    ]);
  });

  it("are one where only numbers, quoted names and details differ", () => {
    expect(
      lines([
        about(
          "Clearance violation (netclass 'a' clearance 0.2000 mm; actual 0.1250 mm)",
          "Pad 1 [N] of J16 on F.Cu",
        ),
        about(
          "Clearance violation (netclass 'b' clearance 0.3000 mm; actual 0.1 mm)",
          "Track [out7] on F.Cu, length 1 mm",
        ),
      ]),
    ).toEqual(["2 × clearance: Clearance violation (J16.1, out7)"]);
    expect(lines(times(2, (index) => about(`Label at 36576${index}, -1.5`, "Label 'F_IO0'")))).toEqual([
      "2 × clearance: Label at …, … (F_IO0 2)",
    ]);
  });

  it("are one where only names in double quotes differ", () => {
    const label = (name: string) =>
      about(`Hierarchical label "${name}" in root sheet`, `Hierarchical Label '${name}'`);
    expect(lines([label("A[7..0]"), label("B[3..0]")])).toEqual([
      "2 × clearance: Hierarchical label … in root sheet (A[7..0], B[3..0])",
    ]);
  });

  it("have short names for copperhead's own rules", () => {
    expect(
      lines([
        about("No reference is kept for R1 on the path of its sheet, /1", "Symbol R1 [1k] on sheet /"),
        about("No reference is kept for R2 on the path of its sheet, /1", "Symbol R2 [1k] on sheet /"),
      ]),
    ).toEqual(["2 × clearance: no reference is kept for the path of the sheet (R1, R2)"]);
  });

  it("are one where a rule says something else each time", () => {
    const findings = times(6, (index) => about(`Net N${"abcdef"[index]} is odd`, `Label 'L${index}'`));
    expect(lines(findings)).toEqual(["6 × clearance: such as Net Na is odd (L0, L1, L2, L3, L4, L5)"]);
  });

  it.each([
    ["Symbol U1 Hidden pin 7 [GND, Power input, Line]", "U1.7"],
    ["Symbol #PWR01 Hidden pin  [GND, Power input, Line]", "#PWR01"],
    ["Symbol C3 [100n]", "C3"],
    ["Footprint J2", "J2"],
    ["Reference field of IC5", "IC5"],
    ["Segment of J9 on F.Silkscreen", "J9"],
    ["Segment on Edge.Cuts", "Segment on Edge.Cuts"],
    ["PTH pad G2 [GND] of U9", "U9.G2"],
    ["Via [+3V3] on F.Cu - B.Cu", "+3V3"],
    ["Global Label 'boot'", "boot"],
    ["Horizontal Wire, length 7.62 mm", "Horizontal Wire"],
  ])("name %s as %s", (item, name) => {
    expect(lines([about("It is so", item)])).toEqual([`1 × clearance: It is so (${name})`]);
  });

  it("name the sheet of what has no name", () => {
    const wire = { ...about("Unconnected wire endpoint", "Horizontal Wire, length 1 mm"), sheet: "/power/" };
    expect(lines([wire])).toEqual(["1 × clearance: Unconnected wire endpoint (sheet /power/)"]);
  });

  it("name the net of missing connections, and say what differs from the schematic", () => {
    const gap = about(
      "Missing connection between items",
      "Pad 1 [GND] of C1 on F.Cu",
      "Pad 2 [GND] of C2 on F.Cu",
    );
    expect(lines([{ ...gap, group: "unconnected" }])).toEqual([
      "1 × clearance: Missing connection between items (GND)",
    ]);
    expect(lines([{ ...about("Missing footprint R1 (R)", "Footprint R1"), group: "parity" }])).toEqual([
      "1 × clearance: Missing footprint R1, board against schematic (R1)",
    ]);
  });

  it("have at most eight names on a line, and no line break", () => {
    const findings = times(20, (index) =>
      about("Text\ntoo small", `PCB text 'a\nb${index}' on F.Silkscreen`),
    );
    const [line = ""] = listGroups(groupFindings(findings), { withPlaces: true }).slice(1);
    expect(line).toContain("a b7, 12 more)");
    expect(line).not.toContain("\n");
  });

  it("leave excluded ones out", () => {
    expect(groupFindings([makeFinding({ severity: "exclusion" })])).toEqual([]);
  });
});

describe("any findings", () => {
  const anything = fc.record({
    group: fc.constantFrom("violation", "unconnected", "parity", "integrity"),
    type: fc.constantFrom("clearance", "footprint_link_issues", "label_dangling"),
    severity: fc.constantFrom("error", "warning", "exclusion"),
    description: fc.oneof(
      fc.string(),
      fc.constantFrom("Label 'A' at 3, -4 (x)", "The id 1 is used more than once", "It isn't so"),
    ),
    items: fc.array(
      fc.record({
        description: fc.oneof(
          fc.string(),
          fc.constantFrom("Symbol U1 Pin 3 [A, Input, Line]", "Pad 1 [N] of J1"),
        ),
        uuid: fc.string(),
        position: fc.record({ x: fc.double(), y: fc.double() }),
      }),
      { maxLength: 3 },
    ),
  }) as fc.Arbitrary<Finding>;

  it("are each in one group, unless they are excluded, and each group is one line", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), (findings) => {
        const groups = groupFindings(findings);
        const inGroups = groups.flatMap((group) => group.findings);
        const active = findings.filter(({ severity }) => severity !== "exclusion");
        expect(inGroups).toHaveLength(active.length);
        expect(new Set(inGroups)).toEqual(new Set(active));
        for (const group of groups) {
          expect(describeGroup(group)).not.toContain("\n");
          expect(new Set(group.findings.map(({ type, severity }) => `${type} ${severity}`)).size).toBe(1);
        }
      }),
    );
  });
});

describe("groups as lines", () => {
  it("have the items of a small group with their places, and only the names of a large one", () => {
    const findings: Finding[] = [
      {
        ...makeFinding({ items: [pinItem("U1", "3", "a")], sheet: "/power/" }),
        description: "Pin not connected",
      },
      ...times(4, (index) =>
        makeFinding({ items: [pinItem("U2", String(index), "b")], severity: "warning" }),
      ),
    ];
    expect(listGroups(groupFindings(findings), { withPlaces: true })).toEqual([
      "errors:",
      "  1 × clearance: Pin not connected (U1.3)",
      "      Symbol U1 Pin 3 [V+, Power input, Line] at (1, 2) mm on sheet /power/",
      "warnings:",
      "  4 × clearance: Clearance violation (U2.0, U2.1, U2.2, U2.3)",
    ]);
  });
});
