import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areaOf, contains } from "../../../source/kicad/drawing/geometry.js";
import {
  imageBytes,
  type PictureProtocol,
  type PictureTerminal,
  pictureView,
} from "../../../source/kicad/drawing/picture.js";

const paper = [0, 16, 35] as const;
const cell = { width: 9, height: 21 };
const area = { x: 100, y: 80, width: 30, height: 20 };
const room = { columns: 40, rows: 12 };
const content = '<rect x="101" y="81" width="28" height="18" fill="#C83434"/>';

function draw(protocol: PictureProtocol) {
  const terminal = { protocol, cell };
  const shown = pictureView(area, undefined, 0.3, room, terminal);
  return { shown, bytes: imageBytes(content, shown, paper, terminal) };
}

/** The size that a PNG file declares, in pixels. */
function sizeOfPng(base64: string): { width: number; height: number } {
  const png = Buffer.from(base64, "base64");
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

describe("what a picture shows", () => {
  it("fills whole cells within its room, holds the whole area and has square pixels", () => {
    const size = fc.record({
      columns: fc.integer({ min: 1, max: 400 }),
      rows: fc.integer({ min: 1, max: 120 }),
    });
    const cells = fc.record({
      width: fc.integer({ min: 4, max: 40 }),
      height: fc.integer({ min: 8, max: 80 }),
    });
    const length = fc.double({ min: 1, max: 1000, noNaN: true });
    const areas = fc.record({ x: length, y: length, width: length, height: length });
    fc.assert(
      fc.property(areas, size, cells, (wanted, most, one) => {
        const terminal: PictureTerminal = { protocol: "kitty", cell: one };
        const { view, cells: filled } = pictureView(wanted, undefined, 0.3, most, terminal);
        expect(filled.columns).toBeLessThanOrEqual(most.columns);
        expect(filled.rows).toBeLessThanOrEqual(most.rows);
        expect(view.columns).toBe(filled.columns * one.width);
        expect(2 * view.rows).toBe(filled.rows * one.height);
        const shown = areaOf(view);
        const slack = 2 * view.scale;
        for (const [x, y] of [
          [wanted.x + slack, wanted.y + slack],
          [wanted.x + wanted.width - slack, wanted.y + wanted.height - slack],
        ] as const) {
          expect(wanted.width < 2 * slack || wanted.height < 2 * slack || contains(shown, { x, y })).toBe(
            true,
          );
        }
      }),
    );
  });

  it("is no larger than the terminal shows whole", () => {
    const terminal: PictureTerminal = { protocol: "sixel", cell, most: { width: 200, height: 100 } };
    const { cells } = pictureView(area, undefined, 0.3, room, terminal);
    expect(cells.columns * cell.width).toBeLessThanOrEqual(200);
    expect(cells.rows * cell.height).toBeLessThanOrEqual(100);
  });
});

describe("the bytes of a picture", () => {
  it("are pieces of a PNG for kitty, which answers nothing and leaves the cursor", async () => {
    const { shown, bytes } = draw("kitty");
    const pieces = [...((await bytes) ?? "").matchAll(/\u001b_G([^;]*);([A-Za-z0-9+/=]*)\u001b\\/g)];
    expect(pieces.map(([whole]) => whole).join("")).toBe(await bytes);
    const { columns, rows } = shown.cells;
    const last = pieces.length - 1;
    for (const [index, [, keys = "", data = ""]] of pieces.entries()) {
      expect(data.length).toBeLessThanOrEqual(4096);
      expect(keys).toContain("q=2");
      expect(keys).toContain(`m=${index === last ? 0 : 1}`);
    }
    expect(pieces[0]?.[1]).toMatch(new RegExp(`a=T,f=100,q=2,C=1,c=${columns},r=${rows},`));
    const png = pieces.map(([, , data]) => data).join("");
    expect(sizeOfPng(png)).toEqual({ width: columns * cell.width, height: rows * cell.height });
  });

  it("are a PNG of so many cells for iTerm2", async () => {
    const { shown, bytes } = draw("iterm2");
    const { columns, rows } = shown.cells;
    const [, size, png = ""] =
      /^\u001b\]1337;File=inline=1;doNotMoveCursor=1;(.*):([A-Za-z0-9+/=]+)\u0007$/.exec(
        (await bytes) ?? "",
      ) ?? [];
    expect(size).toBe(`width=${columns};height=${rows};preserveAspectRatio=0`);
    expect(sizeOfPng(png)).toEqual({ width: columns * cell.width, height: rows * cell.height });
  });

  it("are sixels again and again, of any number of colours", async () => {
    const tiles = Array.from({ length: 3000 }, (_, index) => {
      const colour = `rgb(${(index * 7) % 256},${(index * 13) % 256},${(index * 29) % 256})`;
      const [x, y] = [100 + (index % 60) / 2, 80 + Math.floor(index / 60) / 2.5];
      return `<rect x="${x}" y="${y}" width="0.5" height="0.4" fill="${colour}"/>`;
    });
    const terminal = { protocol: "sixel", cell } as const;
    const shown = pictureView(area, undefined, 0.3, { columns: 110, rows: 30 }, terminal);
    for (const colours of [3000, 3000, 100]) {
      const bytes = await imageBytes(tiles.slice(0, colours).join(""), shown, paper, terminal);
      expect(bytes?.slice(-2)).toBe("\u001b\\");
    }
  });

  it("are sixels that stay within their cells, with nothing before or after them", async () => {
    const { shown, bytes } = draw("sixel");
    const [, width, height] =
      /^\u001bP[\d;]*q"1;1;(\d+);(\d+)[!-~]*\u001b\\$/.exec((await bytes) ?? "") ?? [];
    const { columns, rows } = shown.cells;
    for (const [found, most] of [
      [Number(width), columns * cell.width],
      [Number(height), rows * cell.height],
    ] as const) {
      expect(found).toBeLessThanOrEqual(most);
      expect(found).toBeGreaterThan(most - 8);
    }
  });
});
