/** What a turn did to the findings of a design: new, fixed and known ones. Pure. */
import { activeFindings, appearanceOf, bySeverity, type Finding, identityOf } from "./findings.js";

export type Comparison = {
  added: Finding[];
  known: Finding[];
  fixed: Finding[];
  /** Gone only because their rule is turned off, or because they are excluded now. */
  muted: Finding[];
};

/**
 * Compares the findings of the untouched design with the present ones, by what they are about. One that was excluded
 * and is active again is known. `mutedRules` are the rules that were turned off in between.
 */
export function compareFindings(
  baseline: readonly Finding[],
  present: readonly Finding[],
  mutedRules: ReadonlySet<string> = new Set(),
): Comparison {
  const byIdentity = pair(bySeverity(baseline), activeFindings(present), identityOf);
  const byAppearance = pair(byIdentity.onlyOld, byIdentity.onlyNew, appearanceOf);
  const excluded = present.filter(({ severity }) => severity === "exclusion");
  const gone = pair(activeFindings(byAppearance.onlyOld), excluded, identityOf);
  return {
    added: byAppearance.onlyNew,
    known: [...byIdentity.both, ...byAppearance.both],
    fixed: gone.onlyOld.filter(({ type }) => !mutedRules.has(type)),
    muted: [...gone.both, ...gone.onlyOld.filter(({ type }) => mutedRules.has(type))],
  };
}

/** Compares the new and the fixed ones once more, by another key: those with the same key are known. */
export function rejoin(comparison: Comparison, keyOf: (one: Finding) => string | undefined): Comparison {
  const hasKey = (one: Finding) => keyOf(one) !== undefined;
  const hasNone = (one: Finding) => keyOf(one) === undefined;
  const { added, fixed, known, muted } = comparison;
  const { both, onlyOld, onlyNew } = pair(fixed.filter(hasKey), added.filter(hasKey), keyOf);
  return {
    added: [...added.filter(hasNone), ...onlyNew],
    fixed: [...fixed.filter(hasNone), ...onlyOld],
    known: [...known, ...both],
    muted,
  };
}

type Pairing = { both: Finding[]; onlyOld: Finding[]; onlyNew: Finding[] };

/** Pairs old and new findings with the same key, one to one; `both` holds the new ones. */
function pair(
  old: readonly Finding[],
  fresh: readonly Finding[],
  keyOf: (one: Finding) => string | undefined,
): Pairing {
  const waiting = new Map<string | undefined, Finding[]>();
  for (const one of old) {
    const others = waiting.get(keyOf(one)) ?? [];
    waiting.set(keyOf(one), others);
    others.push(one);
  }
  const both: Finding[] = [];
  const onlyNew: Finding[] = [];
  for (const one of fresh) {
    (waiting.get(keyOf(one))?.shift() ? both : onlyNew).push(one);
  }
  return { both, onlyOld: [...waiting.values()].flat(), onlyNew };
}
