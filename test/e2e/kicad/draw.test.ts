import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import stringWidth from "string-width";
import { beforeEach, expect, it } from "vitest";
import { runCheck } from "../../../source/kicad/cli/run-check.js";
import { type DrawOptions, drawDesign } from "../../../source/kicad/drawing/draw.js";
import { focusOf } from "../../../source/kicad/drawing/focus.js";
import { bundledBoard } from "../../kicad/bundled-board.js";
import { paths, writeHierarchy } from "../../kicad/design/hierarchy-files.js";
import { decode, placesOf, plain, type Rgb, safeLine } from "../../kicad/drawing/decode.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { changedDesign } from "./changed-design.js";
import { describeKicad, kicad } from "./real.js";

const size = { columns: 80, rows: 22 };
const outline: Rgb = [208, 210, 205];
const hole: Rgb = [255, 255, 255];
const copper: Rgb = [200, 52, 52];
/** Copper under an opening of the mask, which is drawn over it with an opacity of 0.4. */
const pad: Rgb = [206, 71, 133];
const ring: Rgb = [0, 255, 0];

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await cp(join(bundledBoard, "hardware"), folder, { recursive: true });
});

const board = () => join(folder, "blinker.kicad_pcb");
const schematic = () => join(folder, "blinker.kicad_sch");

describeKicad("a board", () => {
  it("is drawn with everything in its place", async () => {
    const { lines, caption } = await drawDesign({ cli: kicad(), file: board(), size, colour: "truecolor" });
    const rows = lines.map(decode);
    const edges = placesOf(rows, outline, 60);
    const [left, right] = [Math.min(...edges.map(([x]) => x)), Math.max(...edges.map(([x]) => x))];
    const [top, bottom] = [Math.min(...edges.map(([, y]) => y)), Math.max(...edges.map(([, y]) => y))];
    // The outline is 30 × 20 mm, from (100, 80); a square on the screen is one in the drawing.
    expect((right - left) / (bottom - top)).toBeCloseTo(1.5, 1);
    const at = (x: number, y: number): [number, number] => [
      Math.round(left + ((x - 100) / 30) * (right - left)),
      Math.round(top + ((y - 80) / 20) * (bottom - top)),
    ];
    expect(placesOf(rows, hole)).toEqual(expect.arrayContaining([at(105, 90), at(105, 92.54)]));
    // The track is half a millimetre wide, a pixel 0.4: it may be spread over two.
    const tracks = placesOf(rows, copper, 130);
    expect(tracks).toContainEqual(at(116, 90));
    expect(tracks).not.toContainEqual(at(116, 85));
    expect(tracks).not.toContainEqual(at(116, 95));
    expect(plain(lines).join("\n")).toMatch(/J1.*\n(.*\n)?.*R1/);
    expect(caption).toBe("front, 31.47 × 21.3 mm shown");
  });

  it("shows a part from near, in the middle, with a ring around it", async () => {
    const near = {
      cli: kicad(),
      file: board(),
      size: { columns: 40, rows: 10 },
      colour: "truecolor",
    } as const;
    const drawing = await drawDesign({ ...near, focus: { reference: "r1" } });
    const rows = drawing.lines.map(decode);
    // R1 is at (113, 90); its second pad reaches from 0.4 to 1.425 mm right of that, 0.7 mm up and down; 0.3 mm a column.
    const pads = placesOf(rows, pad, 40);
    for (const half of [8, 9, 10, 11]) {
      expect(pads).toContainEqual([22, half]);
    }
    expect(pads).not.toContainEqual([22, 6]);
    expect(pads).not.toContainEqual([22, 13]);
    expect(pads).not.toContainEqual([20, 9]);
    const marks = placesOf(rows, ring, 90).map(([column]) => column);
    expect([Math.min(...marks), Math.max(...marks)]).toEqual([16, 23]);
    expect(drawing.caption).toBe("R1, front, at (113, 90) mm, 12 × 6 mm shown");
    const there = await drawDesign({ ...near, focus: { x: 113, y: 90 } });
    expect(there.lines).toEqual(drawing.lines);
  });

  it("is a picture too where the terminal shows pictures", async () => {
    const pictures = Promise.resolve({ protocol: "kitty", cell: { width: 10, height: 20 } } as const);
    const options = { cli: kicad(), file: board(), size, colour: "truecolor", pictures } as const;
    const { lines, caption, picture } = await drawDesign(options);
    expect(lines.length).toBeGreaterThan(0);
    expect(picture?.caption).toMatch(/^front, /);
    expect(picture?.lines.length).toBeLessThanOrEqual(size.rows - 2);
    expect(picture?.lines.join("")).toBe("");
    expect(picture?.images).toHaveLength(1);
    expect(picture?.images[0]?.bytes).toMatch(/^\u001b_G/);
    expect(caption).toBe("front, 31.47 × 21.3 mm shown");
  });

  it("is two pictures below their titles before and after a change", async () => {
    const before = join(temporaryFolder(), "hardware");
    await cp(folder, before, { recursive: true });
    const file = await changedDesign(folder, "blinker.kicad_pcb", "(at 113 90)", "(at 113 95)");
    const pictures = Promise.resolve({ protocol: "sixel", cell: { width: 10, height: 20 } } as const);
    const options = {
      cli: kicad(),
      file,
      before: join(before, "blinker.kicad_pcb"),
      size,
      pictures,
    } as const;
    const { picture } = await drawDesign({ ...options, colour: "truecolor" });
    expect(picture?.lines[0]).toMatch(/^before +after$/);
    const [first, second] = picture?.images ?? [];
    expect([first?.row, first?.column, second?.row]).toEqual([1, 0, 1]);
    expect(second?.column).toBe(picture?.lines[0]?.indexOf("after"));
    expect(first?.bytes).not.toBe(second?.bytes);
  });

  it("is drawn from the back when the part is there", async () => {
    const file = await changedDesign(folder, "blinker.kicad_pcb", '(layer "F.Cu")', '(layer "B.Cu")');
    const { caption, lines } = await drawDesign({
      cli: kicad(),
      file,
      size,
      colour: "none",
      focus: { reference: "D1" },
    });
    expect(caption).toMatch(/^D1, back,/);
    expect(plain(lines).join("")).not.toContain("R1");
  });

  it("names what it cannot show", async () => {
    const options = { cli: kicad(), size, colour: "none" } as const;
    await expect(drawDesign({ ...options, file: board(), focus: { reference: "R2" } })).rejects.toMatchObject(
      {
        failure: { code: "reference-not-found", advice: "Spelt alike: R1." },
      },
    );
    const empty = join(folder, "empty.kicad_pcb");
    await writeFile(
      empty,
      '(kicad_pcb (version 20241229) (generator "pcbnew") (layers (0 "F.Cu" signal) (2 "B.Cu" signal)))',
    );
    await expect(drawDesign({ ...options, file: empty })).rejects.toMatchObject({
      failure: { code: "nothing-to-draw" },
    });
    await writeFile(empty, "(kicad_pcb (version");
    await expect(drawDesign({ ...options, file: empty })).rejects.toMatchObject({
      failure: { code: "design-does-not-load" },
    });
  });

  it.each(["truecolor", "256", "16", "none"] as const)("is safe text that fits, in %s", async (colour) => {
    const text = (words: string, y: number) =>
      `(gr_text ${JSON.stringify(words).replace("\\u001b", "\u001b")} (at 115 ${y}) (layer "F.SilkS") (effects (font (size 1.5 1.5) (thickness 0.2))))`;
    const hostile = `${text("OK?", 83)} ${text("\u001b[2J", 86)} ${text("a\u202eb", 96)} (gr_rect (start 100 80)`;
    const file = await changedDesign(folder, "blinker.kicad_pcb", "(gr_rect\n\t\t(start 100 80)", hostile);
    const { lines, caption } = await drawDesign({ cli: kicad(), file, size, colour });
    expect(plain(lines).join("")).toContain("OK?");
    expect(lines.length).toBeLessThanOrEqual(22);
    for (const line of [...lines, caption]) {
      expect(line).toMatch(safeLine);
      expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }
  });
});

