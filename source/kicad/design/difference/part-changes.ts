/** Parts added, removed and changed between two netlists. */

import type { PartChanges } from "../../../base/design-difference.js";
import type { Component, Netlist } from "../../cli/netlist.js";
import { inNaturalOrder } from "./order.js";

/** Parts of before and after that are the same one, and the rest. */
export type MatchedParts = {
  pairs: { before: Component; after: Component }[];
  added: Component[];
  removed: Component[];
};

/** A part is the same one by its reference, else by the id of its symbol. */
export function matchParts(before: Netlist, after: Netlist): MatchedParts {
  const old = new Map(before.components.map((part) => [part.reference, part]));
  const now = new Map(after.components.map((part) => [part.reference, part]));
  const removed = [...old.values()].filter(({ reference }) => !now.has(reference));
  const added = [...now.values()].filter(({ reference }) => !old.has(reference));
  const oldById = new Map(removed.flatMap((part) => (part.ids ?? []).map((id) => [id, part] as const)));
  const renumbered = added.flatMap((part) => {
    const same = (part.ids ?? []).map((id) => oldById.get(id)).find((found) => found !== undefined);
    return same ? [{ before: same, after: part }] : [];
  });
  const kept = [...now.values()].flatMap((part) => {
    const same = old.get(part.reference);
    return same ? [{ before: same, after: part }] : [];
  });
  return {
    pairs: [...kept, ...renumbered],
    added: added.filter((part) => !renumbered.some(({ after }) => after === part)),
    removed: removed.filter((part) => !renumbered.some(({ before }) => before === part)),
  };
}

/** The difference of matched parts; `netOf` names the net of a pin, null where it is connected to nothing. */
export function partChanges(
  { pairs, added, removed }: MatchedParts,
  pinsOf: { before: PinsOfPart; after: PinsOfPart },
): PartChanges {
  const summary = (part: Component, pins: PinsOfPart) => ({
    ref: part.reference,
    value: part.value,
    footprint: part.footprint,
    pins: pins(part.reference),
  });
  const byRef = (one: { ref: string }, other: { ref: string }) => inNaturalOrder(one.ref, other.ref);
  return {
    added: added.map((part) => summary(part, pinsOf.after)).sort(byRef),
    removed: removed.map((part) => summary(part, pinsOf.before)).sort(byRef),
    changed: pairs
      .map(({ before, after }) => ({ ref: after.reference, changes: fieldChanges(before, after) }))
      .filter(({ changes }) => changes.length > 0)
      .sort(byRef),
  };
}

/** The pins of the part with this reference, each with its net. */
export type PinsOfPart = (reference: string) => { number: string; net: string | null }[];

function fieldChanges(before: Component, after: Component): PartChanges["changed"][number]["changes"] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** A value that is empty is a tilde in netlists. */
function fieldsOf({
  reference,
  value,
  footprint,
  datasheet,
  description,
  fields,
  flags,
}: Component): Map<string, string> {
  return new Map([
    ["Reference", reference],
    ["Value", value === "~" ? "" : value],
    ["Footprint", footprint],
    ...(datasheet === undefined ? [] : [["Datasheet", datasheet] as const]),
    ...(description === undefined ? [] : [["Description", description] as const]),
    ...Object.entries(fields),
    ...flags.map((flag) => [flag, "yes"] as const),
  ]);
}
