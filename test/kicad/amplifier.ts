/**
 * A design with all that makes places hard: a sheet used twice, with one symbol in each of the eight orientations, a
 * part of three units, power symbols, and nets through ports, labels, junctions and touching pins.
 */
import { SheetWriter, versions } from "./sheet-writer.js";

const left = "aaaaaaaa-0000-4000-8000-000000000001";
const right = "aaaaaaaa-0000-4000-8000-000000000002";

export const orientations = ([0, 90, 180, 270] as const).flatMap((angle) => [
  { angle },
  { angle, mirror: "x" as const },
]);

/** Texts by file name; the root is `amplifier.kicad_sch`. */
export function amplifier(version: number = versions.kicad9): Map<string, string> {
  const root = new SheetWriter(1, version);
  const channel = new SheetWriter(2, version);
  for (const sheet of [root, channel]) {
    defineParts(sheet);
  }
  drawChannel(channel, root.uuid);
  drawRoot(root);
  return new Map([
    ["amplifier.kicad_sch", root.text([channel])],
    ["channel.kicad_sch", channel.text()],
  ]);
}

function defineParts(sheet: SheetWriter): void {
  sheet
    .define("parts:R", "R", [
      [],
      [
        { number: "1", x: 0, y: 3.81, angle: 270 },
        { number: "2", x: 0, y: -3.81, angle: 90 },
      ],
    ])
    .define("parts:TRI", "Q", [
      [],
      [
        { number: "1", name: "B", type: "input", x: -5.08, y: 2.54, angle: 0 },
        { number: "2", name: "C", x: 5.08, y: 0, angle: 180 },
        { number: "3", name: "E", x: 0, y: -7.62, angle: 90 },
      ],
    ])
    .define("parts:DUAL", "U", [
      [],
      [
        { number: "1", name: "OUT", type: "output", x: 7.62, y: 0, angle: 180 },
        { number: "2", name: "-", type: "input", x: -7.62, y: -2.54, angle: 0 },
        { number: "3", name: "+", type: "input", x: -7.62, y: 2.54, angle: 0 },
      ],
      [
        { number: "5", name: "+", type: "input", x: -7.62, y: 2.54, angle: 0 },
        { number: "6", name: "-", type: "input", x: -7.62, y: -2.54, angle: 0 },
        { number: "7", name: "OUT", type: "output", x: 7.62, y: 0, angle: 180 },
      ],
      [
        { number: "4", name: "V-", type: "power_in", x: 0, y: -7.62, angle: 90 },
        { number: "8", name: "V+", type: "power_in", x: 0, y: 7.62, angle: 270 },
      ],
    ])
    .define("parts:GND", "#PWR", [[], [{ number: "1", x: 0, y: 0, angle: 270 }]], true)
    .define("parts:VCC", "#PWR", [[], [{ number: "1", x: 0, y: 0, angle: 90 }]], true);
}

function drawChannel(sheet: SheetWriter, root: string): void {
  const uses = (prefix: string, number: number) => [
    { path: `/${root}/${left}`, reference: `${prefix}${100 + number}` },
    { path: `/${root}/${right}`, reference: `${prefix}${200 + number}` },
  ];
  let power = 0;
  const symbol = (id: string, at: [number, number]) => {
    power += 1;
    sheet.place(id, at, uses("#PWR0", power), { value: id.slice("parts:".length) });
  };
  for (const [index, orientation] of orientations.entries()) {
    sheet.place("parts:TRI", [40.64 + 25.4 * index, 38.1], uses("Q", index + 1), {
      ...orientation,
      value: "BC847",
    });
  }
  // An amplifier with its input from the port, a divider to ground, and its output at the other port.
  sheet.place("parts:DUAL", [76.2, 101.6], uses("U", 1), { value: "LM358" });
  sheet.place("parts:DUAL", [127, 101.6], uses("U", 1), { unit: 2, mirror: "x", value: "LM358" });
  sheet.place("parts:DUAL", [177.8, 101.6], uses("U", 1), { unit: 3, value: "LM358" });
  symbol("parts:VCC", [177.8, 93.98]);
  symbol("parts:GND", [177.8, 109.22]);
  sheet
    .label("hierarchical_label", "IN", [50.8, 99.06], 180)
    .wire([50.8, 99.06], [60.96, 99.06], [68.58, 99.06]);
  sheet.place("parts:R", [60.96, 102.87], uses("R", 1), { value: "10k" }).mark("junction", [60.96, 99.06]);
  symbol("parts:GND", [60.96, 106.68]);
  sheet.wire(
    [83.82, 101.6],
    [91.44, 101.6],
    [91.44, 114.3],
    [66.04, 114.3],
    [66.04, 104.14],
    [68.58, 104.14],
  );
  sheet
    .mark("junction", [91.44, 101.6])
    .wire([91.44, 101.6], [101.6, 101.6])
    .label("label", "MID", [101.6, 101.6]);
  sheet.label("label", "MID", [119.38, 104.14], 180);
  sheet.wire([119.38, 99.06], [116.84, 99.06]).label("label", "REF", [116.84, 99.06], 180);
  sheet.wire([134.62, 101.6], [144.78, 101.6]).label("hierarchical_label", "OUT", [144.78, 101.6]);
  // Two resistors that touch, and a third that faces the second with room between them.
  sheet.place("parts:R", [203.2, 101.6], uses("R", 2)).place("parts:R", [203.2, 109.22], uses("R", 3));
  sheet.place("parts:R", [203.2, 127], uses("R", 4));
  sheet.label("label", "REF", [203.2, 97.79], 90).mark("no_connect", [203.2, 130.81]);
}

function drawRoot(sheet: SheetWriter): void {
  const at = (reference: string) => [{ path: `/${sheet.uuid}`, reference }];
  sheet.sheet(left, "left", "channel.kicad_sch", [101.6, 50.8], { IN: 5.08, OUT: 15.24 });
  sheet.sheet(right, "right", "channel.kicad_sch", [101.6, 101.6], { IN: 5.08, OUT: 15.24 });
  sheet.place("parts:R", [76.2, 59.69], at("R1"), { value: "100" }).wire([76.2, 55.88], [101.6, 55.88]);
  sheet.label("global_label", "AUDIO", [76.2, 63.5], 270);
  sheet.wire([101.6, 66.04], [88.9, 66.04]).label("label", "LEFT_OUT", [88.9, 66.04], 180);
  sheet.wire([101.6, 106.68], [88.9, 106.68]).label("global_label", "AUDIO", [88.9, 106.68], 180);
  sheet.wire([101.6, 116.84], [88.9, 116.84]).label("label", "RIGHT{slash}OUT", [88.9, 116.84], 180);
  sheet
    .place("parts:R", [50.8, 88.9], at("R2"), { angle: 90 })
    .label("label", "LEFT_OUT", [46.99, 88.9], 180);
  sheet.label("label", "RIGHT/OUT", [54.61, 88.9]);
  sheet.place("parts:R", [50.8, 127], at("R3"), { value: "1M" });
  sheet.place("parts:VCC", [50.8, 123.19], at("#PWR01"), { value: "VCC" });
  sheet.place("parts:GND", [50.8, 130.81], at("#PWR02"), { value: "GND" });
}
