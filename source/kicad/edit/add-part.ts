/** Adds a part to a schematic: in free room, annotated, with its pins on their nets. */
import type { Netlist } from "../cli/netlist.js";
import type { LibrarySymbol } from "../design/libraries/library-item.js";
import type { Definition } from "../design/schematic/definition.js";
import { namePath, type Pin, type Schematic, type SheetUse } from "../design/schematic/schematic.js";
import { propertiesOf } from "../design/schematic/sheet-file.js";
import type { Point } from "../drawing/geometry.js";
import { Connecting } from "./connecting/connecting.js";
import { type Design, type Edit, refuse } from "./edit.js";
import { withPart, withPinsOn } from "./expected.js";
import { byPlace, type PartSymbol, partSymbol, unitBox, unitPins } from "./new-part.js";
import { FreeRoom } from "./sheets/free-room.js";
import { partNamed, pinList } from "./sheets/named-parts.js";
import { Nets } from "./sheets/nets.js";
import { refuseNoConnect } from "./sheets/spots.js";
import { Draft } from "./writing/draft.js";

export type AddRequest = {
  /** `Device:R` */
  symbol: string;
  /** That symbol in a library; undefined where no library has it: then the design itself has to. */
  library?: LibrarySymbol | undefined;
  ref?: string | undefined;
  value?: string | undefined;
  footprint?: string | undefined;
  /** The net of each pin, by its number or its name. */
  connect?: Readonly<Record<string, string>> | undefined;
  /** A part that it is to be near. */
  near?: string | undefined;
  /** The path of a sheet by names, `/power/`. */
  sheet?: string | undefined;
};

/** `references` are those of the new part, one for each use of its sheet. */
export type Addition = Edit & { references: string[] };

/** Places every unit of a part. Throws `edit-refused`. */
export function addPart(design: Design, request: AddRequest): Addition {
  const { schematic } = design;
  const { use, near } = placeFor(schematic, request);
  const { file } = use;
  const part = partSymbol(schematic, file, request);
  const nets = netsOfPins(part.definition, request.connect ?? {});
  const draft = new Draft(design);
  const references = referencesFor(draft, part.definition, use, request.ref);
  const connecting = new Connecting(draft, new Nets(schematic, design.netlist));
  const fields = fieldsOf(request);
  for (const [one, reference] of references) {
    connecting.expected = withNewPart(connecting.expected, part.definition, { reference, use: one, fields });
  }
  draft.embed(file, request.symbol, part.form);
  for (const [unit, at] of placesFor(schematic, use, part, { nets, near })) {
    const symbol = {
      libraryId: request.symbol,
      definition: part.definition,
      at,
      orientation: { angle: 0 } as const,
      unit,
      fields,
    };
    draft.symbol(file, symbol, references);
    for (const pins of byPlace(unitPins(part.definition, unit, at))) {
      connectPlace(connecting, use, pins, { nets, references });
    }
  }
  const others = [...references.values()].slice(1);
  return {
    files: draft.splices.files,
    expected: connecting.expected,
    notes: [
      ...connecting.notes,
      ...(others.length === 0
        ? []
        : [`The sheet is used more than once: ${others.join(", ")} came with it.`]),
    ],
    references: [...references.values()],
  };
}

/** The use of a sheet that was asked for, else that of the part that is near, else the root. */
function placeFor(schematic: Schematic, { near, sheet }: AddRequest): { use: SheetUse; near?: Point } {
  const { uses } = schematic;
  const neighbour = near === undefined ? undefined : partNamed(schematic, near)[0];
  const wanted = sheet?.replace(/^\/?(.*?)\/?$/, (_, path: string) => (path === "" ? "/" : `/${path}/`));
  const use =
    wanted === undefined ? (neighbour?.use ?? uses[0]) : uses.find((one) => namePath(one) === wanted);
  if (!use) {
    return refuse(
      `There is no sheet ${sheet}.`,
      `Sheets: ${uses.slice(0, 20).map(namePath).join(", ")}${uses.length > 20 ? ", …" : ""}.`,
    );
  }
  return { use, ...(neighbour?.use === use && { near: neighbour.symbol.at }) };
}

/** The nets by the numbers of the pins. */
function netsOfPins(definition: Definition, asked: Readonly<Record<string, string>>): Map<string, string> {
  const pins = Array.from({ length: definition.units }, (_, index) => unitPins(definition, index + 1)).flat();
  const nets = new Map<string, string>();
  for (const [name, net] of Object.entries(asked)) {
    const byNumber = pins.filter(({ number }) => number === name);
    const found = byNumber.length > 0 ? byNumber : pins.filter((pin) => pin.name === name);
    if (found.length === 0) {
      refuse(`${definition.id} has no pin ${name}.`, pinList(pins));
    }
    for (const pin of found) {
      refuseNoConnect(definition.id, pin);
      nets.set(pin.number, net);
    }
  }
  return nets;
}

