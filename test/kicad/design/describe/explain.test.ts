import { expect, it, describe as suite } from "vitest";
import { readBoard } from "../../../../source/kicad/design/board/board.js";
import { explain } from "../../../../source/kicad/design/describe/explain.js";
import type { ReadDesign } from "../../../../source/kicad/design/describe/facts.js";
import { withUnrouted } from "../../../../source/kicad/design/describe/on-board.js";
import { explanation } from "../../../../source/kicad/design/describe/schema.js";
import { describeExplanation } from "../../../../source/kicad/design/describe/text.js";
import { designOf } from "../../edit/designs.js";

const board = `(kicad_pcb (version 20241229)
  (net 0 "") (net 1 "AUDIO") (net 2 "/LEFT_OUT") (net 3 "/RIGHT{slash}OUT")
  (footprint "parts:R_0805" (layer "B.Cu") (at 100 50 90) (property "Reference" "R1") (property "Value" "100")
    (pad "1" smd rect (at -1 0 90) (net 2 "/LEFT_OUT"))
    (pad "2" smd rect (at 1 0.5 90) (net 1 "AUDIO"))
    (pad "" np_thru_hole circle (at 0 0)))
  (footprint "parts:HOLE" (layer "F.Cu") (at 0 0) (property "Reference" "H1")
    (pad "1" thru_hole circle (at 0 0) (net 3 "/RIGHT{slash}OUT")))
  (segment (start 0 0) (end 3 4) (width 0.25) (layer "F.Cu") (net 3))
  (segment (start 3 4) (end 3 5) (width 0.5) (layer "B.Cu") (net 3))
  (via (at 3 4) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 3))
  (zone (net 3) (net_name "/RIGHT{slash}OUT") (layers "F.Cu" "B.Cu") (polygon))
  (zone (net 3) (net_name "/RIGHT{slash}OUT") (layers "F.Cu" "B.Cu") (polygon)))`;

async function design(withBoard = false): Promise<ReadDesign> {
  const { schematic, netlist } = await designOf();
  const read = withBoard ? readBoard(board) : undefined;
  return { project: "amplifier.kicad_pro", schematic, netlist, ...(read && { board: read }) };
}

/** What is found, checked against the schema that is published. */
async function explained(what: string, of: Partial<ReadDesign> = {}) {
  return explanation.parse(explain({ ...(await design()), ...of }, what));
}

async function textOf(what: string, of: Partial<ReadDesign> = {}): Promise<string[]> {
  const { head, rows } = describeExplanation(await explained(what, of));
  return [...head, ...rows];
}

async function failureOf(what: string, of: Partial<ReadDesign> = {}): Promise<object> {
  try {
    explain({ ...(await design(true)), ...of }, what);
  } catch (error) {
    return (error as { failure: object }).failure;
  }
  throw new Error("It was found.");
}

