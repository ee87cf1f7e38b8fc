import { describe, expect, it } from "vitest";
import { connect } from "../../../source/kicad/edit/connect.js";
import { disconnect } from "../../../source/kicad/edit/disconnect.js";
import { amplifier } from "../amplifier.js";
import { acrossSheets, nested } from "../nested.js";
import { versions } from "../sheet-writer.js";
import { designOf, outcomeOf, refusalOf } from "./designs.js";

/** The new text of a design's root and of its other sheet. */
async function connected(pins: string[], net: string, version: number = versions.kicad9) {
  const design = await designOf(amplifier(version));
  const edit = connect(design, { pins, net });
  return { ...(await outcomeOf(design, edit)), edit };
}

describe("connecting pins", () => {
  it("puts a label at the end of a pin, in both uses of its sheet", async () => {
    const { changes, edit } = await connected(["Q101.1"], "MID");
    expect(changes).toEqual(["Q101.1 joined /left/MID", "Q201.1 joined /right/MID"]);
    expect(edit.notes).toEqual([expect.stringContaining("Q201 changed too")]);
  });

  it.each(["Q101.1", "Q102.2", "Q103.3", "Q104.B", "Q105.C", "Q106.E", "Q107.1", "Q108.2"])(
    "finds the end of %s, however the symbol lies",
    async (pin) => {
      const { changes } = await connected([pin], "REF");
      expect(changes).toHaveLength(2);
      expect(changes[0]).toMatch(/joined \/left\/REF$/);
    },
  );

  it("places a power symbol where the net has one, with references of its own", async () => {
    const { changes, design } = await connected(["Q101.E"], "GND");
    expect(changes).toEqual(["Q101.3 joined GND", "Q201.3 joined GND"]);
    const channel = [...design.schematic.files.values()][1];
    const added = channel?.symbols.filter(({ libraryId }) => libraryId === "parts:GND").at(-1);
    const references = added?.instances.map(({ reference }) => reference) ?? [];
    expect(new Set(references).size).toBe(2);
    expect(references.every((one) => one.startsWith("#PWR0"))).toBe(true);
  });

  it("draws a wire between two pins that face each other, and removes the mark of no connection", async () => {
    const { changes, design } = await connected(["R103.2", "R104.1", "R104.2"], "TAP");
    expect(changes).toEqual(
      ["R103.2", "R104.1", "R104.2", "R203.2", "R204.1", "R204.2"].map(
        (pin) => `${pin} joined /${pin.startsWith("R1") ? "left" : "right"}/TAP`,
      ),
    );
    expect([...design.schematic.files.values()][1]?.noConnects).toEqual([]);
    const pair = await connected(["R103.2", "R104.1"], "TAP");
    const wires = (all: typeof design) => [...all.schematic.files.values()][1]?.wires ?? [];
    expect(wires(pair.design).at(-1)).toMatchObject({
      from: { x: 203.2, y: 113.03 },
      to: { x: 203.2, y: 123.19 },
    });
  });

  it("draws a wire to a pin of a net that is there, and labels a net without a name where none can be drawn", async () => {
    const facing = await connected(["R104.1"], "Net-(R102-Pad2)");
    expect(facing.changes).toContain("net Net-(R102-Pad2) renamed to /left/R102_2");
    const design = await designOf();
    const { design: apart } = await outcomeOf(
      design,
      connect(design, { pins: ["R104.1", "Q101.1"], net: "TAP" }),
    );
    const { changes } = await outcomeOf(apart, connect(apart, { pins: ["R103.2"], net: "TAP" }));
    expect(changes).toEqual(["R103.2 joined /left/TAP", "R203.2 joined /right/TAP"]);
  });

  it("removes the mark of no connection from the only pin of a net that others come to", async () => {
    const { changes, design } = await connected(["Q101.1"], "unconnected-(R104-Pad2)");
    expect(changes).toContain("Q101.1 joined /left/R104_2");
    expect([...design.schematic.files.values()][1]?.noConnects).toEqual([]);
  });

  it("says that a net is new, and which others are called nearly so", async () => {
    const { edit } = await connected(["Q101.1"], "REFF");
    expect(edit.notes[0]).toBe("/left/REFF is a new net. Others are /left/REF.");
  });

  it("understands the name that a net has on another sheet, where it reaches this one", async () => {
    const { changes } = await connected(["Q101.1"], "LEFT_OUT");
    expect(changes).toEqual(["Q101.1 joined /LEFT_OUT", "Q201.1 joined /RIGHT/OUT"]);
  });

  it("makes a new net by labels where there is none of the name", async () => {
    expect((await connected(["Q101.1", "Q102.1"], "NEW")).changes).toEqual([
      "Q101.1 joined /left/NEW",
      "Q102.1 joined /left/NEW",
      "Q201.1 joined /right/NEW",
      "Q202.1 joined /right/NEW",
    ]);
  });

  it.each(Object.entries(versions))(
    "adds nothing to a file of %s that is not of its version",
    async (name, version) => {
      const { design } = await connected(["Q101.1", "Q101.3"], "GND", version);
      const texts = [...design.schematic.files.values()].map(({ text }) => text).join();
      expect(texts.includes("(instances")).toBe(name !== "kicad6");
      expect(texts.includes("(hide yes)")).toBe(name === "kicad9");
      expect(texts.includes("exclude_from_sim")).toBe(name === "kicad9");
      expect(texts.includes("(id 0)")).toBe(name === "kicad6");
    },
  );

  it.each([
    [
      "a pin that is on another net",
      ["R1.1"],
      "LEFT_OUT",
      /R1\.1 is on the net \/left\/IN already\. Disconnect it first/,
    ],
    ["a pin that is on it already", ["R3.1"], "VCC", /on the net VCC already/],
    ["a net without a name", ["Q101.1"], " ", /The name of the net is empty/],
    ["a net that does not reach the sheet", ["Q101.1"], "/LEFT_OUT/x", /no net \/LEFT_OUT\/x/],
    ["a bus", ["Q101.1"], "D[0..7]", /is a bus/],
    ["a pin that is not there", ["U101.9"], "MID", /U101 has no pin 9\. Its pins: 1 \(OUT\), 2 \(-\)/],
  ])("refuses %s", async (_, pins, net, reason) => {
    const design = await designOf();
    expect(refusalOf(() => connect(design, { pins, net }))).toMatch(reason);
  });
});