function referencesFor(
  draft: Draft,
  definition: Definition,
  use: SheetUse,
  asked: string | undefined,
): Map<SheetUse, string> {
  const prefix = (propertiesOf(definition.list).get("Reference")?.value ?? "U").replace(/[\d?]*$/, "") || "U";
  if (asked !== undefined && !/^[A-Za-z][\w+-]*\d$/.test(asked)) {
    refuse(`${asked} is no reference: it needs a letter first and a number last, like ${prefix}1.`);
  }
  if (asked !== undefined && !draft.claim(asked)) {
    refuse(
      `There is a part ${asked} already.`,
      `The next free one is ${draft.nextReference(asked.replace(/\d+$/, ""))}.`,
    );
  }
  const own = asked?.replace(/\d+$/, "") ?? prefix;
  const uses = [use, ...draft.usesOf(use.file).filter((one) => one !== use)];
  return new Map(
    uses.map((one, index) => [one, (index === 0 ? asked : undefined) ?? draft.nextReference(own)]),
  );
}

function fieldsOf({ value, footprint }: AddRequest): Record<string, string> {
  return {
    ...(value !== undefined && { Value: value }),
    ...(footprint !== undefined && { Footprint: footprint }),
  };
}

/** A place for every unit. Throws `edit-refused` where there is no room. */
function placesFor(
  schematic: Schematic,
  use: SheetUse,
  { definition }: PartSymbol,
  { nets, near }: { nets: ReadonlyMap<string, string>; near?: Point | undefined },
): Map<number, Point> {
  const room = new FreeRoom(schematic, use);
  const places = new Map<number, Point>();
  for (let unit = 1; unit <= definition.units; unit += 1) {
    const box = unitBox(definition, unit, nets);
    const at = room.find(box, near ?? places.get(unit - 1));
    if (!at) {
      const size = `${Math.ceil(box.width)} × ${Math.ceil(box.height)} mm`;
      return refuse(
        `There is no free room of ${size} on the sheet ${namePath(use)}.`,
        "Add it to another sheet.",
      );
    }
    room.take({ ...box, x: at.x + box.x, y: at.y + box.y });
    places.set(unit, at);
  }
  return places;
}

/** Fields that netlists list by themselves, and those that only libraries have. */
const notListed = /^(Reference|Value|Footprint|Datasheet|Description|ki_.*)$/;

/** With the part, each of whose pins is on a net of its own. */
function withNewPart(
  netlist: Netlist,
  definition: Definition,
  { reference, use, fields }: { reference: string; use: SheetUse; fields: Readonly<Record<string, string>> },
): Netlist {
  const properties = [...propertiesOf(definition.list).values()];
  const own = (name: string) =>
    fields[name] ?? properties.find((property) => property.name === name)?.value ?? "";
  const isNo = (head: string) => definition.list.valueOf(head) === "no";
  const others = properties.filter(({ name, value }) => value !== "" && !notListed.test(name));
  const flags = [
    ...(isNo("in_bom") ? ["exclude_from_bom"] : []),
    ...(isNo("on_board") ? ["exclude_from_board"] : []),
    ...(definition.list.valueOf("exclude_from_sim") === "yes" ? ["exclude_from_sim"] : []),
  ];
  const part = {
    reference,
    value: own("Value"),
    footprint: own("Footprint"),
    sheet: namePath(use),
    flags,
    fields: Object.fromEntries(others.map(({ name, value }) => [name, value])),
    ...(own("Datasheet") !== "" && own("Datasheet") !== "~" && { datasheet: own("Datasheet") }),
    ...(own("Description") !== "" && { description: own("Description") }),
  };
  return withPart(
    netlist,
    part,
    definition.pins.map(({ number }) => number),
  );
}

/** Connects the pins that end in one place. */
function connectPlace(
  connecting: Connecting,
  use: SheetUse,
  pins: readonly Pin[],
  { nets, references }: { nets: ReadonlyMap<string, string>; references: ReadonlyMap<SheetUse, string> },
): void {
  const [first] = pins;
  const asked = new Set(pins.flatMap(({ number }) => nets.get(number) ?? []));
  const hidden = pins.find(({ hidden, type }) => hidden && type === "power_in");
  const [net, ...others] = hidden ? [hidden.name, ...asked] : asked;
  if (!first || others.some((other) => other !== net)) {
    const names = pins.map(({ number }) => number).join(", ");
    refuse(`The pins ${names} are in one place, and cannot be on ${net} and ${others.join(", ")}.`);
  }
  const names = [...references].map(
    ([one, reference]) => [one, pins.map((pin) => ({ reference, pin: pin.number }))] as const,
  );
  if (net !== undefined && !hidden) {
    const spot = { use, at: first.at, outward: first.outward, pins: new Map(names), noConnects: [] };
    connecting.attachByName(spot, connecting.target(net, new Set([use])));
    return;
  }
  for (const [, together] of names) {
    const [one] = together;
    if (one && (net !== undefined || together.length > 1)) {
      connecting.expected = withPinsOn(
        connecting.expected,
        together,
        net ?? `Net-(${one.reference}-Pad${one.pin})`,
      );
    }
  }
}
