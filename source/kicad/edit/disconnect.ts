/** Disconnects pins from their nets. */
import { globalNameOf } from "../design/schematic/connections.js";
import { placeKey } from "../design/schematic/orientation.js";
import { pinsOf } from "../design/schematic/schematic.js";
import type { SheetFile } from "../design/schematic/sheet-file.js";
import { type Design, type Edit, refuse, Splices } from "./edit.js";
import { type PinName, withPinsOn } from "./expected.js";
import { removeRootInstances } from "./remove-part.js";
import { everyUseOf, notesOnSharedSheets, type PlacedPin, pinsNamed } from "./sheets/named-parts.js";
import { Nets, namesIn, partPins } from "./sheets/nets.js";
import { type Place, SheetItems } from "./sheets/sheet-items.js";

/** `pins` are `U3.5` or `U3.VCC`. */
export type DisconnectRequest = { pins: readonly string[] };

/** Removes what is at the end of each pin, with the wires and labels that would then lead nowhere. */
export function disconnect(design: Design, { pins }: DisconnectRequest): Edit {
  const { schematic, netlist } = design;
  const placed = pins.flatMap((name) => pinsNamed(schematic, name));
  const nets = new Nets(schematic, netlist);
  const splices = new Splices();
  const gone = new Set<SheetFile["symbols"][number]>();
  for (const file of new Set(placed.map(({ used }) => used.use.file))) {
    const items = new SheetItems(schematic, file);
    for (const pin of placed.filter(({ used }) => used.use.file === file)) {
      free(items, pin, placed, nets);
    }
    for (const symbol of items.write(splices)) {
      gone.add(symbol);
    }
  }
  removeRootInstances(schematic, gone, splices);
  const freed: PinName[] = placed.flatMap(({ used, pin }) =>
    everyUseOf(schematic, [used]).map(({ reference }) => ({ reference, pin: pin.number })),
  );
  const [first] = placed;
  return {
    files: splices.files,
    expected: withPinsOn(netlist, freed, null),
    notes: first ? notesOnSharedSheets(first.used.reference, everyUseOf(schematic, [first.used])) : [],
  };
}

function free(items: SheetItems, placed: PlacedPin, asked: readonly PlacedPin[], nets: Nets): void {
  const { used, pin } = placed;
  const label = `${used.reference}.${pin.number}`;
  const group = nets.groupOf(nets.clusterOf(placed));
  if (partPins(group).length <= 1 && namesIn(group).length === 0) {
    refuse(`${label} is connected to nothing already.`);
  }
  if (globalNameOf(placed) !== undefined) {
    refuse(`${label} is a hidden power pin: it is on the net ${pin.name} by its name, without a wire.`);
  }
  const place = items.place(pin.at);
  refuseShared(label, place, placed, asked);
  const [wire] = place.ends;
  if (wire === undefined) {
    for (const item of [...place.labels, ...place.power]) {
      items.remove(item);
    }
    return;
  }
  const end = items.cut(wire, pin.at);
  if (end) {
    items.prune(end);
  }
}

/** A place where more than this pin and what leads to it comes together cannot be taken apart. */
function refuseShared(
  label: string,
  place: Place,
  { used, pin }: PlacedPin,
  asked: readonly PlacedPin[],
): void {
  const { parts, ends, through, labels, power, isFixed } = place;
  const others = parts.flatMap((one) =>
    pinsOf(one)
      .filter(({ at }) => placeKey(at) === placeKey(pin.at))
      .filter(({ number }) => one.symbol !== used.symbol || number !== pin.number)
      .filter(
        ({ number }) =>
          !asked.some((other) => other.used.symbol === one.symbol && other.pin.number === number),
      )
      .map(({ number }) => `${one.reference}.${number}`),
  );
  if (others.length > 0) {
    refuse(`${label} lies directly on ${others.join(", ")}.`, "Disconnect them together, or move the part.");
  }
  if (isFixed) {
    refuse(`${label} lies directly on a port of the sheet or on an entry of a bus.`);
  }
  if (ends.length + through.length > 1) {
    refuse(
      `At ${label} several wires come together: without it the others would be cut as well.`,
      "Remove the part and add it again elsewhere, or edit the wires.",
    );
  }
  if (ends.length + through.length === 1 && labels.length + power.length > 0) {
    refuse(`At ${label} there is a label on the wire, which names the net for others too.`);
  }
}