describe("a net that does not reach the sheet", () => {
  it.each(acrossSheets)("comes to $pins by ports: $net", async ({ pins, net, changes }) => {
    const design = await designOf(nested());
    const edit = connect(design, { pins, net });
    expect((await outcomeOf(design, edit)).changes).toEqual(changes);
    expect(edit.notes[0]).toMatch(/did not reach the sheet .*: it comes there by new ports/);
  });

  it("comes to every use of a sheet by pins of each", async () => {
    const { changes } = await connected(["Q101.1"], "/RIGHT/OUT");
    expect(changes).toEqual(["Q101.1 joined /RIGHT/OUT", "Q201.1 joined /RIGHT/OUT"]);
  });

  it("is refused where several are called so, or where its own sheet is used more than once", async () => {
    const design = await designOf();
    expect(refusalOf(() => connect(design, { pins: ["R3.2"], net: "MID" }))).toBe(
      "MID may be /left/MID or /right/MID. Name it with the path of its sheet, or /MID for a new one.",
    );
    const { design: free } = await outcomeOf(design, disconnect(design, { pins: ["R2.2"] }));
    expect(refusalOf(() => connect(free, { pins: ["R2.2"], net: "/left/MID" }))).toMatch(
      /^The sheet \/left\/ is used more than once/,
    );
  });

  it("a pin of the other use of a sheet is not said to be where it is not", async () => {
    const design = await designOf();
    expect(refusalOf(() => connect(design, { pins: ["Q101.1", "Q201.1"], net: "/left/MID" }))).toMatch(
      /^Q201\.1 is on a sheet that is used more than once, and would come to \/right\/MID, not to \/left\/MID/,
    );
  });
});
