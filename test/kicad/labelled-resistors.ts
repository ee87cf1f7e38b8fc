/**
 * A schematic whose nets are made by labels: `DATA` at the first pins of R1 to R4, `CLK` on the wire between the second
 * pins of R1 and R2, `GND` at those of R3 and R4.
 */
import { SheetWriter } from "./sheet-writer.js";

const top = 50.8;
const pinOffset = 3.81;
const columns = { R1: 50.8, R2: 76.2, R3: 101.6, R4: 127 } as const;

export function labelledResistors(): string {
  const sheet = new SheetWriter(1);
  sheet.define("parts:R", "R", [
    [],
    [
      { number: "1", x: 0, y: pinOffset, angle: 270 },
      { number: "2", x: 0, y: -pinOffset, angle: 90 },
    ],
  ]);
  const bottom = top + pinOffset;
  for (const [reference, x] of Object.entries(columns)) {
    sheet.place("parts:R", [x, top], [{ path: `/${sheet.uuid}`, reference }], { value: "10k" });
    sheet.label("label", "DATA", [x, top - pinOffset]);
  }
  sheet.wire([columns.R1, bottom], [columns.R2, bottom]).label("label", "CLK", [63.5, bottom]);
  sheet.label("label", "GND", [columns.R3, bottom]).label("label", "GND", [columns.R4, bottom]);
  return sheet.text();
}

/** The whole label at the pin of a resistor, as the schematic has it. */
export function labelAt(schematic: string, reference: keyof typeof columns, pin: 1 | 2): string {
  const place = `(at ${columns[reference]} ${pin === 1 ? top - pinOffset : top + pinOffset} 0)`;
  const blocks = schematic.split(/(?=^\t\(label )/m);
  const found = blocks.find((block) => block.startsWith("\t(label ") && block.includes(place));
  if (found === undefined) {
    throw new Error(`There is no label at ${reference}.${pin}.`);
  }
  return found.slice(0, found.indexOf("\n\t)") + "\n\t)".length);
}

export const renamed = (label: string, name: string) => label.replace(/"[^"]*"/, `"${name}"`);

/** What replaces the label of a pin that is to be connected to nothing, so that ERC has no word against it. */
export function unconnected(label: string): string {
  const [, x, y] = /\(at (\S+) (\S+) /.exec(label) ?? [];
  return `\t(no_connect\n\t\t(at ${x} ${y})\n\t\t(uuid "99999999-0000-4000-8000-000000000001")\n\t)`;
}
