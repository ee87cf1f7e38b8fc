/** Reads the text of a picture back, as a terminal would draw it. */

export type Rgb = readonly [number, number, number];

/** A cell on the screen: its character and the colours of its upper and its lower half. */
export type ShownCell = { glyph: string; upper: Rgb; lower: Rgb };

const sequence = /\u001b\[([\d;]*)m|(\P{C})/gu;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Reads one line of a picture in true colour. Throws where it holds anything but SGR and printable characters. */
export function decode(line: string): ShownCell[] {
  if (line.replace(sequence, "") !== "") {
    throw new Error(`not a line of a picture: ${JSON.stringify(line)}`);
  }
  let [foreground, background, inverse] = [white, black, false];
  const cells: ShownCell[] = [];
  for (const [, sgr, glyph] of line.matchAll(sequence)) {
    if (glyph !== undefined) {
      const [ink, paper] = inverse ? [background, foreground] : [foreground, background];
      const upper = glyph === "▀" || glyph === "█" ? ink : paper;
      const lower = glyph === "▄" || glyph === "█" ? ink : paper;
      cells.push({ glyph, upper, lower });
      continue;
    }
    const numbers = (sgr ?? "").split(";").map(Number);
    for (let index = 0; index < numbers.length; index += 1) {
      const [code, kind, ...rgb] = numbers.slice(index);
      if (code === 0) {
        [foreground, background, inverse] = [white, black, false];
      } else if (code === 7) {
        inverse = true;
      } else if (code === 38 && kind === 2) {
        foreground = [rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0];
        index += 4;
      } else if (code === 48 && kind === 2) {
        background = [rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0];
        index += 4;
      }
    }
  }
  return cells;
}

/** Whether two colours are the same but for the rounding of a scaled picture. */
export function isNear(one: Rgb, other: Rgb, tolerance = 24): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= tolerance);
}

/** The characters of a picture, without their colours. */
export function plain(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, ""));
}

/** Where the colour is, in columns and half rows. */
export function placesOf(
  rows: readonly ShownCell[][],
  colour: Rgb,
  tolerance?: number,
): [column: number, half: number][] {
  return rows.flatMap((cells, row) =>
    cells.flatMap(({ upper, lower }, column) => {
      const halves: [number, number][] = [];
      if (isNear(upper, colour, tolerance)) {
        halves.push([column, 2 * row]);
      }
      if (isNear(lower, colour, tolerance)) {
        halves.push([column, 2 * row + 1]);
      }
      return halves;
    }),
  );
}

/** Only SGR sequences and printable characters: what may be written to any terminal. */
export const safeLine = /^(?:\u001b\[[\d;]*m|[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])*$/u;
