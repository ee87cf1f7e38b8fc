/** A design whose root shows the sheets `a` and `b`, of which `b` shows `c`; no net reaches from one to another. */
import { SheetWriter, versions } from "./sheet-writer.js";

const ids = {
  a: "aaaaaaaa-0000-4000-8000-00000000000a",
  b: "aaaaaaaa-0000-4000-8000-00000000000b",
  c: "aaaaaaaa-0000-4000-8000-00000000000c",
};

/** Each sheet has a resistor with a label at pin 1 (RESET, EN, OUT, IN), and a free one: R1 to R8. */
export function nested(version: number = versions.kicad9): Map<string, string> {
  const sheets = [1, 2, 3, 4].map((number) => new SheetWriter(number, version));
  const [root, a, b, c] = sheets as [SheetWriter, SheetWriter, SheetWriter, SheetWriter];
  const top = `/${root.uuid}`;
  const paths = [top, `${top}/${ids.a}`, `${top}/${ids.b}`, `${top}/${ids.b}/${ids.c}`];
  const pins = [
    { number: "1", x: 0, y: 3.81, angle: 270 },
    { number: "2", x: 0, y: -3.81, angle: 90 },
  ];
  for (const [index, sheet] of sheets.entries()) {
    const at = (count: number) => [{ path: paths[index] ?? "", reference: `R${2 * index + count}` }];
    sheet.define("parts:R", "R", [[], pins]);
    sheet
      .place("parts:R", [50.8, 50.8], at(1))
      .label("label", ["RESET", "EN", "OUT", "IN"][index] ?? "", [50.8, 46.99]);
    sheet.place("parts:R", [63.5, 50.8], at(2));
  }
  root
    .sheet(ids.a, "a", "a.kicad_sch", [101.6, 50.8], {})
    .sheet(ids.b, "b", "b.kicad_sch", [101.6, 101.6], {});
  b.sheet(ids.c, "c", "c.kicad_sch", [101.6, 50.8], {});
  return new Map([
    ["amplifier.kicad_sch", root.text([a, b, c])],
    ["a.kicad_sch", a.text()],
    ["b.kicad_sch", b.text()],
    ["c.kicad_sch", c.text()],
  ]);
}

/** What connecting pins to nets of other sheets of it does. */
export const acrossSheets: { pins: string[]; net: string; changes: string[] }[] = [
  { pins: ["R8.1"], net: "RESET", changes: ["R8.1 joined /RESET"] },
  {
    pins: ["R8.1", "R8.2", "R6.1"],
    net: "/RESET",
    changes: ["R6.1", "R8.1", "R8.2"].map((pin) => `${pin} joined /RESET`),
  },
  { pins: ["R2.1"], net: "EN", changes: ["net /a/EN renamed to /EN", "R2.1 joined /EN"] },
  { pins: ["R8.1"], net: "/a/EN", changes: ["net /a/EN renamed to /EN", "R8.1 joined /EN"] },
  { pins: ["R2.1"], net: "/b/c/IN", changes: ["net /b/c/IN renamed to /IN", "R2.1 joined /IN"] },
  { pins: ["R6.2"], net: "IN", changes: ["net /b/c/IN renamed to /b/IN", "R6.2 joined /b/IN"] },
];
