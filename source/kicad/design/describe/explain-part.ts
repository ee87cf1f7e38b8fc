/** What a part or a pin is. */
import { inNaturalOrder } from "../difference/order.js";
import type { UsedPin } from "../schematic/connections.js";
import { namePath, pinsOf, type UsedSymbol } from "../schematic/schematic.js";
import { type Facts, sheetsOf } from "./facts.js";
import { footprintOnBoard } from "./on-board.js";
import type { ExplainedPart, ExplainedPin } from "./schema.js";

type Pin = ExplainedPart["pins"][number];

/** The part with this reference, which the design has. */
export function explainPart(facts: Facts, ref: string): ExplainedPart {
  const symbols = facts.symbols.get(ref) ?? [];
  const { value, footprint, symbol, datasheet, description, fields, flags } = headOf(facts, ref, symbols);
  return {
    schema: "copperhead.explain/1",
    kind: "part",
    project: facts.project,
    ref,
    value,
    footprint,
    symbol,
    ...(datasheet !== undefined && { datasheet }),
    ...(description !== undefined && { description }),
    fields,
    flags,
    sheets: sheetsOf(symbols),
    units: symbols.map(({ symbol: { at, orientation }, use, unit }) => ({
      unit,
      sheet: namePath(use),
      x: at.x,
      y: at.y,
      rotation: orientation.angle,
      ...(orientation.mirror && { mirror: orientation.mirror }),
    })),
    pins: pinsOfPart(symbols).map((pin) => explainedPin(facts, pin)),
    ...boardOf(facts, ref),
  };
}

/** Pins of one part; the nets that they are on are listed with all their pins. */
export function explainPins(facts: Facts, ref: string, pins: readonly UsedPin[]): ExplainedPin {
  const { value, symbol } = headOf(facts, ref, facts.symbols.get(ref) ?? []);
  const explained = pins.map((pin) => explainedPin(facts, pin));
  const names = new Set(explained.flatMap(({ net }) => net ?? []));
  const numbers = new Set(explained.map(({ number }) => number));
  const { board } = boardOf(facts, ref);
  return {
    schema: "copperhead.explain/1",
    kind: "pin",
    project: facts.project,
    ref,
    value,
    symbol,
    pins: explained,
    nets: facts.nets
      .filter(({ name }) => names.has(name))
      .map(({ name, pins: all }) => ({
        name,
        pins: all.map(({ reference, pin }) => ({ ref: reference, number: pin })),
      })),
    ...(board && { board: { ...board, pads: board.pads.filter(({ number }) => numbers.has(number)) } }),
  };
}

/** Every pin of every unit, by number. */
export function pinsOfPart(symbols: readonly UsedSymbol[]): UsedPin[] {
  return symbols
    .flatMap((used) => pinsOf(used).map((pin) => ({ used, pin })))
    .sort((one, other) => inNaturalOrder(one.pin.number, other.pin.number));
}

function explainedPin(facts: Facts, { used, pin }: UsedPin): Pin {
  return {
    number: pin.number,
    name: pin.name,
    type: pin.type,
    net: facts.netName({ used, pin }),
    sheet: namePath(used.use),
    x: pin.at.x,
    y: pin.at.y,
    ...(pin.hidden && { hidden: true as const }),
  };
}

/** As the netlist has it, else as the symbol does, else as the footprint. */
function headOf(facts: Facts, ref: string, symbols: readonly UsedSymbol[]) {
  const part = facts.components.get(ref);
  const [first] = symbols;
  const footprint = facts.footprints.get(ref);
  const property = (name: string) => first?.symbol.properties.get(name)?.value ?? "";
  return {
    value: part?.value ?? (property("Value") || (footprint?.value ?? "")),
    footprint: part?.footprint ?? (property("Footprint") || (footprint?.libraryId ?? "")),
    symbol: first?.symbol.libraryId ?? "",
    datasheet: part?.datasheet,
    description: part?.description,
    fields: part?.fields ?? {},
    flags: part?.flags ?? [],
  };
}

function boardOf(facts: Facts, ref: string): Pick<ExplainedPart, "board"> {
  const footprint = facts.footprints.get(ref);
  return footprint ? { board: footprintOnBoard(footprint) } : {};
}
