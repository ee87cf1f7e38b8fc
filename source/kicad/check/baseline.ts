/** What a turn did to the findings of a design: new, fixed and known ones. Pure. */
import { appearanceOf, type Finding, identityOf } from "./findings.js";

export type Comparison = {
  added: Finding[];
  known: Finding[];
  fixed: Finding[];
  /** Gone only because their rule was turned off, or because they are excluded now. */
  muted: Finding[];
};

/**
 * Compares the findings of the untouched design with the present ones, by what they are about. One that was excluded
 * and shows again is known. `mutedRules` are the rules that were turned off in between.
 */
export function compareFindings(
  baseline: readonly Finding[],
  present: readonly Finding[],
  mutedRules: ReadonlySet<string> = new Set(),
): Comparison {
  const active = present.filter(({ severity }) => severity !== "exclusion");
  const excluded = present.filter(({ severity }) => severity === "exclusion");
  const old = [...baseline].sort((one, other) => Number(isExcluded(one)) - Number(isExcluded(other)));
  const byIdentity = pair(old, active, identityOf);
  const byAppearance = pair(byIdentity.onlyOld, byIdentity.onlyNew, appearanceOf);
  const gone = pair(
    byAppearance.onlyOld.filter((one) => !isExcluded(one)),
    excluded,
    identityOf,
  );
  return {
    added: byAppearance.onlyNew,
    known: [...byIdentity.both, ...byAppearance.both],
    fixed: gone.onlyOld.filter(({ type }) => !mutedRules.has(type)),
    muted: [...gone.both, ...gone.onlyOld.filter(({ type }) => mutedRules.has(type))],
  };
}

/**
 * Goes over the new and the fixed ones again with another notion of what a finding is about: those with the same key
 * are known. A finding without a key is left where it is.
 */
export function rejoin(comparison: Comparison, keyOf: (one: Finding) => string | undefined): Comparison {
  const hasKey = (one: Finding) => keyOf(one) !== undefined;
  const hasNone = (one: Finding) => keyOf(one) === undefined;
  const { added, fixed, known, muted } = comparison;
  const { both, onlyOld, onlyNew } = pair(
    fixed.filter(hasKey),
    added.filter(hasKey),
    (one) => keyOf(one) ?? "",
  );
  return {
    added: [...added.filter(hasNone), ...onlyNew],
    fixed: [...fixed.filter(hasNone), ...onlyOld],
    known: [...known, ...both],
    muted,
  };
}

function isExcluded({ severity }: Finding): boolean {
  return severity === "exclusion";
}

type Pairing = { both: Finding[]; onlyOld: Finding[]; onlyNew: Finding[] };

/** Pairs old and new findings with the same key, one to one; `both` holds the new ones. */
function pair(old: readonly Finding[], fresh: readonly Finding[], keyOf: (one: Finding) => string): Pairing {
  const waiting = new Map<string, Finding[]>();
  for (const one of old) {
    const key = keyOf(one);
    const others = waiting.get(key);
    if (others) {
      others.push(one);
    } else {
      waiting.set(key, [one]);
    }
  }
  const both: Finding[] = [];
  const onlyNew: Finding[] = [];
  for (const one of fresh) {
    (waiting.get(keyOf(one))?.shift() ? both : onlyNew).push(one);
  }
  return { both, onlyOld: [...waiting.values()].flat(), onlyNew };
}
