/**
 * A copy of a schematic in which nothing connects anything but labels of our own, one at the computed end of each pin:
 * where a netlist of it has every pin on its label's net, and no two labels on one net, every place was right.
 */
import { placeKey } from "../../../../source/kicad/design/schematic/orientation.js";
import { pinsOf, type Schematic, symbolsOf } from "../../../../source/kicad/design/schematic/schematic.js";
import type { SheetFile } from "../../../../source/kicad/design/schematic/sheet-file.js";
import { applySplices, type Splice } from "../../../../source/kicad/edit/splice.js";

export type LabelledPins = {
  /** The new text of each file. */
  texts: Map<string, string>;
  /** For each net that the labels name, the pins that have to be on it, `R1.2`, sorted. */
  nets: Map<string, string[]>;
};

export function labelledPins(schematic: Schematic): LabelledPins {
  const labels = new Map<SheetFile, Map<string, { name: string; text: string }>>();
  const nets = new Map<string, Set<string>>();
  for (const used of symbolsOf(schematic)) {
    const inFile = labels.get(used.use.file) ?? new Map();
    labels.set(used.use.file, inFile);
    for (const { at, number } of pinsOf(used)) {
      const key = placeKey(at);
      const name = inFile.get(key)?.name ?? `PLACE${nets.size}`;
      const pins = nets.get(name) ?? new Set();
      nets.set(name, pins);
      pins.add(`${partOf(used.reference)}.${number}`);
      inFile.set(key, { name, text: `(global_label "${name}" (shape input) (at ${at.x} ${at.y} 0))\n` });
    }
  }
  const texts = new Map(
    [...schematic.files.values()].map((file) => {
      const added = [...(labels.get(file)?.values() ?? [])].map(({ text }) => text).join("");
      return [file.path, applySplices(file.text, [...strip(file), { ...endOf(file), text: added }])];
    }),
  );
  return { texts, nets: new Map([...nets].map(([name, pins]) => [name, [...pins].sort()])) };
}

/** Power symbols are made parts, which netlists name. */
function partOf(reference: string): string {
  return reference.replace(/^#/, "P");
}

const connecting = [
  "wire",
  "bus",
  "bus_entry",
  "junction",
  "no_connect",
  "label",
  "global_label",
  "hierarchical_label",
  "netclass_flag",
];

function strip({ list }: SheetFile): Splice[] {
  const gone = connecting.flatMap((head) => list.all(head));
  const sheetPins = list.all("sheet").flatMap((sheet) => sheet.all("pin"));
  const symbols = [...(list.first("lib_symbols")?.all("symbol") ?? [])];
  const power = symbols.flatMap((symbol) => symbol.all("power"));
  const pins = symbols.flatMap((symbol) => symbol.all("symbol").flatMap((body) => body.all("pin")));
  const references = list
    .all("symbol")
    .flatMap((symbol) => [
      ...symbol.all("property").filter((property) => property.value() === "Reference"),
      ...symbol
        .all("instances")
        .flatMap((all) =>
          all
            .all("project")
            .flatMap((project) => project.all("path").flatMap((path) => path.all("reference"))),
        ),
    ]);
  const inRoot = list
    .all("symbol_instances")
    .flatMap((all) => all.all("path").flatMap((path) => path.all("reference")));
  const flags = list.all("symbol").flatMap((symbol) => [...symbol.all("on_board"), ...symbol.all("in_bom")]);
  return [
    ...[...gone, ...sheetPins, ...power, ...flags].map(({ start, end }) => ({ start, end, text: "" })),
    ...pins
      .flatMap((pin) => pin.atoms.slice(0, 1))
      .map(({ start, end }) => ({ start, end, text: "passive" })),
    ...[...references, ...inRoot].flatMap(({ atoms }) => {
      const last = atoms.at(-1);
      return last?.value.startsWith("#")
        ? [{ start: last.start, end: last.end, text: JSON.stringify(partOf(last.value)) }]
        : [];
    }),
  ];
}

function endOf({ list }: SheetFile): { start: number; end: number } {
  return { start: list.end - 1, end: list.end - 1 };
}
