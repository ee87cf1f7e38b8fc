import { describe, expect, it } from "vitest";
import { difference } from "../../../../source/base/design-difference.js";
import type { Netlist } from "../../../../source/kicad/cli/netlist.js";
import { isSame, netlistDifference } from "../../../../source/kicad/design/difference/netlist-difference.js";
import { describeNetlistDifference } from "../../../../source/kicad/design/difference/sentences.js";

type PartPlan = {
  value?: string;
  footprint?: string;
  flags?: string[];
  fields?: Record<string, string>;
  ids?: string[];
};

/** `nets` have their pins as `R1.1 R2.2`; parts that are not described have the value 1k. */
function netlist(nets: Record<string, string>, parts: Record<string, PartPlan> = {}): Netlist {
  const pins = Object.values(nets).flatMap((list) => list.split(" "));
  const references = new Set([...pins.map((pin) => pin.replace(/\..*/, "")), ...Object.keys(parts)]);
  return {
    components: [...references].map((reference) => ({
      reference,
      value: "1k",
      footprint: "",
      sheet: "/",
      flags: [],
      fields: {},
      ...parts[reference],
    })),
    nets: Object.entries(nets).map(([name, list]) => ({
      name,
      pins: list.split(" ").map((pin) => {
        const [reference = "", number = ""] = pin.split(".");
        return { reference, pin: number, name: "" };
      }),
    })),
  };
}

function changes(before: Netlist, after: Netlist): string[] {
  return describeNetlistDifference(netlistDifference(before, after));
}

const before = netlist({
  VCC: "R1.1 R2.1 U1.8",
  "/SDA": "R1.2 U1.5 U2.5",
  "/SCL": "R2.2 U1.6 U2.6",
  "unconnected-(U1-NC-Pad1)": "U1.1",
});

/** `before` with other nets; those that are null are gone. */
function changed(nets: Record<string, string | null>, parts?: Record<string, PartPlan>): Netlist {
  const all = Object.fromEntries(
    before.nets.map(({ name, pins }) => [
      name,
      pins.map(({ reference, pin }) => `${reference}.${pin}`).join(" "),
    ]),
  );
  const left = Object.entries({ ...all, ...nets }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return netlist(Object.fromEntries(left), parts);
}

describe("the difference of two netlists", () => {
  it("is none where only the order and automatic names are others", () => {
    const one = netlist({ "Net-(R1-Pad1)": "R1.1 R2.1", "unconnected-(R1-Pad2)": "R1.2" });
    const other = netlist({ "unconnected-(R1-Pad2)": "R1.2", "Net-(R2-Pad1)": "R2.1 R1.1" });
    expect(isSame(netlistDifference(one, other))).toBe(true);
    expect(changes(one, other)).toEqual([]);
  });

  it.each([
    [
      "a net that lost a pin to a net of its own",
      { "/SDA": "R1.2 U1.5", STRAY: "U2.5" },
      ["net /SDA split: U2.5 now on STRAY"],
    ],
    [
      "two nets that are one",
      { "/SDA": "R1.2 U1.5 U2.5 R2.2 U1.6 U2.6", "/SCL": null },
      ["nets /SDA and /SCL joined: now /SDA"],
    ],
    ["another name", { "/SDA": null, "/DATA": "R1.2 U1.5 U2.5" }, ["net /SDA renamed to /DATA"]],
    [
      "a pin that changed nets",
      { "/SDA": "R1.2 U1.5", "/SCL": "R2.2 U1.6 U2.6 U2.5" },
      ["U2.5 moved from /SDA to /SCL"],
    ],
    [
      "a pin that is on no net now",
      { "/SDA": "R1.2 U1.5", "unconnected-(U2-Pad5)": "U2.5" },
      ["U2.5 left /SDA: connected to nothing"],
    ],
    [
      "a pin that was on no net",
      { VCC: "R1.1 R2.1 U1.8 U1.1", "unconnected-(U1-NC-Pad1)": null },
      ["U1.1 joined VCC"],
    ],
    [
      "a label at a pin that is alone",
      { "unconnected-(U1-NC-Pad1)": null, "/X": "U1.1" },
      ["U1.1 joined /X"],
    ],
    [
      "a net of three parts now",
      { "/SDA": "R1.2", A: "U1.5", B: "U2.5" },
      ["net /SDA split: U1.5 now on A; U2.5 now on B"],
    ],
    [
      "the net of the larger part of a name that is gone",
      { "/SDA": null, A: "R1.2 U1.5", B: "U2.5" },
      ["net /SDA split: U2.5 now on B; the rest is A", "net /SDA renamed to A"],
    ],
    [
      "nets of new parts alone",
      { NEW: "R8.1 R9.1" },
      ["net NEW added: R8.1, R9.1", "R8 added: 1k · 1 on NEW", "R9 added: 1k · 1 on NEW"],
    ],
  ])("names %s", (_, nets, sentences) => {
    expect(changes(before, changed(nets))).toEqual(sentences);
  });

  it("names parts by what they are and where they are connected", () => {
    const after = changed(
      { VCC: "R1.1 R2.1 U1.8 C1.1", GND: "C1.2" },
      { C1: { value: "100nF", footprint: "C_0402" } },
    );
    expect(changes(before, after)).toEqual([
      "net GND added: C1.2",
      "C1 added: 100nF, C_0402 · 1 on VCC, 2 on GND",
    ]);
    expect(changes(after, before)).toEqual(["net GND removed", "C1 removed (100nF)"]);
  });

  it("names the fields of a part that changed, and that no net did", () => {
    const one = changed({}, { R1: { value: "100µF", fields: { MPN: "x" } } });
    const other = changed({}, { R1: { value: "47µF", flags: ["dnp"] } });
    expect(changes(one, other)).toEqual([
      "R1 Value 100µF → 47µF, MPN x → (none), dnp (none) → yes · nets unchanged",
    ]);
  });

  it("knows a part with another reference again by its id", () => {
    const after = netlist(
      {
        VCC: "R7.1 R2.1 U1.8",
        "/SDA": "R7.2 U1.5 U2.5",
        "/SCL": "R2.2 U1.6 U2.6",
        "unconnected-(U1-NC-Pad1)": "U1.1",
      },
      { R7: { ids: ["a"] } },
    );
    const old = {
      ...before,
      components: before.components.map((part) => (part.reference === "R1" ? { ...part, ids: ["a"] } : part)),
    };
    expect(changes(old, after)).toEqual(["R7 Reference R1 → R7 · nets unchanged"]);
  });

  it("names the pins of a part whose symbol is another one now", () => {
    expect(changes(before, changed({ "/SDA": "R1.2 U1.5 U2.A5" }))).toEqual([
      "U2.5 left /SDA: connected to nothing",
      "U2.A5 joined /SDA",
    ]);
  });

  it("counts a pin that several units show once", () => {
    expect(isSame(netlistDifference(changed({ VCC: "R1.1 R2.1 U1.8 U1.8" }), before))).toBe(true);
  });

  it("keeps the promised shape", () => {
    const { parts, nets } = netlistDifference(before, changed({ "/SDA": "R1.2 U1.5", STRAY: "U2.5" }));
    const whole = {
      schema: "copperhead.diff/1",
      same: false,
      projects: [{ project: "a.kicad_pro", parts, nets }],
    };
    expect(difference.parse(whole)).toEqual(whole);
  });
});
