/** Finds what a request names: parts by reference, pins by reference and number or name. */
import { inNaturalOrder } from "../../design/difference/order.js";
import { nearestNames } from "../../design/near.js";
import {
  type Pin,
  pinsOf,
  type Schematic,
  symbolsOf,
  type UsedSymbol,
} from "../../design/schematic/schematic.js";
import { refuse } from "../edit.js";

/** A pin of a placed symbol. */
export type PlacedPin = { used: UsedSymbol; pin: Pin };

/** Every unit of the part called `reference`. Throws `edit-refused` where there is none. */
export function partNamed(schematic: Schematic, reference: string): UsedSymbol[] {
  const all = symbolsOf(schematic);
  const exact = all.filter((used) => used.reference === reference);
  const found =
    exact.length > 0 ? exact : all.filter((used) => used.reference.toUpperCase() === reference.toUpperCase());
  return found.length > 0
    ? found
    : refuse(`There is no part ${reference}.`, nearest("Parts spelt alike", reference, references(all)));
}

function references(all: readonly UsedSymbol[]): string[] {
  return [...new Set(all.map(({ reference }) => reference))].filter((name) => !name.startsWith("#"));
}

/** `U3.5` or `U3.VCC`: all pins of that number, else of that name. Throws `edit-refused` where there is none. */
export function pinsNamed(schematic: Schematic, name: string): PlacedPin[] {
  const parts = references(symbolsOf(schematic)).filter((reference) => name.startsWith(`${reference}.`));
  const reference = parts.sort((one, other) => other.length - one.length)[0] ?? name.replace(/\..*$/s, "");
  const asked = name.slice(reference.length + 1);
  const pins = partNamed(schematic, reference).flatMap((used) => pinsOf(used).map((pin) => ({ used, pin })));
  const byNumber = pins.filter(({ pin }) => pin.number === asked);
  // A pin that all units show is one pin.
  const found = byNumber.length > 0 ? byNumber.slice(0, 1) : pins.filter(({ pin }) => pin.name === asked);
  return found.length > 0
    ? found
    : refuse(`${reference} has no pin ${asked}.`, pinList(pins.map(({ pin }) => pin)));
}

/** More pins are counted, not listed. */
const mostPins = 40;

export function pinList(pins: readonly Pin[]): string {
  const listed = pins
    .map(({ number, name }) => (name === "" || name === number ? number : `${number} (${name})`))
    .sort(inNaturalOrder);
  const more = listed.length > mostPins ? ` and ${listed.length - mostPins} more` : "";
  return `Its pins: ${listed.slice(0, mostPins).join(", ")}${more}.`;
}

/** Throws `edit-refused` where the name of a net is empty. */
export function requireName(net: string): void {
  if (net.trim() === "") {
    refuse("The name of the net is empty.");
  }
}

/** `Spelt alike: R4, R5.`; undefined where there is nothing to name. */
export function nearest(
  what: string,
  asked: string,
  names: readonly string[],
  count = 5,
): string | undefined {
  const found = nearestNames(asked, names, count);
  return found.length === 0 ? undefined : `${what}: ${found.join(", ")}.`;
}

/** The same symbols in every use of their sheets: what an edit of the file changes. */
export function everyUseOf(schematic: Schematic, symbols: readonly UsedSymbol[]): UsedSymbol[] {
  const chosen = new Set(symbols.map(({ symbol }) => symbol));
  return symbolsOf(schematic).filter(({ symbol }) => chosen.has(symbol));
}

/** The note of an edit that changes more parts than the requested one, as their sheet is used more than once. */
export function notesOnSharedSheets(reference: string, uses: readonly UsedSymbol[]): string[] {
  const others = new Set(uses.map((used) => used.reference).filter((other) => other !== reference));
  return others.size === 0
    ? []
    : [
        `${reference} is on a sheet that is used more than once: ${[...others].sort(inNaturalOrder).join(", ")} changed too.`,
      ];
}
