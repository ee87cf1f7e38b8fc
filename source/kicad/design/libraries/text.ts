/** A symbol or a footprint of a library in words: what it is, and a row for each pin or pad. */
import { inNaturalOrder } from "../difference/order.js";
import { propertiesOf } from "../schematic/sheet-file.js";
import type { List } from "../syntax/list.js";
import type { LibraryFootprint, LibrarySymbol } from "./library-item.js";
import type { Entry } from "./scan.js";

type Described = { head: string[]; rows: string[] };

/** `entry` is what the index has of it. */
export function describeSymbol({ id, definition, ancestors }: LibrarySymbol, entry: Entry): Described {
  const { pins, units, list, isPower } = definition;
  const properties = [list, ...ancestors].map(propertiesOf);
  const property = (name: string) =>
    properties.map((all) => all.get(name)?.value ?? "").find((value) => value !== "" && value !== "~");
  const hasStyles = pins.some(({ style }) => style > 1);
  return {
    head: [
      [id, entry.description].filter((text) => text !== "").join(" | "),
      ...line("Footprint", property("Footprint")),
      ...line("Footprints that fit", property("ki_fp_filters")),
      ...line("Datasheet", property("Datasheet")),
      [
        `${pins.length} pins`,
        ...(units > 1 ? [`${units} units`] : []),
        ...(isPower ? ["a power symbol"] : []),
      ].join(", "),
    ],
    rows: pins
      .filter(({ style }) => !hasStyles || style < 2)
      .sort((one, other) => inNaturalOrder(one.number, other.number))
      .map(({ number, name, type, unit, hidden, alternates }) =>
        [
          `${number}${name === "" || name === number ? "" : ` ${name}`} (${type})`,
          ...(units > 1 ? [unit === 0 ? "all units" : `unit ${unit}`] : []),
          ...(hidden ? ["hidden"] : []),
          ...(alternates.size > 0 ? [`or ${[...alternates.keys()].join(", ")}`] : []),
        ].join(", "),
      ),
  };
}

/** Places are mm from the footprint's own origin, y goes down. */
export function describeFootprint({ id, list, pads }: LibraryFootprint, entry: Entry): Described {
  return {
    head: [
      [id, entry.description].filter((text) => text !== "").join(" | "),
      ...line("Tags", entry.keywords),
      `${pads.length} pads`,
    ],
    rows: list
      .all("pad")
      .filter((pad) => (pad.value() ?? "") !== "")
      .map(describePad),
  };
}

/** `1 smd roundrect at -2.475, -1.905, 1.95 × 0.6 mm` */
function describePad(pad: List): string {
  const [number = "", type = "", shape = ""] = pad.atoms.map(({ value }) => value);
  const [x = 0, y = 0] = pad.first("at")?.numbers ?? [];
  const [width = 0, height = 0] = pad.first("size")?.numbers ?? [];
  const drill = pad.first("drill")?.numbers[0];
  return `${number} ${type} ${shape} at ${x}, ${y}, ${width} × ${height} mm${drill === undefined ? "" : `, drill ${drill}`}`;
}

function line(label: string, text: string | undefined): string[] {
  return text === undefined || text === "" ? [] : [`${label}: ${text}`];
}
