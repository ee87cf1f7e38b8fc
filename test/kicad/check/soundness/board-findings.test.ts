import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findUnsoundOnBoard } from "../../../../source/kicad/check/soundness/board-findings.js";
import { readBoard } from "../../../../source/kicad/design/board/board.js";
import { bundledBoard } from "../../bundled-board.js";

const found = (text: string) => {
  const board = readBoard(text);
  return board ? findUnsoundOnBoard(board) : undefined;
};

it("a board has each id once among its tracks and footprints", async () => {
  const text = await readFile(join(bundledBoard, "hardware/blinker.kicad_pcb"), "utf8");
  expect(found(text)).toEqual([]);
  const [segment = ""] = /\t\(segment[\s\S]*?\n\t\)\n/.exec(text) ?? [];
  expect(found(text.replace(segment, segment + segment.replace("(start ", "(start 1")))).toMatchObject([
    {
      group: "integrity",
      type: "duplicate_uuid",
      severity: "error",
      items: [{ description: "segment" }, { description: "segment" }],
    },
  ]);
});

it("a board of a version without ids has none twice", () => {
  expect(found("(kicad_pcb (segment (start 1 1) (end 2 2)) (segment (start 3 3) (end 2 2)))")).toEqual([]);
});
