import { cp } from "node:fs/promises";
import { join } from "node:path";
import stringWidth from "string-width";
import { beforeEach, expect, it } from "vitest";
import { drawDesign } from "../../../source/kicad/drawing/draw.js";
import { bundledBoard } from "../../kicad/bundled-board.js";
import { decode, placesOf, plain, type Rgb } from "../../kicad/drawing/decode.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { changedDesign } from "./changed-design.js";
import { describeKicad, kicad } from "./real.js";

const size = { columns: 80, rows: 22 };
/** Copper under an opening of the mask, which is drawn over it with an opacity of 0.4. */
const pad: Rgb = [206, 71, 133];

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await cp(join(bundledBoard, "hardware"), join(folder, "before"), { recursive: true });
});

const board = () => join(folder, "before", "blinker.kicad_pcb");
const schematic = () => join(folder, "before", "blinker.kicad_sch");

describeKicad("before and after a change", () => {
  it("shows the changed part of a board side by side", async () => {
    const after = await changedDesign(folder, "blinker.kicad_pcb", "(at 121 90 180)", "(at 118 86 90)");
    const drawing = await drawDesign({
      cli: kicad(),
      before: board(),
      file: after,
      size,
      colour: "truecolor",
    });
    expect(plain(drawing.lines)[0]).toBe(`${"before".padEnd(41)}after`);
    const rows = drawing.lines.slice(1).map(decode);
    const pads = placesOf(rows, pad, 40).map(([column]) => (column < 39 ? "before" : "after"));
    expect(new Set(pads)).toEqual(new Set(["before", "after"]));
    const found = plain(drawing.lines).flatMap((line) => [...line.matchAll(/D1/g)].map(({ index }) => index));
    expect([found.length, found.filter((column) => column < 39).length]).toEqual([2, 1]);
    expect(drawing.caption).toMatch(/^front, 11\.7 × 12\.6 mm shown$/);
    for (const line of drawing.lines) {
      expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }
  });

  it("shows the sheet that has changed, and a value's old and new text", async () => {
    const after = await changedDesign(folder, "blinker.kicad_sch", '"Value" "1k"', '"Value" "4k7"');
    const narrow = { columns: 50, rows: 24 };
    const { lines } = await drawDesign({
      cli: kicad(),
      before: schematic(),
      file: after,
      size: narrow,
      colour: "256",
    });
    const text = plain(lines).join("\n");
    expect(text.indexOf("before")).toBeLessThan(text.indexOf("1k"));
    expect(text.indexOf("1k")).toBeLessThan(text.indexOf("after"));
    expect(text.indexOf("after")).toBeLessThan(text.indexOf("4k7"));
    expect(text).not.toContain("J1");
  });

  it("shows the back where only that has changed", async () => {
    const text =
      '(gr_text "NEW" (at 115 85) (layer "B.SilkS") (effects (font (size 1.5 1.5)) (justify mirror)))';
    const after = await changedDesign(
      folder,
      "blinker.kicad_pcb",
      "(gr_rect\n\t\t(start 100 80)",
      `${text} (gr_rect (start 100 80)`,
    );
    const drawing = await drawDesign({ cli: kicad(), before: board(), file: after, size, colour: "none" });
    expect(drawing.caption).toMatch(/^back,/);
    expect(drawing.lines.join("").match(/NEW/g)).toHaveLength(1);
  });

  it("reports that nothing looks different, and finds a part that is gone", async () => {
    const same = { cli: kicad(), before: board(), file: board(), size, colour: "none" } as const;
    expect((await drawDesign(same)).caption).toMatch(/^no visible change, front,/);
    const after = await changedDesign(folder, "blinker.kicad_pcb", '"Reference" "D1"', '"Reference" "D9"');
    const gone = await drawDesign({ ...same, file: after, focus: { reference: "D1" } });
    expect(gone.caption).toMatch(/^D1, front, at \(121, 90\) mm/);
  });
});
