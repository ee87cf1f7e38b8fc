/** The electrical difference of two netlists. Pure. */

import type { NetChanges, PartChanges } from "../../../base/design-difference.js";
import type { Net, Netlist } from "../../cli/netlist.js";
import { compareNets, netChanges } from "./net-changes.js";
import { inNaturalOrder } from "./order.js";
import { matchParts, type PinsOfPart, partChanges } from "./part-changes.js";

export type NetlistDifference = { parts: PartChanges; nets: NetChanges };

/** What changed from one netlist to another: parts by reference or id, nets by their pins. */
export function netlistDifference(before: Netlist, after: Netlist): NetlistDifference {
  const parts = matchParts(before, after);
  const newReference = new Map(parts.pairs.map((pair) => [pair.before.reference, pair.after.reference]));
  const nets = compareNets(withReferences(before.nets, newReference), after.nets);
  const kept = new Set(newReference.values());
  return {
    parts: partChanges(parts, {
      before: pinsOfParts(before.nets, nets.old),
      after: pinsOfParts(after.nets, nets.now),
    }),
    nets: netChanges(nets, (reference) => kept.has(reference)),
  };
}

/** Whether nothing changed. */
export function isSame({ parts, nets }: NetlistDifference): boolean {
  return Object.values(parts).every((list) => list.length === 0) && netsAreSame(nets);
}

export function netsAreSame(nets: NetChanges): boolean {
  return Object.values(nets).every((list) => list.length === 0);
}

/** Nets in which a part has the reference that it gets later. One that goes may leave its own to another. */
function withReferences(nets: readonly Net[], newReference: ReadonlyMap<string, string>): Net[] {
  const taken = new Set(newReference.values());
  const referenceOf = (old: string) => newReference.get(old) ?? (taken.has(old) ? `${old} (removed)` : old);
  return nets.map(({ name, pins }) => ({
    name,
    pins: pins.map((pin) => ({ ...pin, reference: referenceOf(pin.reference) })),
  }));
}

/** `named` are the same nets in the same order, with their names as changes have them. */
function pinsOfParts(nets: readonly Net[], named: readonly { net: string | null }[]): PinsOfPart {
  const pins = new Map<string, Map<string, string | null>>();
  for (const [index, net] of nets.entries()) {
    for (const { reference, pin } of net.pins) {
      const ofPart = pins.get(reference) ?? new Map();
      pins.set(reference, ofPart.set(pin, named[index]?.net ?? null));
    }
  }
  return (reference) =>
    [...(pins.get(reference) ?? [])]
      .map(([number, net]) => ({ number, net }))
      .sort((one, other) => inNaturalOrder(one.number, other.number));
}
