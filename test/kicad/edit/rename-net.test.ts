import { describe, expect, it } from "vitest";
import { readBoard } from "../../../source/kicad/design/board/board.js";
import { renameInProject, renameOnBoard } from "../../../source/kicad/edit/board/rename-on-board.js";
import { renameNet } from "../../../source/kicad/edit/rename-net.js";
import { applySplices } from "../../../source/kicad/edit/splice.js";
import { amplifier } from "../amplifier.js";
import { versions } from "../sheet-writer.js";
import { designOf, outcomeOf, refusalOf } from "./designs.js";

async function renamed(from: string, to: string) {
  const design = await designOf();
  const edit = renameNet(design, { from, to });
  return { ...(await outcomeOf(design, edit)), edit };
}

describe("renaming a net", () => {
  it("changes every label of it, in all uses of the sheet", async () => {
    const { changes, edit } = await renamed("/left/MID", "OUTPUT");
    expect(changes).toEqual([
      "net /left/MID renamed to /left/OUTPUT",
      "net /right/MID renamed to /right/OUTPUT",
    ]);
    expect(edit.notes).toEqual([expect.stringContaining("used more than once")]);
  });

  it("changes the ports of a sheet and its pins together", async () => {
    const { changes, design } = await renamed("/left/IN", "LINE_IN");
    expect(changes).toEqual(["net /left/IN renamed to /left/LINE_IN"]);
    const [root, channel] = design.schematic.files.values();
    expect(root?.subSheets.flatMap(({ pins }) => pins.map(({ text }) => text))).toEqual([
      "LINE_IN",
      "OUT",
      "LINE_IN",
      "OUT",
    ]);
    expect(
      channel?.labels.filter(({ kind }) => kind === "hierarchical_label").map(({ text }) => text),
    ).toEqual(["LINE_IN", "OUT"]);
  });

  it("changes global labels on every sheet", async () => {
    expect((await renamed("AUDIO", "LINE")).changes).toEqual(["net AUDIO renamed to LINE"]);
  });

  it("changes the values of power symbols", async () => {
    expect((await renamed("GND", "AGND")).changes).toEqual(["net GND renamed to AGND"]);
  });

  it("understands a name without its path, and keeps slashes in names apart from those of paths", async () => {
    const { changes, edit } = await renamed("RIGHT/OUT", "LINE/OUT");
    expect(changes).toEqual(["net /RIGHT/OUT renamed to /LINE/OUT"]);
    expect(edit.renamed).toEqual([{ before: "/RIGHT/OUT", after: "/LINE/OUT", written: "/LINE{slash}OUT" }]);
  });

  it("adds a label to a net that has none", async () => {
    expect((await renamed("Net-(R102-Pad2)", "TAP")).changes).toEqual([
      "net Net-(R102-Pad2) renamed to /left/TAP",
      "net Net-(R202-Pad2) renamed to /right/TAP",
    ]);
  });

  it.each([
    ["a net that is not there", "NOPE", "X", /no net NOPE/],
    ["a name that several nets have", "MID", "X", /may be \/left\/MID or \/right\/MID/],
    ["a name that another net has", "/left/MID", "REF", /There is a net \/left\/REF already/],
    ["a name that a global net has", "/left/MID", "GND", /There is a net GND already/],
    ["the name of a bus", "/left/MID", "M[0..3]", /"M\[0\.\.3\]" names a bus/],
    ["a net without a name", " ", "X", /The name of the net is empty/],
    ["no name", "/left/MID", " ", /cannot be called/],
  ])("refuses %s", async (_, from, to, reason) => {
    const design = await designOf();
    expect(refusalOf(() => renameNet(design, { from, to }))).toMatch(reason);
  });

  it("refuses a net of power symbols that have the name in their definition", async () => {
    const design = await designOf(amplifier(versions.kicad7));
    expect(refusalOf(() => renameNet(design, { from: "GND", to: "AGND" }))).toMatch(/KiCad 7 or before/);
  });
});

describe("the new name on a board", () => {
  const names = [{ before: "/A/B", after: "/NEW", written: "/NEW" }];
  const rename = (text: string) => {
    const board = readBoard(text);
    return board ? applySplices(text, renameOnBoard(board, names)) : "";
  };

  it("is put into the table of nets, pads and zones, and nowhere else", () => {
    const pads = (name: string) =>
      `(footprint "x" (pad "1" smd rect (net 1 "${name}")) (property "Value" "/A{slash}B"))`;
    const board = (name: string) =>
      `(kicad_pcb (net 0 "") (net 1 "${name}") ${pads(name)} (segment (net 1)) (zone (net 1) (net_name "${name}")))`;
    expect(rename(board("/A{slash}B"))).toBe(board("/NEW"));
  });

  it("is put at each item where there is no table of nets", () => {
    const board = (name: string) =>
      `(kicad_pcb (footprint "x" (pad "1" smd rect (net "${name}"))) (segment (net "${name}")) (via (net "${name}")))`;
    expect(rename(board("/A{slash}B"))).toBe(board("/NEW"));
  });

  it("is put into the net classes that name exactly this net", () => {
    const project = (name: string) =>
      `{"netclass_patterns": [{"netclass": "fast", "pattern": "${name}"}, {"pattern": "/A/B*"}]}`;
    const text = project("/A/B");
    expect(applySplices(text, renameInProject(text, names))).toBe(project("/NEW"));
  });
});