describeKicad("a schematic", () => {
  it("is drawn with its texts as characters", async () => {
    const { lines, caption } = await drawDesign({
      cli: kicad(),
      file: schematic(),
      size,
      colour: "truecolor",
    });
    const text = plain(lines).join("\n");
    for (const word of ["J1", "R1", "D1", "1k", "+5V", "GND", "green", "LED_A"]) {
      expect(text).toContain(word);
    }
    expect(caption).toMatch(/^sheet \/, [\d.]+ × [\d.]+ mm shown$/);
  });

  it("shows the place of a finding", async () => {
    const { findings } = await runCheck(kicad(), "erc", schematic());
    const focus = findings[0] && focusOf(findings[0]);
    expect(focus).toMatchObject({ x: 109.22, y: 76.2 });
    const room = { columns: 30, rows: 8 };
    const options = { cli: kicad(), file: schematic(), size: room, colour: "none" } as const;
    const { lines, caption } = await drawDesign({ ...options, ...(focus && { focus }) });
    expect(plain(lines).slice(3, 5).join("\n")).toContain("LED_A");
    expect(plain(lines).join("\n")).not.toContain("J1");
    expect(caption).toContain("sheet /, at (109.22, 76.2) mm");
  });

  it("of several sheets is shown where the part or the place is", async () => {
    const file = await writeHierarchy(folder);
    const draw = async (options: Pick<DrawOptions, "focus">) => {
      const { lines, caption } = await drawDesign({
        cli: kicad(),
        file,
        size,
        colour: "none",
        ...options,
      });
      return { caption, text: plain(lines).join("\n") };
    };
    const part = await draw({ focus: { reference: "R21B" } });
    expect(part.caption).toMatch(/^R21, sheet \/right\/leaf\/, at \(80, 40\) mm/);
    expect(part.text).toContain("R21");
    const place = await draw({ focus: { x: 40, y: 40, sheet: paths.leftLeaf } });
    expect(place.caption).toMatch(/^sheet \/Left: 1\/2\/leaf\/, at \(40, 40\) mm/);
    expect(place.text).toContain("R11");
    const elsewhere = draw({ focus: { x: 40, y: 40, sheet: "/middle/" } });
    await expect(elsewhere).rejects.toMatchObject({
      failure: {
        code: "sheet-not-found",
        advice: "Its sheets: /, /Left: 1/2/, /Left: 1/2/leaf/, /right/, /right/leaf/.",
      },
    });
  });
});
