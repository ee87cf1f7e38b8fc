/** What a schematic, or a library, keeps of a symbol: its units, its pins and what is drawn of it. */
import type { Point } from "../../drawing/geometry.js";
import type { List } from "../syntax/list.js";

/** A pin in the symbol's own directions. `unit` and `style` are 0 where it belongs to all of them. */
export type DefinedPin = {
  unit: number;
  style: number;
  number: string;
  name: string;
  /** `input`, `power_in`, `passive` … */
  type: string;
  /** Where a wire meets it. */
  at: Point;
  /** The direction from there to the body, in degrees. */
  angle: number;
  hidden: boolean;
  /** The other functions that it may be given, by name, each with its type. */
  alternates: ReadonlyMap<string, string>;
};

/** One `(symbol "NAME_1_1" …)`: what belongs to one unit in one body style. */
export type Body = { unit: number; style: number; list: List };

export type Definition = {
  /** As it is written: `Device:R` in a schematic, `R` in a library. */
  id: string;
  list: List;
  isPower: boolean;
  bodies: Body[];
  pins: DefinedPin[];
  /** How many units it has, 1 at least. */
  units: number;
};

/** No symbol inherits from more ancestors than this; those that inherit in a circle end here. */
const mostAncestors = 20;

/**
 * Reads a symbol. `parent` finds the symbol that it `extends`: a derived symbol has the bodies of its ancestor and
 * properties of its own.
 */
export function readDefinition(list: List, parent: (name: string) => List | undefined): Definition {
  let origin: List = list;
  for (let step = 0; step < mostAncestors; step += 1) {
    const above = origin.valueOf("extends");
    const found = above === undefined ? undefined : parent(above);
    if (found === undefined) {
      break;
    }
    origin = found;
  }
  const bodies = origin.all("symbol").map(readBody);
  return {
    id: list.value() ?? "",
    list,
    isPower: origin.first("power") !== undefined,
    bodies,
    pins: bodies.flatMap(({ unit, style, list: body }) =>
      body.all("pin").map((pin) => readPin(pin, unit, style)),
    ),
    units: Math.max(1, ...bodies.map(({ unit }) => unit)),
  };
}

function readBody(list: List): Body {
  const [, unit = "0", style = "0"] = /_(\d+)_(\d+)$/.exec(list.value() ?? "") ?? [];
  return { unit: Number(unit), style: Number(style), list };
}

function readPin(pin: List, unit: number, style: number): DefinedPin {
  const [x = 0, y = 0, angle = 0] = pin.first("at")?.numbers ?? [];
  return {
    unit,
    style,
    number: unlessEmpty(pin.valueOf("number")),
    name: unlessEmpty(pin.valueOf("name")),
    type: pin.value() ?? "",
    at: { x, y },
    angle,
    hidden: isHidden(pin),
    alternates: new Map(pin.all("alternate").map((list) => [list.value() ?? "", list.value(1) ?? ""])),
  };
}

/** `(hide yes)`, and in files of KiCad 8 and before the bare word `hide`. */
export function isHidden(list: List): boolean {
  return (
    list.valueOf("hide") === "yes" || list.atoms.some(({ value, quoted }) => value === "hide" && !quoted)
  );
}

/** Whether something of `unit` and `style` (0: of all) is there where the symbol is shown as this unit and style. */
export function belongsTo(
  part: { unit: number; style: number },
  shown: { unit: number; style: number },
): boolean {
  return (part.unit === 0 || part.unit === shown.unit) && (part.style === 0 || part.style === shown.style);
}

/** KiCad 9 and before write a tilde for a text that is empty. */
function unlessEmpty(text = "~"): string {
  return text === "~" ? "" : text;
}
