/** The difference of two boards: footprints, tracks and vias by net, zones. Pure. */

import type { BoardChanges } from "../../../base/design-difference.js";
import type { Board, Footprint, Track, Via, Zone } from "../board/board.js";
import { findHeirs } from "./heirs.js";
import { inNaturalOrder } from "./order.js";

/** What of a board is compared. */
export type BoardContent = Pick<Board, "footprints" | "tracks" | "vias" | "zones">;

/** A net that was only renamed has its tracks, vias and zones still: nets are compared by the pads that they have. */
export function boardDifference(before: BoardContent, after: BoardContent): BoardChanges {
  const newName = renamedNets(before, after);
  return {
    footprints: footprintChanges(before.footprints, after.footprints),
    tracks: changesByNet(before.tracks, after.tracks, newName, amountOfTracks),
    vias: changesByNet(before.vias, after.vias, newName, amountOfVias),
    zones: zoneChanges(before.zones, after.zones, newName),
  };
}

/** Whether nothing changed. */
export function boardsAreSame({ footprints, tracks, vias, zones }: BoardChanges): boolean {
  return [...Object.values(footprints), tracks, vias, zones].every((list) => list.length === 0);
}

type NewName = (net: string) => string;

function renamedNets(before: BoardContent, after: BoardContent): NewName {
  const { heirOf } = findHeirs(netsByPads(before), netsByPads(after));
  const names = new Map([...heirOf].map(([old, now]) => [old.name, now.name]));
  return (net) => names.get(net) ?? net;
}

function netsByPads({ footprints }: BoardContent): { name: string; members: string[] }[] {
  const nets = new Map<string, string[]>();
  for (const { reference, pads } of footprints) {
    for (const { number, net } of pads.filter((pad) => pad.net !== "")) {
      const members = nets.get(net) ?? [];
      nets.set(net, members);
      members.push(`${reference}\n${number}`);
    }
  }
  return [...nets].map(([name, members]) => ({ name, members: [...new Set(members)] }));
}

/** A footprint is the same one by its id, else by its reference. */
function footprintChanges(
  before: readonly Footprint[],
  after: readonly Footprint[],
): BoardChanges["footprints"] {
  const left = new Set(before);
  const byId = new Map(before.filter(({ uuid }) => uuid !== "").map((one) => [one.uuid, one]));
  const byReference = new Map(before.map((one) => [one.reference, one]));
  const added: Footprint[] = [];
  const moved: BoardChanges["footprints"]["moved"] = [];
  for (const now of after) {
    const old = [byId.get(now.uuid), byReference.get(now.reference)].find((one) => one && left.has(one));
    if (old === undefined) {
      added.push(now);
      continue;
    }
    left.delete(old);
    if (JSON.stringify(old.place) !== JSON.stringify(now.place)) {
      moved.push({ ref: now.reference, before: old.place, after: now.place });
    }
  }
  const summary = ({ reference, libraryId, place }: Footprint) => ({
    ref: reference,
    footprint: libraryId,
    place,
  });
  const byRef = (one: { ref: string }, other: { ref: string }) => inNaturalOrder(one.ref, other.ref);
  return {
    added: added.map(summary).sort(byRef),
    removed: [...left].map(summary).sort(byRef),
    moved: moved.sort(byRef),
  };
}

type Amount = { count: number; length?: number };

function amountOfTracks(tracks: readonly Track[]): Amount {
  const length = tracks.reduce((sum, track) => sum + track.length, 0);
  return { count: tracks.length, length: Math.round(length * 1000) / 1000 };
}

function amountOfVias(vias: readonly Via[]): Amount {
  return { count: vias.length };
}

/** The nets whose items are not the same as before, in place or number. */
function changesByNet<Placed extends { net: string; key: string }>(
  before: readonly Placed[],
  after: readonly Placed[],
  newName: NewName,
  amountOf: (items: readonly Placed[]) => Amount,
): { net: string; before: Amount; after: Amount }[] {
  const old = byNet(before, newName);
  const now = byNet(after, (net) => net);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((net) => shapeOf(old.get(net)) !== shapeOf(now.get(net)))
    .sort(inNaturalOrder)
    .map((net) => ({ net, before: amountOf(old.get(net) ?? []), after: amountOf(now.get(net) ?? []) }));
}

function byNet<Placed extends { net: string }>(
  items: readonly Placed[],
  nameOf: NewName,
): Map<string, Placed[]> {
  const nets = new Map<string, Placed[]>();
  for (const item of items) {
    const name = nameOf(item.net);
    const found = nets.get(name) ?? [];
    nets.set(name, found);
    found.push(item);
  }
  return nets;
}

function shapeOf(items: readonly { key: string }[] = []): string {
  return items
    .map(({ key }) => key)
    .sort()
    .join("\n");
}

function zoneChanges(
  before: readonly Zone[],
  after: readonly Zone[],
  newName: NewName,
): BoardChanges["zones"] {
  const idOf = (zone: Zone, net: string) => zone.uuid || `${net}\n${zone.key}`;
  const old = new Map(before.map((zone) => [idOf(zone, newName(zone.net)), zone]));
  const now = new Map(after.map((zone) => [idOf(zone, zone.net), zone]));
  const change = ({ net, layers }: Zone, what: "added" | "removed" | "changed") => ({
    net,
    layers,
    change: what,
  });
  return [
    ...[...now].filter(([id]) => !old.has(id)).map(([, zone]) => change(zone, "added")),
    ...[...old].filter(([id]) => !now.has(id)).map(([, zone]) => change(zone, "removed")),
    ...[...now].flatMap(([id, zone]) => {
      const same = old.get(id);
      const isChanged = same && (same.key !== zone.key || newName(same.net) !== zone.net);
      return isChanged ? [change(zone, "changed")] : [];
    }),
  ];
}
