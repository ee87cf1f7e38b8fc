/** Which net a request means where pins on some sheets are to come to it. Pure. */
import { type Group, globalNameOf } from "../../design/schematic/connections.js";
import { busMembers, isAutomaticName, readableName } from "../../design/schematic/names.js";
import { namePath, type Schematic, type SheetUse } from "../../design/schematic/schematic.js";
import { refuse } from "../edit.js";
import { nearest, requireName } from "../sheets/named-parts.js";
import { localName, type Nets } from "../sheets/nets.js";
import { type PowerSymbol, powerSymbolFor, powerSymbolOf } from "../writing/power-symbols.js";

/** A net that pins are to come to. `name` is its full name, `short` what a label of it has; a new net has no groups. */
export type Target = { name: string; short: string; groups: Group[]; power?: PowerSymbol; isGlobal: boolean };

/**
 * The net that `asked` means where pins on `uses` are to come to it: by its full name, its label on their sheet, as a
 * global one, or by its name on another sheet where only one net there has it; else a new one. Throws `edit-refused`.
 */
export function findTarget(
  schematic: Schematic,
  nets: Nets,
  asked: string,
  uses: ReadonlySet<SheetUse>,
): Target {
  const [use] = uses;
  requireName(asked);
  if (busMembers(asked, new Map()) !== undefined) {
    refuse(`${asked} is a bus. Buses are not edited; name one of its nets.`);
  }
  const exact = nets.named(asked);
  const local = use && uses.size === 1 ? nets.labelled(use, asked) : undefined;
  const found = local ?? nets.global(asked);
  const groups = exact.length > 0 ? exact : found ? [found] : elsewhere(nets, asked, uses);
  const [first] = groups;
  if (!first) {
    return newTarget(schematic, nets, asked, uses);
  }
  const name = nets.nameOf(first);
  const power = powerSymbolOf(groups.flat(), name);
  return { name, short: name, groups, isGlobal: isGlobal(groups, name), ...(power && { power }) };
}

/** The net that is called so on another sheet: of several the only one that has something on the sheets of the pins. */
function elsewhere(nets: Nets, asked: string, uses: ReadonlySet<SheetUse>): Group[] {
  const alike = nets.names.filter((name) => name.endsWith(`/${asked}`));
  const groups = alike.flatMap((name) => nets.named(name));
  const here = groups.filter((group) =>
    [...uses].every((use) => group.some((cluster) => cluster.use === use)),
  );
  const found = here.length > 0 ? here : groups;
  if (found.length > 1) {
    const [use] = uses;
    const own = use && uses.size === 1 ? `, or ${localName(use, asked)} for a new one` : "";
    refuse(`${asked} may be ${alike.join(" or ")}.`, `Name it with the path of its sheet${own}.`);
  }
  return found;
}

function newTarget(schematic: Schematic, nets: Nets, asked: string, uses: ReadonlySet<SheetUse>): Target {
  const [use] = uses;
  const path = use ? namePath(use) : "/";
  const isOnSheet = use !== undefined && uses.size === 1;
  const short = isOnSheet && asked.startsWith(path) ? asked.slice(path.length) : asked;
  if (isAutomaticName(asked) || short.startsWith("/") || short.trim() === "") {
    refuse(`There is no net ${asked}.`, nearest("Nets spelt alike", asked, nets.names));
  }
  const power = powerSymbolFor(schematic, short);
  const isGlobal = power !== undefined || !isOnSheet;
  const name = isGlobal || use === undefined ? short : localName(use, short);
  return { name, short, groups: [], isGlobal, ...(power && { power }) };
}

function isGlobal(groups: readonly Group[], name: string): boolean {
  return groups.some((group) =>
    group.some(
      ({ labels, pins }) =>
        labels.some(({ kind, text }) => kind === "global_label" && readableName(text) === name) ||
        pins.some((pin) => globalNameOf(pin) === name),
    ),
  );
}
