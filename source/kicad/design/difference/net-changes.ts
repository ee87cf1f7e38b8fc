/** Nets joined, split, renamed, added and removed between two netlists, and single pins that went elsewhere. */

import type { NetChanges } from "../../../base/design-difference.js";
import type { Net } from "../../cli/netlist.js";
import { isAutomaticName } from "../schematic/names.js";
import { findHeirs, type Heirs, type Overlap } from "./heirs.js";
import { inNaturalOrder } from "./order.js";

type PinName = { ref: string; number: string };

/** A net with the pins that both states have as its members. */
export type ComparedNet = {
  name: string;
  /** Its name; null where it is a single pin without a label, which is connected to nothing. */
  net: string | null;
  pins: PinName[];
  members: string[];
};

/** The nets of two states, in which a part has one reference. */
export function compareNets(
  before: readonly Net[],
  after: readonly Net[],
): { old: ComparedNet[]; now: ComparedNet[] } {
  const keysBefore = keysOf(before);
  const keysAfter = keysOf(after);
  return {
    old: before.map((net) => comparedNet(net, keysAfter)),
    now: after.map((net) => comparedNet(net, keysBefore)),
  };
}

function keysOf(nets: readonly Net[]): Set<string> {
  return new Set(
    nets.flatMap(({ pins }) => pins.map(({ reference, pin }) => key({ ref: reference, number: pin }))),
  );
}

/** A part's pins of one number are one pin, though several of its units may show it. */
function comparedNet({ name, pins }: Net, inOther: ReadonlySet<string>): ComparedNet {
  const unique = new Map(
    pins.map(({ reference, pin }) => [key({ ref: reference, number: pin }), { ref: reference, number: pin }]),
  );
  return {
    name,
    net: unique.size <= 1 && isAutomaticName(name) ? null : name,
    pins: [...unique.values()].sort(inPinOrder),
    members: [...unique.keys()].filter((pin) => inOther.has(pin)),
  };
}

/** References hold no line ends, so this names one pin only. */
function key({ ref, number }: PinName): string {
  return `${ref}\n${number}`;
}

function pinOf(member: string): PinName {
  const [ref = "", number = ""] = member.split("\n");
  return { ref, number };
}

/**
 * What changed. `isKept` is whether a part with this reference is in both states: of the other parts' pins only those
 * are named that make a net of their own.
 */
export function netChanges(
  { old, now }: { old: readonly ComparedNet[]; now: readonly ComparedNet[] },
  isKept: (reference: string) => boolean,
): NetChanges {
  const heirs = findHeirs(old, now);
  const by = (kind: Kind) => heirs.overlaps.filter((overlap) => kindOf(overlap, heirs) === kind);
  const moved = by("moved").flatMap(({ before, after, members }) =>
    members.map((member) => ({ ...pinOf(member), before: before.net, after: after.net })),
  );
  return {
    added: withoutOverlap(now),
    removed: withoutOverlap(old),
    joined: joined(by("joined"), heirs),
    split: split(by("split"), heirs),
    renamed: by("renamed").map(({ before, after }) => ({ before: before.name, after: after.name })),
    pins: [
      ...moved,
      ...pinsOfOneState(old, isKept).map(({ net, ...pin }) => ({ ...pin, before: net, after: null })),
      ...pinsOfOneState(now, isKept).map(({ net, ...pin }) => ({ ...pin, before: null, after: net })),
    ].sort(inPinOrder),
  };
}

type Kind = "same" | "renamed" | "moved" | "split" | "joined";

/** What it means that these pins of one net are on that one now. */
function kindOf({ before, after, members }: Overlap<ComparedNet>, heirs: Heirs<ComparedNet>): Kind {
  if (heirs.heirOf.get(before) === after) {
    if (before.net === null || after.net === null) {
      return before.net === after.net ? "same" : "moved";
    }
    const isRename =
      before.name !== after.name && !(isAutomaticName(before.name) && isAutomaticName(after.name));
    return isRename ? "renamed" : "same";
  }
  if (!heirs.originOf.has(after) && after.net !== null) {
    return "split";
  }
  const isWhole = !heirs.heirOf.has(before) && members.length === before.members.length;
  return isWhole && before.net !== null ? "joined" : "moved";
}

function joined(
  overlaps: readonly Overlap<ComparedNet>[],
  { originOf }: Heirs<ComparedNet>,
): NetChanges["joined"] {
  const nets = new Set(overlaps.map(({ after }) => after));
  return [...nets].map((after) => {
    const origin = originOf.get(after);
    const absorbed = overlaps.filter((overlap) => overlap.after === after).map(({ before }) => before.name);
    return { before: [...(origin ? [origin.name] : []), ...absorbed], after: after.name };
  });
}

function split(
  overlaps: readonly Overlap<ComparedNet>[],
  { heirOf }: Heirs<ComparedNet>,
): NetChanges["split"] {
  const nets = new Set(overlaps.map(({ before }) => before));
  return [...nets].map((before) => ({
    before: before.name,
    kept: heirOf.get(before)?.name ?? "",
    parts: overlaps
      .filter((overlap) => overlap.before === before)
      .map(({ after, members }) => ({ name: after.name, pins: members.map(pinOf).sort(inPinOrder) })),
  }));
}

function withoutOverlap(nets: readonly ComparedNet[]): NetChanges["added"] {
  return nets
    .filter(({ net, members }) => net !== null && members.length === 0)
    .map(({ name, pins }) => ({ name, pins }))
    .sort((one, other) => inNaturalOrder(one.name, other.name));
}

/** Pins that a part has in one state alone, since another symbol was put in its place; on nets that both states have. */
function pinsOfOneState(
  nets: readonly ComparedNet[],
  isKept: (reference: string) => boolean,
): (PinName & { net: string })[] {
  return nets.flatMap(({ net, pins, members }) => {
    const known = new Set(members);
    const isNew = (pin: PinName) => isKept(pin.ref) && !known.has(key(pin));
    return net === null || members.length === 0 ? [] : pins.filter(isNew).map((pin) => ({ ...pin, net }));
  });
}

function inPinOrder(one: PinName, other: PinName): number {
  return inNaturalOrder(one.ref, other.ref) || inNaturalOrder(one.number, other.number);
}