suite("a part", () => {
  it("has its fields, the place of each unit and the nets of its pins", async () => {
    const part = await explained("U101");
    expect(part).toMatchObject({
      kind: "part",
      project: "amplifier.kicad_pro",
      ref: "U101",
      value: "LM358",
      symbol: "parts:DUAL",
      sheets: ["/left/"],
      units: [
        { unit: 1, sheet: "/left/", x: 76.2, y: 101.6, rotation: 0 },
        { unit: 2, sheet: "/left/", x: 127, y: 101.6, rotation: 0, mirror: "x" },
        { unit: 3, sheet: "/left/", x: 177.8, y: 101.6, rotation: 0 },
      ],
    });
    expect(
      part.kind === "part" && part.pins.map(({ number, name, type, net }) => [number, name, type, net]),
    ).toEqual([
      ["1", "OUT", "output", "/left/MID"],
      ["2", "-", "input", "/left/MID"],
      ["3", "+", "input", "/left/IN"],
      ["4", "V-", "power_in", "GND"],
      ["5", "+", "input", "/left/MID"],
      ["6", "-", "input", "/left/REF"],
      ["7", "OUT", "output", "/LEFT_OUT"],
      ["8", "V+", "power_in", "VCC"],
    ]);
  });

  it("that is on a shared sheet is the one of that use", async () => {
    expect(await explained("R201")).toMatchObject({
      sheets: ["/right/"],
      pins: [{ number: "1" }, { net: "GND" }],
    });
  });

  it("has its place and its pads on the board, turned as the footprint is", async () => {
    const { board } = await design(true);
    const part = await explained("R1", board && { board });
    expect(part).toMatchObject({
      board: {
        footprint: "parts:R_0805",
        x: 100,
        y: 50,
        rotation: 90,
        side: "back",
        pads: [
          { number: "1", net: "/LEFT_OUT", x: 100, y: 51 },
          { number: "2", net: "AUDIO", x: 100.5, y: 49 },
        ],
      },
    });
  });

  it("may be a power symbol", async () => {
    expect(await explained("#PWR01")).toMatchObject({ value: "VCC", pins: [{ number: "1", net: "VCC" }] });
  });

  it("may be on the board alone", async () => {
    const { project, board } = await design(true);
    const alone = explanation.parse(explain({ project, ...(board && { board }) }, "H1"));
    expect(alone).toMatchObject({
      kind: "part",
      footprint: "parts:HOLE",
      pins: [],
      board: { side: "front" },
    });
    const net = explanation.parse(explain({ project, ...(board && { board }) }, "AUDIO"));
    expect(net).toMatchObject({ kind: "net", pins: [{ ref: "R1", number: "2" }], board: { pads: 1 } });
  });

  it("is told in a few lines, with the pads that are on another net", async () => {
    const { board } = await design(true);
    expect(await textOf("R1", board && { board })).toEqual([
      "R1 | 100 | parts:R | no footprint",
      "Schematic: at 76.2, 59.69 on /",
      "Board: parts:R_0805 at 100, 50, turned 90°, back",
      "1 (passive): /left/IN at 76.2, 55.88; pad at 100, 51 on /LEFT_OUT",
      "2 (passive): AUDIO at 76.2, 63.5; pad at 100.5, 49",
    ]);
  });
});

suite("a pin", () => {
  it.each(["U101.7", "u101.7", "U101.V+", "Q101.B"])("is found as %s", async (what) => {
    expect(await explained(what)).toMatchObject({ kind: "pin", pins: [{ sheet: "/left/" }] });
  });

  it("may share its name with others", async () => {
    const pin = await explained("U101.+");
    expect(pin.kind === "pin" && pin.pins.map(({ number }) => number)).toEqual(["3", "5"]);
  });

  it("has the other pins of its net", async () => {
    expect(await textOf("U101.1")).toEqual([
      "U101 | LM358 | parts:DUAL",
      "1 OUT (output): /left/MID at 83.82, 101.6 on /left/",
      "/left/MID: U101.2",
      "/left/MID: U101.5",
    ]);
  });

  it("that is connected to nothing has no net", async () => {
    expect(await explained("Q101.1")).toMatchObject({ pins: [{ number: "1", net: null }], nets: [] });
  });
});

