/** What ERC and DRC find, in one shape, and what makes two findings of different runs the same one. Pure. */
import * as z from "zod";

/** A place in a finding: a pin, a wire, a track; `position` in mm from the page's top left corner. */
const findingItem = z.object({
  description: z.string(),
  uuid: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
});

/** One finding of ERC or DRC; part of the output of `copperhead check --json`. */
export const finding = z.object({
  /**
   * `unconnected`: a connection that is missing on the board; `parity`: the board differs from the schematic;
   * `integrity`: copperhead's own rules, about what KiCad does not look at.
   */
  group: z.enum(["violation", "unconnected", "parity", "integrity"]),
  /** The name of the rule: KiCad's, `pin_not_connected`, `clearance` …; or copperhead's, `duplicate_reference` … */
  type: z.string(),
  /** `exclusion`: the user accepts it. */
  severity: z.enum(["error", "warning", "exclusion"]),
  description: z.string(),
  /** ERC only: the sheet's path by names, `/power/`. */
  sheet: z.string().optional(),
  /** ERC only: the sheet's path by ids, which survives a new name. */
  sheetId: z.string().optional(),
  items: z.array(findingItem),
});
export type Finding = z.infer<typeof finding>;
export type FindingItem = z.infer<typeof findingItem>;

export type FindingCounts = { errors: number; warnings: number; exclusions: number; unconnected: number };

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { errors: 0, warnings: 0, exclusions: 0, unconnected: 0 };
  for (const { severity, group } of findings) {
    counts[`${severity}s`] += 1;
    if (group === "unconnected" && severity !== "exclusion") {
      counts.unconnected += 1;
    }
  }
  return counts;
}

const ranks = { error: 0, warning: 1, exclusion: 2 } as const;

/** Errors first, then warnings, then exclusions; otherwise in the report's order. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => ranks[one.severity] - ranks[other.severity]);
}

/** Those that are not excluded, errors first. */
export function activeFindings(findings: readonly Finding[]): Finding[] {
  return bySeverity(findings.filter(({ severity }) => severity !== "exclusion"));
}

/**
 * What a finding is about, as a key: the same in two runs where its rule and its items are the same, wherever they were
 * moved and whatever numbers its description holds. Missing connections are about their net, since which two ends KiCad
 * names depends on all the others. Two findings of one run may have the same identity.
 */
export function identityOf({ group, type, sheetId, items, description }: Finding): string {
  if (group === "unconnected") {
    const net = items.map((item) => netIn(item.description)).find((name) => name !== undefined);
    if (net !== undefined) {
      return JSON.stringify([group, type, "net", net]);
    }
  }
  const uuids = items.map(({ uuid }) => uuid).sort();
  return uuids.length > 0
    ? JSON.stringify([group, type, sheetId ?? "", uuids])
    : JSON.stringify([group, type, sheetId ?? "", description]);
}

/**
 * Rule and names, with the places of what has no name, as a key: the same for an item that was drawn again in its place
 * with another uuid, and for a pin of which KiCad names another copy (the same part on two sheets).
 */
export function appearanceOf({ group, type, sheetId, items }: Finding): string {
  const seen = items.map(({ description, position }) => {
    const pin = pinIn(description);
    return pin
      ? `${pin.reference} ${pin.number}`
      : `${sheetId ?? ""} ${description} ${position.x} ${position.y}`;
  });
  return JSON.stringify([group, type, seen.sort()]);
}

/** `Symbol IC13 Pin F9 [ZQ, Power input, Line]` → `IC13`, `F9`. */
export function pinIn(description: string): { reference: string; number: string } | undefined {
  const [, reference, number] = /^Symbol (\S+) (?:Hidden pin|Pin) (\S*)\s*\[/.exec(description) ?? [];
  return reference === undefined || number === undefined ? undefined : { reference, number };
}

/** `Pad 1 [GND] of C21 on B.Cu` → `GND`. */
function netIn(description: string): string | undefined {
  return /\[(.+?)\]/.exec(description)?.[1];
}

/** The items of a finding with their places in mm, and the sheet where it is not the root. */
export function placesOf({ items, sheet }: Finding): string[] {
  const where = sheet !== undefined && sheet !== "/" ? ` on sheet ${sheet}` : "";
  return items.map(
    ({ description, position }) => `${description} at (${position.x}, ${position.y}) mm${where}`,
  );
}

/** One finding as text: a line, and one more for each item. */
export function describeFinding({ severity, type, description, sheet, items, group }: Finding): string {
  const where = sheet !== undefined && sheet !== "/" ? ` (sheet ${sheet})` : "";
  const what = group === "parity" ? `${type}, board against schematic` : type;
  const places = items.map(
    (item) => `   - ${item.description} at (${item.position.x}, ${item.position.y}) mm`,
  );
  return [`${severity} ${what}: ${description}${where}`, ...places].join("\n");
}

/** `count` findings as text from number `from` on (the first is 1), errors first; each begins with its number. */
export function pageOfFindings(findings: readonly Finding[], from: number, count: number): string {
  return bySeverity(findings)
    .slice(from - 1, from - 1 + count)
    .map((one, index) => `${from + index}. ${describeFinding(one)}`)
    .join("\n");
}

/** Findings as text: the first `limit` whole, errors first, and the number of the others by rule. */
export function listFindings(findings: readonly Finding[], limit: number): string {
  const sorted = bySeverity(findings);
  const shown = sorted.slice(0, limit).map((one, index) => `${index + 1}. ${describeFinding(one)}`);
  const rest = sorted.slice(limit);
  if (rest.length === 0) {
    return shown.join("\n");
  }
  const kinds = new Map<string, number>();
  for (const { severity, type } of rest) {
    const kind = `${severity} ${type}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const summary = [...kinds].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  return [...shown, `And ${rest.length} more: ${summary}.`].join("\n");
}
