/** Connects pins to a net. */
import { Connecting } from "./connecting/connecting.js";
import { type Design, type Edit, refuse } from "./edit.js";
import { netOf } from "./expected.js";
import { everyUseOf, notesOnSharedSheets, type PlacedPin, pinsNamed } from "./sheets/named-parts.js";
import { Nets } from "./sheets/nets.js";
import { freeSpot } from "./sheets/spots.js";
import { Draft } from "./writing/draft.js";

/** `pins` are `U3.5` or `U3.VCC`. */
export type ConnectRequest = { pins: readonly string[]; net: string };

/**
 * Puts pins on a net, which is made where there is none of this name: by a wire where a pin of the net and the new one
 * look at each other, by a power symbol where the net has one, else by labels. Throws `edit-refused`.
 */
export function connect(design: Design, { pins, net }: ConnectRequest): Edit {
  const placed = pins.flatMap((name) => pinsNamed(design.schematic, name));
  const draft = new Draft(design);
  const nets = new Nets(design.schematic, design.netlist);
  const connecting = new Connecting(draft, nets);
  const target = connecting.target(net, new Set(placed.map(({ used }) => used.use)));
  const spots = new Map<string, NonNullable<ReturnType<typeof freeSpot>>>();
  const there: string[] = [];
  for (const one of placed) {
    const spot = freeSpot(design, nets, one, target.name);
    const place = `${one.used.use.file.path} ${one.pin.at.x} ${one.pin.at.y}`;
    if (spot) {
      spots.set(place, spots.get(place) ?? spot);
    } else {
      there.push(`${one.used.reference}.${one.pin.number}`);
    }
  }
  const [first, second, ...more] = spots.values();
  if (first === undefined) {
    refuse(`${there.join(", ")} ${there.length === 1 ? "is" : "are"} on the net ${target.name} already.`);
  }
  const isPair = target.groups.length === 0 && second !== undefined && more.length === 0;
  if (!isPair || !connecting.attachPair(first, second, target)) {
    for (const spot of spots.values()) {
      connecting.attach(spot, target);
    }
  }
  refuseElsewhere(connecting, placed, target.name);
  const [one] = placed;
  return {
    files: draft.splices.files,
    expected: connecting.expected,
    notes: [
      ...connecting.notes,
      ...(there.length > 0 ? [`${there.join(", ")}: on ${target.name} already.`] : []),
      ...(one ? notesOnSharedSheets(one.used.reference, everyUseOf(design.schematic, [one.used])) : []),
    ],
  };
}

/** A label on a sheet that is used more than once may be of another net in each use. */
function refuseElsewhere(connecting: Connecting, placed: readonly PlacedPin[], name: string): void {
  const wanted = connecting.nameNow(name);
  for (const { used, pin } of placed) {
    const net = netOf(connecting.expected, { reference: used.reference, pin: pin.number })?.name;
    if (net !== wanted) {
      refuse(
        `${used.reference}.${pin.number} is on a sheet that is used more than once, and would come to ${net}, not to ${wanted}.`,
        "Connect the pins of one use of the sheet alone.",
      );
    }
  }
}
