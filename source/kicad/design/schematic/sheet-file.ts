/** What one schematic file holds, with the place of everything in its text. Lengths are mm, y goes down. */
import type { Point } from "../../drawing/geometry.js";
import { type List, readList } from "../syntax/list.js";
import { type Definition, readDefinition } from "./definition.js";
import { type Orientation, orientationOf, snapped } from "./orientation.js";

/** The reference and unit that a symbol has in one use of its sheet. `list` is where the file keeps them. */
export type SymbolInstance = { path: string; reference: string; unit: number; list: List };

/** A symbol that is placed on a sheet: a part, one unit of one, or a power symbol. */
export type PlacedSymbol = {
  list: List;
  uuid: string;
  /** `Device:R` */
  libraryId: string;
  definition: Definition | undefined;
  at: Point;
  orientation: Orientation;
  unit: number;
  style: number;
  /** By name, in the file's order. */
  properties: ReadonlyMap<string, Property>;
  instances: SymbolInstance[];
  /** The functions chosen for pins that have several, by the pin's number. */
  alternates: ReadonlyMap<string, string>;
};

export type Property = { name: string; value: string; list: List };

export const labelKinds = ["label", "global_label", "hierarchical_label"] as const;
export type LabelKind = (typeof labelKinds)[number];

/** `text` is as the file has it: `{slash}` and the like are not resolved. */
export type Label = { kind: LabelKind; text: string; at: Point; angle: number; list: List };

/** A wire or a bus. */
export type Line = { from: Point; to: Point; list: List };

/** A place where another sheet is shown. `file` is as it is written. */
export type SubSheet = {
  list: List;
  uuid: string;
  name: string;
  file: string;
  at: Point;
  size: Point;
  pins: SheetPin[];
};

export type SheetPin = { text: string; at: Point; angle: number; list: List };

export type SheetFile = {
  path: string;
  text: string;
  list: List;
  /** The date that KiCad names its formats by, 20250114; 0 where there is none. */
  version: number;
  uuid: string;
  /** By the name that placed symbols use. */
  definitions: ReadonlyMap<string, Definition>;
  symbols: PlacedSymbol[];
  labels: Label[];
  subSheets: SubSheet[];
  wires: Line[];
  buses: Line[];
  /** From the bus to the wire, or the other way round. */
  busEntries: Line[];
  /** The members of each bus alias, by its name. */
  busAliases: ReadonlyMap<string, readonly string[]>;
  junctions: { at: Point; list: List }[];
  noConnects: { at: Point; list: List }[];
  /** What KiCad 6 keeps in the root of the design: references by the path of the sheet and the id of the symbol. */
  rootInstances: SymbolInstance[];
};

/** Reads a schematic file; undefined where it is none. */
export function readSheetFile(path: string, text: string): SheetFile | undefined {
  const list = readList(text);
  if (list?.head !== "kicad_sch") {
    return undefined;
  }
  const definitions = readDefinitions(list);
  const lines = (head: string) => list.all(head).flatMap(readLine);
  const points = (head: string) => list.all(head).map((item) => ({ at: pointOf(item), list: item }));
  return {
    path,
    text,
    list,
    version: Number(list.valueOf("version") ?? 0) || 0,
    uuid: list.valueOf("uuid") ?? "",
    definitions,
    symbols: list.all("symbol").map((item) => readSymbol(item, definitions)),
    labels: labelKinds.flatMap((kind) => list.all(kind).map((item) => readLabel(kind, item))),
    subSheets: list.all("sheet").map(readSubSheet),
    wires: lines("wire"),
    buses: lines("bus"),
    busEntries: list.all("bus_entry").map(readBusEntry),
    busAliases: new Map(
      list.all("bus_alias").map((alias) => {
        const members = alias.first("members")?.atoms ?? [];
        return [alias.value() ?? "", members.map(({ value }) => value)];
      }),
    ),
    junctions: points("junction"),
    noConnects: points("no_connect"),
    rootInstances: list.all("symbol_instances").flatMap((all) => all.all("path").map(readInstance)),
  };
}

/** The place in `(at x y)`. */
export function pointOf(list: List, head = "at"): Point {
  const [x = 0, y = 0] = list.first(head)?.numbers ?? [];
  return { x: snapped(x), y: snapped(y) };
}

function readDefinitions(list: List): Map<string, Definition> {
  const lists = new Map<string, List>();
  for (const symbol of list.first("lib_symbols")?.all("symbol") ?? []) {
    lists.set(symbol.value() ?? "", symbol);
  }
  return new Map(
    [...lists].map(([name, symbol]) => [name, readDefinition(symbol, (above) => lists.get(above))]),
  );
}

function readSymbol(list: List, definitions: ReadonlyMap<string, Definition>): PlacedSymbol {
  const libraryId = list.valueOf("lib_id") ?? "";
  const instances = list.first("instances")?.all("project") ?? [];
  return {
    list,
    uuid: list.valueOf("uuid") ?? "",
    libraryId,
    definition: definitions.get(list.valueOf("lib_name") ?? libraryId),
    at: pointOf(list),
    orientation: orientationOf(list),
    unit: Number(list.valueOf("unit") ?? 1) || 1,
    style: Number(list.valueOf("body_style") ?? list.valueOf("convert") ?? 1) || 1,
    properties: propertiesOf(list),
    instances: instances.flatMap((project) => project.all("path").map(readInstance)),
    alternates: new Map(
      list.all("pin").flatMap((pin) => {
        const chosen = pin.valueOf("alternate");
        return chosen === undefined ? [] : [[pin.value() ?? "", chosen] as const];
      }),
    ),
  };
}

function readInstance(list: List): SymbolInstance {
  return {
    path: list.value() ?? "",
    reference: list.valueOf("reference") ?? "",
    unit: Number(list.valueOf("unit") ?? 1) || 1,
    list,
  };
}

export function propertiesOf(list: List): Map<string, Property> {
  return new Map(
    list.all("property").map((property) => {
      // A field that is private to its symbol has that word before its name.
      const [name = "", value = ""] = property.atoms.filter(({ quoted }) => quoted).map(({ value }) => value);
      return [name, { name, value, list: property }];
    }),
  );
}

function readLabel(kind: LabelKind, list: List): Label {
  return {
    kind,
    text: list.value() ?? "",
    at: pointOf(list),
    angle: list.first("at")?.numbers[2] ?? 0,
    list,
  };
}

function readLine(list: List): Line[] {
  const [from, to] = list.first("pts")?.all("xy") ?? [];
  return from && to ? [{ from: pointIn(from), to: pointIn(to), list }] : [];
}

function pointIn({ numbers: [x = 0, y = 0] }: List): Point {
  return { x: snapped(x), y: snapped(y) };
}

function readBusEntry(list: List): Line {
  const from = pointOf(list);
  const size = pointOf(list, "size");
  return { from, to: { x: snapped(from.x + size.x), y: snapped(from.y + size.y) }, list };
}

function readSubSheet(list: List): SubSheet {
  const properties = propertiesOf(list);
  const [width = 0, height = 0] = list.first("size")?.numbers ?? [];
  return {
    list,
    uuid: list.valueOf("uuid") ?? "",
    name: (properties.get("Sheetname") ?? properties.get("Sheet name"))?.value ?? "",
    file: (properties.get("Sheetfile") ?? properties.get("Sheet file"))?.value ?? "",
    at: pointOf(list),
    size: { x: width, y: height },
    pins: list.all("pin").map((pin) => ({
      text: pin.value() ?? "",
      at: pointOf(pin),
      angle: pin.first("at")?.numbers[2] ?? 0,
      list: pin,
    })),
  };
}
