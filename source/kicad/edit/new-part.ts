/** A part that is to be added: what it is, what it is called, and how much room it takes. */
import type { LibrarySymbol } from "../design/libraries/library-item.js";
import { type Definition, readDefinition } from "../design/schematic/definition.js";
import { placeKey } from "../design/schematic/orientation.js";
import { angleOf, isShown, labelBox, symbolBox, textBox } from "../design/schematic/outline.js";
import { type Pin, pinsOf, type Schematic } from "../design/schematic/schematic.js";
import type { SheetFile } from "../design/schematic/sheet-file.js";
import { grow, hullOf, type Point, type Rectangle } from "../drawing/geometry.js";
import { refuse } from "./edit.js";
import { embeddedSymbol } from "./writing/embedded-symbol.js";
import { type Form, formOf, readForm } from "./writing/form.js";

/** A symbol as a file keeps it, to be written where it is not there yet. */
export type PartSymbol = { definition: Definition; form: Form };

const upright = { angle: 0 } as const;

/**
 * The symbol with this id: as the file has it, else as the library, else as another file of the design. Throws
 * `edit-refused` where there is none.
 */
export function partSymbol(
  schematic: Schematic,
  file: SheetFile,
  { symbol, library }: { symbol: string; library?: LibrarySymbol | undefined },
): PartSymbol {
  const own = file.definitions.get(symbol);
  const other = [...schematic.files.values()]
    .map(({ definitions }) => definitions.get(symbol))
    .find((one) => one);
  const kept = own ?? (library ? undefined : other);
  const form = kept ? formOf(kept.list) : library && embeddedSymbol(library, file.version);
  const list = form && readForm(form);
  if (!list) {
    return refuse(`There is no symbol ${symbol}, neither in a library nor in the design.`);
  }
  const definition = readDefinition(list, () => undefined);
  if (definition.isPower) {
    refuse(`${symbol} is a power symbol, not a part.`, "Connect a pin to a net of its name instead.");
  }
  return { definition, form };
}

/** The pins of one unit around its own place. */
export function unitPins(definition: Definition, unit: number, at: Point = { x: 0, y: 0 }): Pin[] {
  return pinsOf({ symbol: { definition, at, orientation: upright, style: 1, alternates: new Map() }, unit });
}

/** Pins that end in the same place, and so are connected with each other. */
export function byPlace(pins: readonly Pin[]): Pin[][] {
  const places = new Map<string, Pin[]>();
  for (const pin of pins) {
    const key = placeKey(pin.at);
    places.set(key, [...(places.get(key) ?? []), pin]);
  }
  return [...places.values()];
}

/** What one unit covers around its own place, with its texts and with a label at each pin that `nets` has. */
export function unitBox(definition: Definition, unit: number, nets: ReadonlyMap<string, string>): Rectangle {
  const at = { x: 0, y: 0 };
  const body = symbolBox(definition, { at, orientation: upright, unit, style: 1 });
  const labels = unitPins(definition, unit).flatMap((pin) => {
    const text = nets.get(pin.number);
    return text === undefined
      ? []
      : [labelBox({ kind: "global_label", text: text.padEnd(4), at: pin.at, angle: angleOf(pin.outward) })];
  });
  const texts = definition.list
    .all("property")
    .filter(isShown)
    .map((property) => {
      const [x = 0, y = 0] = property.first("at")?.numbers ?? [];
      return textBox({ x: x - 4, y: -y }, 8, { x: 1, y: 0 });
    });
  return grow(hullOf([body, ...labels, ...texts]) ?? body, 1.27);
}
