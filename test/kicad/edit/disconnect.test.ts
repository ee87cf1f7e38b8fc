import { describe, expect, it } from "vitest";
import { connect } from "../../../source/kicad/edit/connect.js";
import { disconnect } from "../../../source/kicad/edit/disconnect.js";
import { removePart } from "../../../source/kicad/edit/remove-part.js";
import { amplifier } from "../amplifier.js";
import { SheetWriter, versions } from "../sheet-writer.js";
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

  it("leads wires that meet at the pin around it", async () => {
    const design = await designOf();
    const { changes, design: edited } = await outcomeOf(design, disconnect(design, { pins: ["R101.1"] }));
    expect(changes).toEqual([
      "R101.1 left /left/IN: connected to nothing",
      "R201.1 left AUDIO: connected to nothing",
    ]);
    const corners = [
      [58.42, 99.06, 58.42, 96.52],
      [63.5, 99.06, 63.5, 96.52],
      [58.42, 96.52, 63.5, 96.52],
    ];
    const lines = channel(edited)?.wires.map(({ from, to }) => [from.x, from.y, to.x, to.y]);
    expect(lines).toEqual(expect.arrayContaining(corners));
    expect(channel(edited)?.junctions).toHaveLength((channel(design)?.junctions.length ?? 0) - 1);
  });

  it.each<[string, (sheet: SheetWriter) => SheetWriter, string[]]>([
    [
      "a label",
      (sheet) => sheet.wire([50.8, 46.99], [50.8, 40.64]),
      ["label 50.8 44.45", "50.8 44.45 50.8 40.64"],
    ],
    [
      "a label on a wire to the side",
      (sheet) => sheet.wire([50.8, 46.99], [60.96, 46.99]),
      ["label 53.34 46.99", "53.34 46.99 60.96 46.99"],
    ],
    [
      "wires to three sides",
      (sheet) =>
        sheet
          .wire([40.64, 46.99], [50.8, 46.99], [60.96, 46.99])
          .wire([50.8, 46.99], [50.8, 40.64])
          .mark("junction", [50.8, 46.99]),
      ["junction 50.8 44.45", "50.8 44.45 50.8 40.64", "48.26 44.45 50.8 44.45", "53.34 44.45 50.8 44.45"],
    ],
    [
      "a wire that passes through",
      (sheet) => sheet.wire([40.64, 46.99], [60.96, 46.99]),
      ["40.64 46.99 48.26 46.99", "53.34 46.99 60.96 46.99", "48.26 44.45 53.34 44.45"],
    ],
    [
      "a wire with another part's pin on its way",
      (sheet) =>
        sheet
          .place("parts:R", [53.34, 50.8], [{ path: "/", reference: "R9" }])
          .wire([50.8, 46.99], [60.96, 46.99]),
      ["label 52.07 46.99", "52.07 46.99 60.96 46.99"],
    ],
  ])("keeps %s at the pin a step away from it", async (_, draw, expected) => {
    const sheet = new SheetWriter(1);
    const pins = [
      { number: "1", x: 0, y: 3.81, angle: 270 },
      { number: "2", x: 0, y: -3.81, angle: 90 },
    ];
    sheet
      .define("parts:R", "R", [[], pins])
      .label("label", "A", [50.8, 46.99])
      .label("label", "A", [40.64, 60.96]);
    sheet.place("parts:R", [50.8, 50.8], [{ path: `/${sheet.uuid}`, reference: "R1" }]);
    const design = await designOf(new Map([["amplifier.kicad_sch", draw(sheet).text()]]));
    const { changes, design: edited } = await outcomeOf(design, disconnect(design, { pins: ["R1.1"] }));
    expect(changes[0]).toBe("R1.1 left /A: connected to nothing");
    const file = root(edited);
    expect([
      ...(file?.labels.map(({ at }) => `label ${at.x} ${at.y}`) ?? []),
      ...(file?.junctions.map(({ at }) => `junction ${at.x} ${at.y}`) ?? []),
      ...(file?.wires.map(({ from, to }) => `${from.x} ${from.y} ${to.x} ${to.y}`) ?? []),
    ]).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["a pin that is not connected", "Q101.1", /connected to nothing already/],
    ["a pin that lies on another one", "R102.2", /R102\.2 lies directly on R103\.1/],
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

  it("refuses a power symbol, which is no part", async () => {
    const design = await designOf();
    expect(refusalOf(() => removePart(design, { ref: "#PWR01" }))).toMatch(
      /#PWR01 is a power symbol, not a part\. Disconnect/,
    );
  });

  it("refuses a part that is not there", async () => {
    const design = await designOf();
    expect(refusalOf(() => removePart(design, { ref: "R99" }))).toMatch(/no part R99/);
  });
});
