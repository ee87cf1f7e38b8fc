import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CopperheadError } from "../../../source/base/failure.js";
import { readBoard } from "../../../source/kicad/design/board/board.js";
import { areaOfPads } from "../../../source/kicad/design/board/pads.js";
import { findReference } from "../../../source/kicad/drawing/find-reference.js";
import { findOnBoard } from "../../../source/kicad/drawing/focus.js";
import { sheetsOf } from "../../../source/kicad/drawing/sheets.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { bundledBoard } from "../bundled-board.js";
import { paths, writeHierarchy } from "../design/hierarchy-files.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe("a part on a board", () => {
  it("is where the file has it", async () => {
    const board = join(bundledBoard, "hardware/blinker.kicad_pcb");
    for (const [reference, x] of [
      ["D1", 121],
      ["J1", 105],
      ["R1", 113],
    ] as const) {
      expect(await findOnBoard(board, { reference: reference.toLowerCase() })).toMatchObject({
        reference,
        mark: { x, y: 90 },
        side: "front",
      });
    }
  });

  it("is found in files of older versions, and on the back", async () => {
    const board = join(folder, "old.kicad_pcb");
    await writeFile(
      board,
      `(kicad_pcb (module x:R (layer B.Cu) (at 10 20)
      (fp_text reference R7 (at 0 1) (layer B.SilkS)) (fp_text value 1k (at 0 0))) (module x:none (at 1 1)))`,
    );
    const around = { x: 10, y: 20, width: 0, height: 0 };
    expect(await findOnBoard(board, { reference: "R7" })).toEqual({
      reference: "R7",
      mark: { x: 10, y: 20 },
      around,
      side: "back",
    });
  });

  it("reaches as far as its pads do, turned with them", () => {
    const pads = '(pad "1" smd rect (at 0 0) (size 1 2)) (pad "2" smd rect (at 0 10) (size 1 2))';
    const areaAt = (angle: number) => {
      const board = readBoard(
        `(kicad_pcb (footprint "x" (at 50 60 ${angle}) (property "Reference" "J1") ${pads}))`,
      );
      return board?.footprints.map(areaOfPads);
    };
    // KiCad turns counter-clockwise, as seen on the screen: what was below the origin is to its right.
    expect(areaAt(0)).toEqual([{ x: 49, y: 59, width: 2, height: 12 }]);
    expect(areaAt(90)).toEqual([{ x: 49, y: 59, width: 12, height: 2 }]);
  });
});

describe("the sheets of a schematic", () => {
  it("are listed once a use, by names and by ids, with the references of that use", async () => {
    const sheets = await sheetsOf(await writeHierarchy(folder));
    const listed = sheets.map(({ path, idPath, symbols }) => [
      path,
      idPath,
      symbols.map((one) => one.reference),
    ]);
    expect(listed).toEqual([
      ["/", paths.root, ["R1"]],
      ["/Left: 1/2/", paths.left, ["R10"]],
      ["/Left: 1/2/leaf/", paths.leftLeaf, ["R11", "R11"]],
      ["/right/", paths.right, ["R20"]],
      ["/right/leaf/", paths.rightLeaf, ["R21", "R21"]],
    ]);
    expect(sheets[2]?.symbols[1]).toEqual({ reference: "R11", unit: "B", at: { x: 80, y: 40 } });
  });

  it("end where sheets place each other in a circle, or a file that is none", async () => {
    const sheet = (file: string) =>
      `(sheet (uuid "u") (property "Sheetname" "again") (property "Sheetfile" "${file}"))`;
    const loop = join(folder, "loop.kicad_sch");
    const others = `${sheet("/dev/zero")} ${sheet("missing.kicad_sch")}`;
    await writeFile(
      loop,
      `(kicad_sch (uuid "r") ${sheet("loop.kicad_sch")} ${sheet("loop.kicad_sch")} ${others})`,
    );
    expect((await sheetsOf(loop)).map(({ path }) => path)).toEqual(["/"]);
  });
});

describe("a reference that a user types", () => {
  const placed = [
    { reference: "R1", unit: "A" },
    { reference: "r1", unit: "A" },
    { reference: "U1", unit: "A" },
    { reference: "U1", unit: "B" },
    { reference: "#PWR01", unit: "A" },
  ];

  it("is found as it is spelt, in other case, or with its unit", () => {
    expect(findReference(placed, "r1")).toBe(placed[1]);
    expect(findReference(placed, " R1 ")).toBe(placed[0]);
    expect(findReference(placed, "u1")).toBe(placed[2]);
    expect(findReference(placed, "U1b")).toBe(placed[3]);
  });

  it("is answered with what is spelt alike where it is not there", () => {
    const ask = () => findReference(placed, "U2");
    expect(ask).toThrow(CopperheadError);
    expect(ask).toThrow("There is no U2 in the drawing.");
    try {
      ask();
    } catch (error) {
      expect(error).toMatchObject({
        failure: { code: "reference-not-found", advice: "Spelt alike: U1." },
      });
    }
  });
});
