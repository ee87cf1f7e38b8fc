/** Places on sheets where something is to be connected. */
import { LineIndex } from "../../design/schematic/line-index.js";
import { placeKey } from "../../design/schematic/orientation.js";
import type { Pin, SheetUse } from "../../design/schematic/schematic.js";
import type { SheetFile } from "../../design/schematic/sheet-file.js";
import { type Design, refuse } from "../edit.js";
import type { PinName } from "../expected.js";
import { everyUseOf, type PlacedPin } from "./named-parts.js";
import { type Nets, namesIn, partPins } from "./nets.js";
import type { End } from "./sight.js";

/** The end of a pin, and of all others that are in the same place. */
export type Spot = End & {
  /** The use of the sheet that was asked for. */
  use: SheetUse;
  /** The pins there in every use of the sheet. */
  pins: ReadonlyMap<SheetUse, readonly PinName[]>;
  noConnects: SheetFile["noConnects"];
};

/**
 * The spot of a pin that is to be connected to the net `name`; undefined where it is on it already. Throws
 * `edit-refused` where it is connected to something else.
 */
export function freeSpot(
  { schematic }: Design,
  nets: Nets,
  placed: PlacedPin,
  name: string,
): Spot | undefined {
  const { used, pin } = placed;
  const label = `${used.reference}.${pin.number}`;
  const own = nets.clusterOf(placed);
  if (nets.nameOf(nets.groupOf(own)) === name) {
    return undefined;
  }
  refuseNoConnect(used.reference, pin);
  const through = new LineIndex(used.use.file.wires).at(pin.at).filter((wire) => !own.wires.includes(wire));
  if (through.length > 0) {
    refuse(`The end of ${label} lies on a wire that passes by: whatever is put there would join that wire.`);
  }
  const pins = new Map<SheetUse, PinName[]>();
  for (const other of everyUseOf(schematic, [used])) {
    const cluster = nets.clusterOf({ used: other, pin });
    const group = nets.groupOf(cluster);
    const elsewhere = cluster.pins.some((one) => placeKey(one.pin.at) !== placeKey(pin.at));
    if (
      group.length > 1 ||
      elsewhere ||
      namesIn(group).length > 0 ||
      cluster.sheetPins.length > 0 ||
      cluster.meetsBus
    ) {
      refuse(
        `${other.reference}.${pin.number} is on the net ${nets.nameOf(group)} already.`,
        `Disconnect it first, or connect the pins that are to come to ${nets.nameOf(group)}.`,
      );
    }
    pins.set(other.use, partPins([cluster]));
  }
  return {
    use: used.use,
    at: pin.at,
    outward: pin.outward,
    pins,
    noConnects: own.noConnects.filter(({ at }) => placeKey(at) === placeKey(pin.at)),
  };
}

/** KiCad connects nothing to a pin of this type, whatever is put at it. */
export function refuseNoConnect(owner: string, { number, type }: Pick<Pin, "number" | "type">): void {
  if (type === "no_connect") {
    refuse(`${owner}.${number} is of the type "no connect": nothing can be connected to it.`);
  }
}
