/**
 * A schematic whose nets are made by labels: `DATA` on each of four wires that connect the first pins of R1 and R2, R3
 * and R4 and so on, `CLK` on a wire between the second pins of R1 and R2, `GND` at the second pins of all others.
 */
import { SheetWriter } from "./sheet-writer.js";

const row = 50.8;
const pinOffset = 3.81;
const pitch = 12.7;
const columnOf = (number: number) => 25.4 + pitch * number;
const numbers = [1, 2, 3, 4, 5, 6, 7, 8];

export function labelledResistors(): string {
  const sheet = new SheetWriter(1);
  sheet.define("parts:R", "R", [
    [],
    [
      { number: "1", x: 0, y: pinOffset, angle: 270 },
      { number: "2", x: 0, y: -pinOffset, angle: 90 },
    ],
  ]);
  const [top, bottom] = [row - pinOffset, row + pinOffset];
  for (const number of numbers) {
    const x = columnOf(number);
    const path = `/${sheet.uuid}`;
    sheet.place("parts:R", [x, row], [{ path, reference: `R${number}` }], { value: `${number}k` });
    if (number % 2 === 1) {
      sheet.wire([x, top], [x + pitch, top]).label("label", "DATA", [x + pitch / 2, top]);
    }
    if (number > 2) {
      sheet.label("label", "GND", [x, bottom]);
    }
  }
  sheet
    .wire([columnOf(1), bottom], [columnOf(2), bottom])
    .label("label", "CLK", [columnOf(1) + pitch / 2, bottom]);
  return sheet.text();
}

/** The last of the four labels `DATA`, whole, as the schematic has it. */
export function lastDataLabel(schematic: string): string {
  return labelAt(schematic, columnOf(7) + pitch / 2, row - pinOffset);
}

/** The label `GND` at the second pin of R3. */
export function groundLabel(schematic: string): string {
  return labelAt(schematic, columnOf(3), row + pinOffset);
}

function labelAt(schematic: string, x: number, y: number): string {
  const blocks = schematic.split(/(?=^\t\(label )/m);
  const found = blocks.find((block) => block.startsWith("\t(label ") && block.includes(`(at ${x} ${y} 0)`));
  if (found === undefined) {
    throw new Error(`There is no label at ${x}, ${y}.`);
  }
  return found.slice(0, found.indexOf("\n\t)") + "\n\t)".length);
}

export const renamed = (label: string, name: string) => label.replace(/"[^"]*"/, `"${name}"`);

/** What replaces the label of a pin that is to be connected to nothing, so that ERC has no word against it. */
export function unconnected(label: string): string {
  const [, x, y] = /\(at (\S+) (\S+) /.exec(label) ?? [];
  return `\t(no_connect\n\t\t(at ${x} ${y})\n\t\t(uuid "99999999-0000-4000-8000-000000000001")\n\t)`;
}
