/**
 * Which group of members continues which, where the members were grouped anew. Nets are groups of pins: a net is the
 * same net while its pins are, whatever it is called.
 */
import { isAutomaticName } from "../schematic/names.js";

export type Group = { name: string; members: readonly string[] };

/** The members that a group of before and one of after have in common: one at least. */
export type Overlap<One extends Group> = { before: One; after: One; members: string[] };

export type Heirs<One extends Group> = {
  overlaps: Overlap<One>[];
  /** The group of after that continues one of before. */
  heirOf: ReadonlyMap<One, One>;
  /** The group of before that one of after continues. */
  originOf: ReadonlyMap<One, One>;
};

/**
 * A group continues the one of its name with which it shares a member, else the one with which it shares most, of equal
 * ones one that somebody named.
 */
export function findHeirs<One extends Group>(before: readonly One[], after: readonly One[]): Heirs<One> {
  const overlaps = overlapsOf(before, after);
  const heirOf = new Map<One, One>();
  const originOf = new Map<One, One>();
  const best = overlaps.toSorted(
    (one, other) =>
      Number(keepsName(other)) - Number(keepsName(one)) ||
      other.members.length - one.members.length ||
      Number(isAutomaticName(one.before.name)) - Number(isAutomaticName(other.before.name)),
  );
  for (const { before: old, after: now } of best) {
    if (!heirOf.has(old) && !originOf.has(now)) {
      heirOf.set(old, now);
      originOf.set(now, old);
    }
  }
  return { overlaps, heirOf, originOf };
}

function keepsName({ before, after }: Overlap<Group>): boolean {
  return before.name === after.name && !isAutomaticName(before.name);
}

function overlapsOf<One extends Group>(before: readonly One[], after: readonly One[]): Overlap<One>[] {
  const now = new Map(after.flatMap((one) => one.members.map((member) => [member, one] as const)));
  return before.flatMap((old) => {
    const shared = new Map<One, string[]>();
    for (const member of old.members) {
      const found = now.get(member);
      const members = found && shared.get(found);
      if (members) {
        members.push(member);
      } else if (found) {
        shared.set(found, [member]);
      }
    }
    return [...shared].map(([found, members]) => ({ before: old, after: found, members }));
  });
}
