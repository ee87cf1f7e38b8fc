import { describe, expect, it } from "vitest";
import type { Component, Netlist } from "../../../../source/kicad/cli/netlist.js";
import { readBoard } from "../../../../source/kicad/design/board/board.js";
import { newDrift } from "../../../../source/kicad/design/difference/board-drift.js";

type Nets = Readonly<Record<string, readonly string[]>>;

const part = (reference: string, more: Partial<Component> = {}): Component => ({
  reference,
  value: "1k",
  footprint: "r:R",
  sheet: "/",
  flags: [],
  fields: {},
  ...more,
});

const netlist = (components: Component[], nets: Nets = {}): Netlist => ({
  components,
  nets: Object.entries(nets).map(([name, pins]) => ({
    name,
    pins: pins.map((pin) => {
      const [reference = "", number = ""] = pin.split(".");
      return { reference, pin: number, name: "" };
    }),
  })),
});

/** A board of KiCad 9 with these footprints, each with its pads' nets. */
function board(
  footprints: Readonly<Record<string, readonly string[]>>,
  netOf = (name: string) => `(net 1 "${name}")`,
) {
  const lists = Object.entries(footprints).map(
    ([reference, nets]) =>
      `(footprint "r:R" (at 1 1) (property "Reference" "${reference}") (property "Value" "1k")
        ${nets.map((net, index) => `(pad "${index + 1}" smd rect ${net === "" ? "" : netOf(net)})`).join(" ")})`,
  );
  const found = readBoard(`(kicad_pcb (version 20241229) ${lists.join("\n")})`);
  if (!found) {
    throw new Error("no board");
  }
  return found;
}

const before = netlist([part("R1"), part("R2")], { A: ["R1.1"], B: ["R1.2", "R2.1"] });
const same = board({ R1: ["A", "B"], R2: ["B", ""] });

describe("a board that is as it was", () => {
  it("has no drift where the schematic did not change", () => {
    expect(newDrift(before, before, same)).toEqual([]);
    expect(
      newDrift(before, netlist([...before.components], { ...{ A: ["R1.1"], B: ["R1.2", "R2.1"] } }), same),
    ).toEqual([]);
  });

  it.each<[string, Netlist, string[]]>([
    [
      "a value and a footprint",
      netlist([part("R1", { value: "4k7" }), part("R2", { footprint: "r:S" })], {
        A: ["R1.1"],
        B: ["R1.2", "R2.1"],
      }),
      [
        "R1 is 4k7 in the schematic, 1k on the board",
        "R2 has the footprint r:S in the schematic, r:R on the board",
      ],
    ],
    [
      "a part that came and one that went",
      netlist([part("R1"), part("R3")], { A: ["R1.1"], B: ["R1.2", "R3.1"] }),
      ["R3 is not on the board", "R2 is on the board and not in the schematic"],
    ],
    [
      "a part that is for no board",
      netlist([part("R1"), part("R2"), part("R3", { flags: ["exclude_from_board"] })], {
        A: ["R1.1"],
        B: ["R1.2", "R2.1"],
      }),
      [],
    ],
    [
      "a net with another name",
      netlist([part("R1"), part("R2")], { A: ["R1.1"], C: ["R1.2", "R2.1"] }),
      ["R1.2, R2.1 are on C in the schematic, on B on the board"],
    ],
    [
      "pins that moved",
      netlist([part("R1"), part("R2")], { A: ["R1.1", "R2.1"], "unconnected-(R1-Pad2)": ["R1.2"] }),
      [
        "R1.2 is connected to nothing in the schematic, on B on the board",
        "R2.1 is on A in the schematic, on B on the board",
      ],
    ],
    [
      "a pin that was free",
      netlist([part("R1"), part("R2")], { A: ["R1.1", "R2.2"], B: ["R1.2", "R2.1"] }),
      ["R2.2 is on A in the schematic, connected to nothing on the board"],
    ],
  ])("drifts from a schematic with %s", (_, after, drift) => {
    expect(newDrift(before, after, same)).toEqual(drift);
  });

  it("is not blamed for what differed before", () => {
    const old = board({ R1: ["A", "X"], R9: ["A"] });
    const after = netlist([part("R1", { value: "2k" }), part("R2")], { A: ["R1.1"], B: ["R1.2", "R2.1"] });
    expect(newDrift(before, after, old)).toEqual(["R1 is 2k in the schematic, 1k on the board"]);
  });

  it("may be of KiCad 10, without a table of nets", () => {
    const ten = board({ R1: ["A", "B"], R2: ["B", ""] }, (name) => `(net "${name}")`);
    expect(newDrift(before, before, ten)).toEqual([]);
    expect(newDrift(before, netlist(before.components, { A: ["R1.1"], C: ["R1.2"] }), ten)).toEqual([
      "R1.2 is on C in the schematic, on B on the board",
    ]);
  });

  it("names a few of many pads, and shows no control characters", () => {
    const many = Array.from({ length: 9 }, (_, index) => `R1.${index + 1}`);
    const pads = board({ R1: many.map(() => "B") });
    const drift = newDrift(
      netlist([part("R1")], { B: many }),
      netlist([part("R1")], { "C\u001b": many }),
      pads,
    );
    expect(drift).toEqual([
      "R1.1, R1.2, R1.3, R1.4, R1.5, R1.6, 3 more pads are on C␛ in the schematic, on B on the board",
    ]);
  });
});
