/** Disconnects pins from their nets. */
import { globalNameOf } from "../design/schematic/connections.js";
import { placeKey } from "../design/schematic/orientation.js";
import { pinsOf } from "../design/schematic/schematic.js";
import type { SheetFile } from "../design/schematic/sheet-file.js";
import { type Design, type Edit, refuse } from "./edit.js";
import { type PinName, withPinsOn } from "./expected.js";
import { removeRootInstances } from "./remove-part.js";
import { detourAround, leadAround } from "./sheets/detour.js";
import { everyUseOf, notesOnSharedSheets, type PlacedPin, pinsNamed } from "./sheets/named-parts.js";
import { Nets, namesIn, partPins } from "./sheets/nets.js";
import { type Place, SheetItems } from "./sheets/sheet-items.js";
import { Draft } from "./writing/draft.js";
import { number } from "./writing/form.js";
import { replacement } from "./writing/place-text.js";

/** `pins` are `U3.5` or `U3.VCC`. */
export type DisconnectRequest = { pins: readonly string[] };

/**
 * Removes what is at the end of each pin, with the wires and labels that would then lead nowhere. Several wires that
 * meet there are led around the pin. Throws `edit-refused`.
 */
export function disconnect(design: Design, { pins }: DisconnectRequest): Edit {
  const { schematic, netlist } = design;
  const placed = pins.flatMap((name) => pinsNamed(schematic, name));
  const nets = new Nets(schematic, netlist);
  const draft = new Draft(design);
  const gone = new Set<SheetFile["symbols"][number]>();
  for (const file of new Set(placed.map(({ used }) => used.use.file))) {
    const items = new SheetItems(schematic, file);
    for (const pin of placed.filter(({ used }) => used.use.file === file)) {
      free(items, pin, { placed, nets, draft });
    }
    for (const symbol of items.write(draft.splices)) {
      gone.add(symbol);
    }
    for (const { from, to } of items.added) {
      draft.wire(file, from, to);
    }
  }
  removeRootInstances(schematic, gone, draft.splices);
  const freed: PinName[] = placed.flatMap(({ used, pin }) =>
    everyUseOf(schematic, [used]).map(({ reference }) => ({ reference, pin: pin.number })),
  );
  const [first] = placed;
  return {
    files: draft.splices.files,
    expected: withPinsOn(netlist, freed, null),
    notes: first ? notesOnSharedSheets(first.used.reference, everyUseOf(schematic, [first.used])) : [],
  };
}

type Freeing = { placed: readonly PlacedPin[]; nets: Nets; draft: Draft };

function free(items: SheetItems, one: PlacedPin, { placed, nets, draft }: Freeing): void {
  const { used, pin } = one;
  const label = `${used.reference}.${pin.number}`;
  const group = nets.groupOf(nets.clusterOf(one));
  if (partPins(group).length <= 1 && namesIn(group).length === 0) {
    refuse(`${label} is connected to nothing already.`);
  }
  if (globalNameOf(one) !== undefined) {
    refuse(`${label} is a hidden power pin: it is on the net ${pin.name} by its name, without a wire.`);
  }
  const place = items.place(pin.at);
  refuseShared(label, place, one, placed);
  const { ends, through, labels, power } = place;
  const [wire, ...others] = [...ends, ...through];
  if (wire === undefined) {
    for (const item of [...labels, ...power]) {
      items.remove(item);
    }
  } else if (others.length > 0 || through.length > 0 || labels.length + power.length > 0) {
    leadOthersAround(items, one, place, draft);
  } else {
    const end = items.cut(wire, pin.at);
    if (end) {
      items.prune(end);
    }
  }
}

/** What is joined at the end of a pin stays joined, a step away from it. */
function leadOthersAround(items: SheetItems, { used, pin }: PlacedPin, place: Place, draft: Draft): void {
  const { schematic } = draft.design;
  const detour = place.power.length === 0 && detourAround(schematic, used.use, items, place, pin);
  if (!detour) {
    refuse(
      `At ${used.reference}.${pin.number} several wires and labels come together, and there is no room to lead them around it.`,
      "Move the part in KiCad, or remove it and add it again elsewhere.",
    );
  }
  leadAround(items, pin.at, detour);
  const { file } = used.use;
  for (const junction of place.junctions) {
    items.remove(junction);
  }
  if (detour.joined) {
    draft.junction(file, detour.joined);
  }
  for (const { list } of place.labels) {
    const [x, y] = list.first("at")?.atoms ?? [];
    if (x && y) {
      draft.splices.add(file.path, replacement(x, number(detour.labelAt.x)));
      draft.splices.add(file.path, replacement(y, number(detour.labelAt.y)));
    }
  }
}

/** A place where more than this pin and what leads to it comes together cannot be taken apart. */
function refuseShared(
  label: string,
  place: Place,
  { used, pin }: PlacedPin,
  asked: readonly PlacedPin[],
): void {
  const { parts, isFixed } = place;
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
}
