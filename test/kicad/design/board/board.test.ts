import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boardChanges } from "../../../../source/base/design-difference.js";
import { arcLength } from "../../../../source/kicad/design/board/arc.js";
import { type Board, readBoard } from "../../../../source/kicad/design/board/board.js";
import {
  boardDifference,
  boardsAreSame,
} from "../../../../source/kicad/design/difference/board-difference.js";
import { describeBoardChanges } from "../../../../source/kicad/design/difference/sentences.js";
import { bundledBoard } from "../../bundled-board.js";

const read = (content: string) => readBoard(`(kicad_pcb (version 20241229) ${content})`) as Board;

const table = '(net 0 "") (net 1 "GND") (net 2 "/SDA")';
const items = (net: (number: number, name: string) => string) => `
  (footprint "R:R_0603" (layer "B.Cu") (uuid "u1") (at 10 20 -90) (property "Reference" "R1") (property "Value" "1k")
    (pad "1" smd rect (at 0 0) ${net(1, "GND")}) (pad "2" smd rect (at 1 0) ${net(2, "/SDA")}) (pad "" np_thru_hole circle (at 2 0)))
  (segment (start 0 0) (end 3 4) (width 0.2) (layer "F.Cu") ${net(2, "/SDA")} (uuid "s1"))
  (arc (start 1 0) (mid 0 1) (end -1 0) (width 0.2) (layer "F.Cu") ${net(2, "/SDA")} (uuid "s2"))
  (via (at 3 4) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") ${net(1, "GND")} (uuid "v1"))
  (zone ${net(1, "GND")} (layers "F.Cu" "B.Cu") (uuid "z1") (polygon (pts (xy 0 0) (xy 9 9))))`;

const withTable = `${table}${items((number, name) => `(net ${number} "${name}")`).replace(/(segment|arc|via|zone)(.*?)\(net (\d) "[^"]*"\)/g, "$1$2(net $3)")}`;
const withoutTable = items((_, name) => `(net "${name}")`);

describe("a board", () => {
  it.each([
    ["with a table of nets", withTable],
    ["without one, as in KiCad 10", withoutTable],
  ])("%s names the nets of pads, tracks, vias and zones", (_, content) => {
    const board = read(content);
    expect(board.footprints).toMatchObject([
      {
        reference: "R1",
        value: "1k",
        libraryId: "R:R_0603",
        place: { x: 10, y: 20, rotation: 270, side: "back" },
        pads: [
          { number: "1", net: "GND" },
          { number: "2", net: "/SDA" },
          { number: "", net: "" },
        ],
      },
    ]);
    expect(board.tracks.map(({ net, length }) => [net, length.toFixed(2)])).toEqual([
      ["/SDA", "5.00"],
      ["/SDA", Math.PI.toFixed(2)],
    ]);
    expect(board.vias.map(({ net }) => net)).toEqual(["GND"]);
    expect(board.zones.map(({ net, layers }) => [net, layers])).toEqual([["GND", ["F.Cu", "B.Cu"]]]);
  });

  it("of KiCad 5 keeps references in texts and ids in time stamps", () => {
    const board = read(
      "(module x:R (layer F.Cu) (tstamp 5A) (at 1 2) (fp_text reference R7 (at 0 0)) (fp_text value 1k (at 0 0)) (pad 1 smd rect (net 1 GND)))",
    );
    expect(board.footprints).toMatchObject([
      { reference: "R7", value: "1k", uuid: "5A", pads: [{ number: "1", net: "GND" }] },
    ]);
  });

  it("is read as the bundled one is", () => {
    const board = readBoard(readFileSync(join(bundledBoard, "hardware/blinker.kicad_pcb"), "utf8"));
    expect(
      board?.footprints.map(({ reference, pads }) => `${reference} ${pads.map(({ net }) => net).join(" ")}`),
    ).toEqual(["D1 /GND /LED_A", "J1 /+5V /GND", "R1 /+5V /LED_A"]);
  });

  it("is none where the file is another one", () => {
    expect(readBoard("(kicad_sch)")).toBeUndefined();
  });
});

describe("the length of a track", () => {
  it.each([
    ["straight", { x: 0, y: 0 }, undefined, { x: 3, y: 4 }, 5],
    [
      "a quarter of a circle",
      { x: 1, y: 0 },
      { x: Math.SQRT1_2, y: Math.SQRT1_2 },
      { x: 0, y: 1 },
      Math.PI / 2,
    ],
    [
      "three quarters of a circle",
      { x: 1, y: 0 },
      { x: -Math.SQRT1_2, y: Math.SQRT1_2 },
      { x: 0, y: -1 },
      (3 * Math.PI) / 2,
    ],
    ["an arc that is straight", { x: 0, y: 0 }, { x: 1, y: 0 }, { x: 3, y: 0 }, 3],
  ])("is right where it is %s", (_, start, mid, end, length) => {
    expect(arcLength(start, mid, end)).toBeCloseTo(length, 9);
  });
});

describe("the difference of two boards", () => {
  const before = read(withTable);
  const changes = (content: string) => describeBoardChanges(boardDifference(before, read(content)));

  it("is none between one with a table of nets and the same without", () => {
    expect(boardsAreSame(boardDifference(before, read(withoutTable)))).toBe(true);
  });

  it("is none where a net has only another name", () => {
    expect(changes(withTable.replaceAll("/SDA", "/DATA"))).toEqual([]);
  });

  it.each([
    ["moved", withTable.replace("(at 10 20 -90)", "(at 12 20 -90)"), ["R1 moved 2 mm right"]],
    ["turned", withTable.replace("(at 10 20 -90)", "(at 10 20)"), ["R1 turned by 90°"]],
    ["flipped", withTable.replace('(layer "B.Cu")', '(layer "F.Cu")'), ["R1 now on the front"]],
    [
      "a track that was shortened",
      withTable.replace("(end 3 4)", "(end 3 0)"),
      ["tracks of /SDA: 2 segments → 2, 8.142 mm → 6.142 mm"],
    ],
    ["a via that is gone", withTable.replace(/\(via .*\)\n/, "\n"), ["vias of GND: 1 → 0"]],
    [
      "a zone of another shape",
      withTable.replace("(xy 9 9)", "(xy 9 8)"),
      ["zone of GND on F.Cu, B.Cu changed"],
    ],
    [
      "all that is gone",
      "",
      [
        "R1 removed from the board",
        "tracks of /SDA: 2 segments → 0, 8.142 mm → 0 mm",
        "vias of GND: 1 → 0",
        "zone of GND on F.Cu, B.Cu removed",
      ],
    ],
  ])("names what is %s", (_, content, sentences) => {
    expect(changes(content)).toEqual(sentences);
  });

  it("does not count how a zone is filled, nor which end of a track is its start", () => {
    const filled = withTable.replace("(polygon", "(filled_polygon (pts (xy 1 1))) (polygon");
    expect(changes(filled.replace("(start 0 0) (end 3 4)", "(start 3 4) (end 0 0)"))).toEqual([]);
  });

  it("keeps the promised shape", () => {
    const changes = boardDifference(before, read(""));
    expect(boardChanges.parse(changes)).toEqual(changes);
  });
});