suite("a net", () => {
  it("has its pins, its labels and the sheets that it is on", async () => {
    expect(await textOf("/LEFT_OUT")).toEqual([
      "Net /LEFT_OUT: 2 pins on /, /left/",
      "R2.1",
      "U101.7 (output)",
      "label LEFT_OUT on /: at 88.9, 66.04; 46.99, 88.9",
      "sheet pin left/OUT on /: at 101.6, 66.04",
      "hierarchical label OUT on /left/: at 144.78, 101.6",
    ]);
  });

  it.each([
    ["left_out", "/LEFT_OUT"],
    ["RIGHT/OUT", "/RIGHT/OUT"],
    ["gnd", "GND"],
    ["left/REF", "/left/REF"],
  ])("is found as %s", async (what, name) => {
    expect(await explained(what)).toMatchObject({ kind: "net", name });
  });

  it("has its copper on the board, by the name that boards write", async () => {
    const { board } = await design(true);
    const net = await explained("/RIGHT/OUT", board && { board });
    expect(net).toMatchObject({
      board: {
        tracks: { count: 2, length: 6, widths: [0.25, 0.5], layers: ["B.Cu", "F.Cu"] },
        vias: 1,
        zones: [
          ["F.Cu", "B.Cu"],
          ["F.Cu", "B.Cu"],
        ],
        pads: 1,
      },
    });
    expect(describeExplanation(net).head[1]).toBe(
      "Board: 1 pad; 2 tracks, 6 mm, 0.25–0.5 mm wide, on B.Cu, F.Cu; 1 via; 2 × zone on F.Cu, B.Cu; DRC finds what is unrouted",
    );
  });

  it("is unrouted where DRC found that", async () => {
    const { board } = await design(true);
    const unrouted = [
      { net: "/RIGHT{slash}OUT", from: "Pad 1 of R1", to: "Via" },
      { net: "AUDIO", from: "a", to: "b" },
    ];
    const line = async (what: string, known: typeof unrouted) => {
      const net = await explained(what, board && { board });
      return net.kind === "net" && describeExplanation(withUnrouted(net, known)).head[1];
    };
    expect(await line("/RIGHT/OUT", unrouted)).toMatch(/; unrouted: Pad 1 of R1 to Via$/);
    expect(await line("/RIGHT/OUT", [])).toMatch(/; all is routed$/);
  });
});

suite("a sheet", () => {
  it.each(["/left/", "left", "/left", "LEFT"])("is found as %s", async (what) => {
    expect(await explained(what)).toMatchObject({ kind: "sheet", name: "/left/" });
  });

  it("has its parts, its ports and the other uses of its file", async () => {
    const [title, shared, ports, ...parts] = await textOf("/left/");
    expect([title, shared, ports]).toEqual([
      "Sheet /left/ (channel.kicad_sch): 13 parts",
      "The same file is shown as: /right/",
      "Hierarchical labels: IN on /left/IN, OUT on /LEFT_OUT",
    ]);
    expect(parts).toContain("U101 LM358");
    expect(await textOf("/")).toContain("Sheets on it: /left/, /right/");
  });
});

suite("a name that means nothing", () => {
  it("is refused with what is spelt alike", async () => {
    expect(await failureOf("R999")).toMatchObject({
      code: "not-in-design",
      message: "There is no part, pin, net or sheet R999 in amplifier.kicad_pro.",
      advice: expect.stringMatching(/^Spelt alike: R1/),
    });
  });

  it("of a pin is refused with the pins that there are", async () => {
    expect(await failureOf("R1.3")).toMatchObject({
      message: "R1 has no pin 3.",
      advice: "Its pins are 1, 2.",
    });
  });

  it("of a pin of a part whose sheet cannot be read is refused with that sheet", async () => {
    const { schematic } = await design();
    if (!schematic) {
      throw new Error("There is no schematic.");
    }
    const unreadable = ["/projects/amplifier/holes.kicad_sch"];
    expect(await failureOf("H1.1", { schematic: { ...schematic, unreadable } })).toMatchObject({
      code: "not-in-design",
      message: "The pins of H1 are not known: no sheet that can be read has it.",
      advice: "Not there, or not readable: holes.kicad_sch. describe H1 lists its pads on the board.",
    });
    expect(await failureOf("H1.1")).toMatchObject({ advice: "describe H1 lists its pads on the board." });
  });

  it("of several nets is refused with their names", async () => {
    expect(await failureOf("REF")).toMatchObject({ advice: "They are /left/REF, /right/REF." });
  });

  it("is refused in an empty design", () => {
    expect(() => explain({ project: "x" }, "R1")).toThrow("There is no part, pin, net or sheet R1 in x.");
  });
});
