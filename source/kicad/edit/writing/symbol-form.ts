/** A symbol as it is written into a sheet. */
import { type Definition, isHidden } from "../../design/schematic/definition.js";
import { type Orientation, turned } from "../../design/schematic/orientation.js";
import { pinsOf, projectName, type Schematic, type SheetUse } from "../../design/schematic/schematic.js";
import type { SheetFile } from "../../design/schematic/sheet-file.js";
import type { List } from "../../design/syntax/list.js";
import type { Point } from "../../drawing/geometry.js";
import { type Form, number, styleOf, text, uuidForm } from "./form.js";
import { effects, since } from "./versions.js";

export type NewSymbol = {
  /** `Device:R` */
  libraryId: string;
  /** The name of its definition in the file, where that is another one. */
  definitionName?: string;
  definition: Definition;
  at: Point;
  orientation: Orientation;
  unit: number;
  /** By the path of each use of the sheet. */
  references: ReadonlyMap<SheetUse, string>;
  /** Values of fields that are not those of the library. */
  fields: Readonly<Record<string, string>>;
  uuid: string;
};

/** The symbol in the words of the file's version. `newId` makes the ids of its pins. */
export function symbolForm(
  schematic: Schematic,
  file: SheetFile,
  symbol: NewSymbol,
  newId: () => string,
): Form {
  const { definition, at, orientation, unit } = symbol;
  const { version } = file;
  const style = styleOf(file.list);
  const flag = (head: string, otherwise: string): Form => [head, definition.list.valueOf(head) ?? otherwise];
  const shown = { definition, at, orientation, style: 1, alternates: new Map<string, string>() };
  return [
    "symbol",
    ...(symbol.definitionName === undefined ? [] : [["lib_name", text(symbol.definitionName)] as const]),
    ["lib_id", text(symbol.libraryId)],
    ["at", number(at.x), number(at.y), String(orientation.angle)],
    ...(orientation.mirror ? [["mirror", orientation.mirror] as const] : []),
    ["unit", String(unit)],
    ...(version >= since.excludeFromSim ? [flag("exclude_from_sim", "no")] : []),
    flag("in_bom", "yes"),
    flag("on_board", "yes"),
    ...(version >= since.dnp ? [["dnp", "no"] as const] : []),
    uuidForm(symbol.uuid, style),
    ...propertyForms(symbol, version),
    ...pinsOf({ symbol: shown, unit }).map(
      (pin): Form => ["pin", text(pin.number), uuidForm(newId(), style)],
    ),
    ...(version >= since.instancesInSymbols ? [instancesForm(schematic, symbol)] : []),
  ];
}

/** Properties that only a library has. */
const ofLibrary = /^ki_/;

function propertyForms(symbol: NewSymbol, version: number): Form[] {
  const { definition, fields } = symbol;
  const known = definition.list.all("property").map((list) => {
    const [name = "", value = ""] = list.atoms.filter(({ quoted }) => quoted).map((atom) => atom.value);
    return { name, value, list };
  });
  const others = Object.keys(fields).filter((name) => !known.some((property) => property.name === name));
  const wanted: { name: string; value: string; list?: List }[] = [
    ...known.filter(({ name }) => !ofLibrary.test(name)),
    ...others.map((name) => ({ name, value: "" })),
  ];
  return wanted.map(({ name, value, list }, index) => {
    const local = list?.first("at")?.numbers ?? [];
    const place = turned({ x: local[0] ?? 0, y: local[1] ?? 0 }, symbol.orientation);
    const look = list?.first("effects");
    return [
      "property",
      text(name),
      text(fields[name] ?? value),
      ...(version < since.propertiesWithoutIds ? [["id", String(index)] as const] : []),
      ["at", number(symbol.at.x + place.x), number(symbol.at.y + place.y), String(local[2] ?? 0)],
      effects(version, {
        justify: look?.first("justify")?.atoms.map((atom) => atom.value) ?? [],
        isHidden: list === undefined || isHidden(list) || (look !== undefined && isHidden(look)),
      }),
    ];
  });
}

/** The reference in each use of the sheet. Every project that the file names before is left as it is. */
function instancesForm(schematic: Schematic, { references, unit }: NewSymbol): Form {
  return [
    "instances",
    [
      "project",
      text(projectName(schematic)),
      ...[...references].map(
        ([use, reference]): Form => [
          "path",
          text(use.path),
          ["reference", text(reference)],
          ["unit", String(unit)],
        ],
      ),
    ],
  ];
}

/** What the root of a KiCad 6 design keeps of a new symbol, for each use of its sheet. */
export function rootInstanceForms(
  schematic: Schematic,
  { references, unit, uuid, fields, definition }: NewSymbol,
): Form[] {
  const rootLength = (schematic.uses[0]?.path ?? "").length;
  const field = (name: string) => {
    const property = definition.list.all("property").find((list) => list.value() === name);
    return fields[name] ?? property?.value(1) ?? "";
  };
  return [...references].map(([use, reference]) => [
    "path",
    text(`${use.path.slice(rootLength)}/${uuid}`),
    ["reference", text(reference)],
    ["unit", String(unit)],
    ["value", text(field("Value"))],
    ["footprint", text(field("Footprint"))],
  ]);
}
