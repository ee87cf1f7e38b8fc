/** Finds what a name means in a design and describes it. Pure. */
import { basename } from "node:path";
import { CopperheadError, exitCodes } from "../../../base/failure.js";
import type { Net } from "../../cli/netlist.js";
import { nearestNames } from "../near.js";
import type { UsedPin } from "../schematic/connections.js";
import { namePath, type SheetUse } from "../schematic/schematic.js";
import { explainNet } from "./explain-net.js";
import { explainPart, explainPins, pinsOfPart } from "./explain-part.js";
import { explainSheet } from "./explain-sheet.js";
import { Facts, type ReadDesign } from "./facts.js";
import type { Explanation } from "./schema.js";

/**
 * What `what` is: a reference (`R4`), a pin by number or name (`U3.5`, `U3.VCC`), a net or a sheet; a net or a sheet
 * also by the last part of its name, and anything in either case. Throws `not-in-design` with what is near.
 */
export function explain(design: ReadDesign, what: string): Explanation {
  const facts = new Facts(design);
  const asked = what.trim();
  for (const isSame of [(name: string) => name === asked, sameInAnyCase(asked)]) {
    const found = find(facts, asked, isSame);
    if (found) {
      return found;
    }
  }
  throw notFound(facts, asked);
}

type IsSame = (name: string) => boolean;

function sameInAnyCase(asked: string): IsSame {
  const wanted = asked.toUpperCase();
  return (name) => name.toUpperCase() === wanted;
}

function find(facts: Facts, asked: string, isSame: IsSame): Explanation | undefined {
  const ref = [...facts.symbols.keys(), ...facts.references].find(isSame);
  if (ref !== undefined && ref !== "") {
    return explainPart(facts, ref);
  }
  const net = facts.nets.find(({ name }) => isSame(name));
  if (net) {
    return explainNet(facts, net);
  }
  const sheet = sheetNamed(facts, isSame);
  if (sheet && facts.schematic) {
    return explainSheet(facts, facts.schematic, sheet);
  }
  const pins = pinsNamed(facts, asked, isSame);
  if (pins) {
    return explainPins(facts, pins.ref, pins.pins);
  }
  const short = netByItsEnd(facts, asked, isSame);
  return short && explainNet(facts, short);
}

/** By path, name or file; of several uses of a file the first. */
function sheetNamed({ schematic }: Facts, isSame: IsSame): SheetUse | undefined {
  const uses = schematic?.uses ?? [];
  const ways: ((use: SheetUse) => string)[] = [
    namePath,
    (use) => namePath(use).slice(0, -1),
    (use) => namePath(use).slice(1, -1),
    ({ names }) => names.at(-1) ?? "",
    ({ file }) => file.path.replace(/^.*[\\/]/, ""),
  ];
  for (const way of ways) {
    const found = uses.find((use) => way(use) !== "" && isSame(way(use)));
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The pins whose full name, `U3.5` or `U3.VCC`, is meant: by number before by name. */
function pinsNamed(
  facts: Facts,
  asked: string,
  isSame: IsSame,
): { ref: string; pins: UsedPin[] } | undefined {
  for (const [ref, symbols] of facts.symbols) {
    if (ref !== "" && asked.toUpperCase().startsWith(`${ref.toUpperCase()}.`)) {
      const pins = pinsOfPart(symbols);
      const byNumber = pins.filter(({ pin }) => isSame(`${ref}.${pin.number}`));
      const found = byNumber.length > 0 ? byNumber : pins.filter(({ pin }) => isSame(`${ref}.${pin.name}`));
      if (found.length > 0) {
        return { ref, pins: found };
      }
    }
  }
  return undefined;
}

/** `GND` for `/power/GND`, where only one net ends so. Throws `not-in-design` where several do. */
function netByItsEnd(facts: Facts, asked: string, isSame: IsSame): Net | undefined {
  const wanted = asked.replace(/^\/+/, "");
  const found = facts.nets.filter(({ name }) => {
    const end = name.slice(-wanted.length - 1);
    return wanted !== "" && end.startsWith("/") && (isSame(end.slice(1)) || isSame(end));
  });
  if (found.length > 1) {
    throw failure(
      `${asked} can be each of several nets.`,
      `They are ${listed(found.map(({ name }) => name))}.`,
    );
  }
  return found[0];
}

function notFound(facts: Facts, asked: string): CopperheadError {
  const dot = asked.lastIndexOf(".");
  const ref = facts.references.find(sameInAnyCase(asked.slice(0, dot)));
  if (dot > 0 && ref !== undefined) {
    const symbols = facts.symbols.get(ref);
    if (!symbols) {
      return withoutSymbol(facts, ref);
    }
    const pins = pinsOfPart(symbols).map(({ pin: { number, name } }) =>
      name === "" || name === number ? number : `${number} (${name})`,
    );
    return failure(
      `${ref} has no pin ${asked.slice(dot + 1)}.`,
      `Its pins are ${listed(pins)}${pins.length > mostListed ? `; describe ${ref} lists all` : ""}.`,
    );
  }
  const names = [
    ...facts.references,
    ...facts.nets.map(({ name }) => name),
    ...(facts.schematic?.uses.map(namePath) ?? []),
  ];
  const near = nearestNames(asked, names);
  return failure(
    `There is no part, pin, net or sheet ${asked} in ${facts.project}.`,
    near.length === 0 ? "Nothing in it is spelt alike." : `Spelt alike: ${near.join(", ")}.`,
  );
}

/** For a pin of a part that only the board, or only kicad-cli's netlist, has. */
function withoutSymbol({ schematic, footprints }: Facts, ref: string): CopperheadError {
  const unreadable = schematic?.unreadable.map((path) => basename(path)) ?? [];
  return failure(
    `The pins of ${ref} are not known: no sheet that can be read has it.`,
    [
      ...(unreadable.length > 0 ? [`Not there, or not readable: ${listed(unreadable)}.`] : []),
      ...(footprints.has(ref) ? [`describe ${ref} lists its pads on the board.`] : []),
    ].join(" "),
  );
}

/** The most names that a message lists. */
const mostListed = 40;

function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return [...names.slice(0, mostListed), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function failure(message: string, advice: string): CopperheadError {
  return new CopperheadError({ code: "not-in-design", message, advice, exitCode: exitCodes.failed });
}
