import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Board, readBoard } from "../../../../source/kicad/design/board/board.js";
import { boardDifference } from "../../../../source/kicad/design/difference/board-difference.js";
import { describeBoardChanges } from "../../../../source/kicad/design/difference/sentences.js";
import { type MoveRequest, moveFootprint } from "../../../../source/kicad/edit/board/move-footprint.js";
import { applySplices } from "../../../../source/kicad/edit/splice.js";
import { bundledBoard } from "../../bundled-board.js";
import { refusalOf } from "../designs.js";

const text = readFileSync(join(bundledBoard, "hardware/blinker.kicad_pcb"), "utf8");
const board = readBoard(text) as Board;

function moved(request: MoveRequest, before = board) {
  const after = readBoard(applySplices(before.text, moveFootprint(before, request).splices)) as Board;
  return { after, changes: describeBoardChanges(boardDifference(before, after)) };
}

const odd = (content: string) =>
  readBoard(
    `(kicad_pcb (footprint "x" (layer "F.Cu") (at 10 20 90) (property "Reference" "U1" (at 0 -1 90) (layer "F.SilkS")) ${content}))`,
  ) as Board;

describe("moving a footprint", () => {
  it.each([
    ["to a place", { to: { x: 120, y: 95 } }, "D1 moved 1 mm left and 5 mm down"],
    ["by a distance", { by: { x: 2, y: 0 } }, "D1 moved 2 mm right"],
    ["around itself", { rotation: 270 }, "D1 turned by 90°"],
    ["to the other side", { side: "back" as const }, "D1 now on the back"],
    [
      "to the other side, turned",
      { side: "back" as const, rotation: 30 },
      "D1 turned by 30°, now on the back",
    ],
  ])("puts it %s", (_, request, sentence) => {
    expect(moved({ ref: "D1", ...request }).changes).toEqual([sentence]);
  });

  it("changes nothing else of the file", () => {
    const { splices } = moveFootprint(board, { ref: "D1", by: { x: 0, y: -1.5 } });
    expect(splices).toHaveLength(1);
  });

  it("turns the pads and texts with it, whose angles are those of the board", () => {
    const before = odd('(pad "1" smd rect (at 1 0 90)) (pad "2" smd rect (at -1 0))');
    const { after } = moved({ ref: "U1", rotation: 135 }, before);
    const angles = after.footprints[0]?.list.all("pad").map((pad) => pad.first("at")?.numbers);
    expect(angles).toEqual([
      [1, 0, 135],
      [-1, 0, 45],
    ]);
    expect(after.footprints[0]?.list.first("property")?.first("at")?.numbers).toEqual([0, -1, 135]);
  });

  it("turns it over its upright axis: places, layers, corners and texts", () => {
    const before =
      odd(`(property "Value" "v" (at 1 2 90) (layer "F.Fab") (effects (font (size 1 1)) (justify left)))
      (fp_line (start 1 2) (end 3 -4) (layer "F.SilkS"))
      (pad "1" smd roundrect (at 1 2 90) (chamfer top_left) (layers "F.Cu" "F.Mask") (drill (offset 0.5 0.5)))
      (zone (layers "F.Cu") (polygon (pts (xy 11 20) (xy 10 22))))`);
    const { after } = moved({ ref: "U1", side: "back" }, before);
    const footprint = after.footprints[0];
    expect(footprint?.place).toEqual({ x: 10, y: 20, rotation: 90, side: "back" });
    const line = footprint?.list.first("fp_line");
    expect([line?.first("start")?.numbers, line?.first("end")?.numbers, line?.valueOf("layer")]).toEqual([
      [1, -2],
      [3, 4],
      "B.SilkS",
    ]);
    expect(footprint?.list.first("pad")?.toString()).toBe(
      '(pad "1" smd roundrect (at 1 -2 90) (chamfer bottom_left) (layers "B.Cu" "B.Mask") (drill (offset 0.5 -0.5)))',
    );
    expect(footprint?.list.all("property")[1]?.toString()).toContain("(justify left mirror)");
    const corners = footprint?.list
      .first("zone")
      ?.first("polygon")
      ?.first("pts")
      ?.all("xy")
      .map(({ numbers }) => numbers);
    expect(corners).toEqual([
      [9, 20],
      [10, 22],
    ]);
  });

  it("is taken back to the byte by the opposite move", () => {
    const there = moveFootprint(board, { ref: "R1", by: { x: 2.54, y: 1 }, rotation: 90, side: "back" });
    const moved = readBoard(applySplices(text, there.splices)) as Board;
    const back = moveFootprint(moved, {
      ref: "R1",
      to: there.before,
      rotation: there.before.rotation,
      side: "front",
    });
    const again = readBoard(applySplices(moved.text, back.splices)) as Board;
    expect(again.footprints.map(({ place }) => place)).toEqual(board.footprints.map(({ place }) => place));
  });

  it.each([
    [
      "one that is not there",
      board,
      { ref: "D9", by: { x: 1, y: 0 } },
      /no footprint D9 on the board\. Spelt alike: D1/,
    ],
    ["a place that no board reaches", board, { ref: "D1", to: { x: 1e9, y: 0 } }, /a board reaches 2000 mm/],
    ["one that would stay", board, { ref: "D1", by: { x: 0, y: 0 } }, /is there already/],
    ["one that is locked", odd("(locked yes)"), { ref: "U1", by: { x: 1, y: 0 } }, /is locked/],
    [
      "one with a dimension",
      odd("(dimension (type leader))"),
      { ref: "U1", by: { x: 1, y: 0 } },
      /has a dimension/,
    ],
  ])("refuses %s", (_, where, request, reason) => {
    expect(refusalOf(() => moveFootprint(where, request))).toMatch(reason);
  });
});
