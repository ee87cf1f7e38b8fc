import { describe, expect, it } from "vitest";
import { connect } from "../../../source/kicad/edit/connect.js";
import { disconnect } from "../../../source/kicad/edit/disconnect.js";
import { removePart } from "../../../source/kicad/edit/remove-part.js";
import { amplifier } from "../amplifier.js";
import { versions } from "../sheet-writer.js";
import { designOf, outcomeOf, refusalOf } from "./designs.js";

const channel = (design: Awaited<ReturnType<typeof designOf>>) => [...design.schematic.files.values()][1];
const root = (design: Awaited<ReturnType<typeof designOf>>) => [...design.schematic.files.values()][0];

describe("disconnecting pins", () => {
  it("removes the wire and the label that lead to nothing else", async () => {
    const design = await designOf();
    const { changes, design: edited } = await outcomeOf(design, disconnect(design, { pins: ["U101.6"] }));
    expect(changes).toEqual([
      "U101.6 left /left/REF: connected to nothing",
      "U201.6 left /right/REF: connected to nothing",
    ]);
    expect(channel(edited)?.labels.filter(({ text }) => text === "REF")).toHaveLength(1);
    expect(channel(edited)?.wires).toHaveLength((channel(design)?.wires.length ?? 0) - 1);
  });

  it("removes a power symbol that is left alone", async () => {
    const design = await designOf();
    const { changes, design: edited } = await outcomeOf(design, disconnect(design, { pins: ["R3.2"] }));
    expect(changes).toEqual(["R3.2 left GND: connected to nothing"]);
    expect(root(edited)?.symbols.map(({ libraryId }) => libraryId)).not.toContain("parts:GND");
  });

  it("undoes a connection to the byte of what is left", async () => {
    const design = await designOf();
    const { design: connected } = await outcomeOf(design, connect(design, { pins: ["Q101.1"], net: "MID" }));
    const { design: back } = await outcomeOf(connected, disconnect(connected, { pins: ["Q101.1"] }));
    expect([...back.schematic.files.values()].map(({ text }) => text)).toEqual(
      [...design.schematic.files.values()].map(({ text }) => text),
    );
  });

  it.each([
    ["a pin that is not connected", "Q101.1", /connected to nothing already/],
    ["a pin that lies on another one", "R102.2", /R102\.2 lies directly on R103\.1/],
    ["a pin where wires come together", "R101.1", /several wires come together/],
  ])("refuses %s", async (_, pin, reason) => {
    const design = await designOf();
    expect(refusalOf(() => disconnect(design, { pins: [pin] }))).toMatch(reason);
  });
});

describe("removing a part", () => {
  it("removes all of its units and what would then dangle, and nothing that others need", async () => {
    const design = await designOf();
    const { changes, design: edited } = await outcomeOf(design, removePart(design, { ref: "U101" }));
    expect(changes).toContain("U101 removed (LM358)");
    expect(changes).toContain("U201 removed (LM358)");
    // The port IN with the divider stays, and the port OUT, though nothing leads to it.
    expect(channel(edited)?.labels.map(({ kind, text }) => [kind, text])).toEqual([
      ["label", "REF"],
      ["hierarchical_label", "IN"],
      ["hierarchical_label", "OUT"],
    ]);
    expect(channel(edited)?.symbols.filter(({ libraryId }) => libraryId === "parts:VCC")).toEqual([]);
    expect(channel(edited)?.wires.length).toBeLessThan(channel(design)?.wires.length ?? 0);
  });

  it("removes it from the root's table in a design of KiCad 6", async () => {
    const design = await designOf(amplifier(versions.kicad6));
    const { design: edited } = await outcomeOf(design, removePart(design, { ref: "R1" }));
    expect(root(edited)?.text).not.toContain('"R1"');
    expect(root(edited)?.rootInstances).toHaveLength((root(design)?.rootInstances.length ?? 0) - 1);
  });

  it("refuses a part that is not there", async () => {
    const design = await designOf();
    expect(refusalOf(() => removePart(design, { ref: "R99" }))).toMatch(/no part R99/);
  });
});
