/** Findings by kind: many of one kind become one line with what they are about. Pure. */
import { oneLine } from "../../base/text/safe-text.js";
import { activeFindings, type Finding, pinIn, placesOf } from "./findings.js";

/** Findings of one rule and severity that say the same of different things. */
export type FindingGroup = {
  severity: Finding["severity"];
  /** KiCad's name of the rule. */
  type: string;
  /** What they have in common, in words. */
  what: string;
  /** What they are about, most frequent first; `count` is the number of findings. */
  names: { name: string; count: number }[];
  findings: Finding[];
};

/** More kinds of one rule than these are one: its descriptions hold names without quotes. */
const mostKinds = 4;

/** In characters. */
const longestName = 60;
const longestLine = 800;

/** How many names a line has at most. */
const mostNames = 8;

/** A group of so few is shown with the places of its items. */
const fewFindings = 3;

/** Where KiCad says something at length that has a short name. */
const shortPhrases: readonly (readonly [RegExp, string])[] = [
  [/^The current configuration does not include the \w+ library/, "library not configured"],
  [/^The \w+ library .* was not found at/, "file of the library not found"],
  [/^Footprint .* not found in library/, "footprint not found in its library"],
  [/^Symbol .* not found in symbol library/, "symbol not found in its library"],
  [/(?:doesn't|does not) match copy in library/, "differs from the copy in its library"],
  [/doesn't match footprint given by symbol/, "another footprint than the symbol's"],
  [/^No reference is kept for/, "no reference is kept for the path of the sheet"],
  [/^\d+ symbols have the reference/, "reference used more than once"],
  [/^The id .* is used more than once/, "id used more than once"],
  [/has no footprint$/, "no footprint"],
];

/** Text in quotes; an apostrophe within a word is none. */
const quoted = /(?<=^|[\s(])(?:'([^']*)'|"([^"]*)")(?=$|[\s.,;)])/g;

/** The findings that are not excluded by kind: errors first, the most frequent first. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const rules = [
    ...by(activeFindings(findings), ({ severity, type }) => JSON.stringify([severity, type])).values(),
  ];
  return rules
    .flatMap((ofRule) => {
      const kinds = [...by(ofRule, whatIn).values()];
      return kinds.length > mostKinds ? [ofRule] : kinds;
    })
    .map(toGroup)
    .sort(
      (one, other) =>
        Number(one.severity !== "error") - Number(other.severity !== "error") ||
        other.findings.length - one.findings.length,
    );
}

function toGroup(findings: readonly Finding[]): FindingGroup {
  const [first] = findings as [Finding];
  const names = [...by(findings, nameOf)].map(([name, { length }]) => ({ name, count: length }));
  return {
    severity: first.severity,
    type: first.type,
    what:
      new Set(findings.map(whatIn)).size > 1 ? `such as ${oneLine(first.description, 200)}` : whatIn(first),
    names: names.filter(({ name }) => name !== "").sort((one, other) => other.count - one.count),
    findings: [...findings],
  };
}

/** A group on one line: `54 × footprint_link_issues: library not configured (Resistor_THT 20, D 4)`. */
export function describeGroup({ type, what, names, findings }: FindingGroup): string {
  const shown = names.slice(0, mostNames).map(({ name, count }) => (count > 1 ? `${name} ${count}` : name));
  const more = names.length - shown.length;
  const about = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return oneLine(`${findings.length} × ${type}: ${what}${about === "" ? "" : ` (${about})`}`, longestLine);
}

/** Groups as lines, under `errors:` and `warnings:`; with places, the items of a small one follow it. */
export function listGroups(
  groups: readonly FindingGroup[],
  { withPlaces }: { withPlaces: boolean },
): string[] {
  return (["error", "warning"] as const).flatMap((severity) => {
    const ofSeverity = groups.filter((group) => group.severity === severity);
    const lines = ofSeverity.flatMap((group) => [
      `  ${describeGroup(group)}`,
      ...(!withPlaces || group.findings.length > fewFindings
        ? []
        : group.findings.flatMap((one) => placesOf(one).map((place) => `      ${oneLine(place)}`))),
    ]);
    return lines.length === 0 ? [] : [`${severity}s:`, ...lines];
  });
}

/** What a finding says, without what differs among findings of its kind: names, numbers, details in parentheses. */
function whatIn({ description, group }: Finding): string {
  const short = shortPhrases.find(([pattern]) => pattern.test(description))?.[1];
  const words =
    short ??
    description
      .replace(/\s*\([^()]*\)[\s.]*$/, "")
      .replace(quoted, "…")
      .replace(/-?\b\d+(?:\.\d+)?\b/g, "…")
      .replace(/\.$/, "");
  return group === "parity" ? `${words}, board against schematic` : words;
}

/** What a finding is about: the library or part in its description, else the net, pin or part that it is at. */
function nameOf({ description, items, group, sheet }: Finding): string {
  const [[, single, double] = []] = [...description.matchAll(quoted)];
  const name = single ?? double ?? "";
  if (name !== "" && shortPhrases.some(([pattern]) => pattern.test(description))) {
    return name;
  }
  const [item] = items;
  return item === undefined ? name : (itemName(item.description, group) ?? nameless(item.description, sheet));
}

/** A wire has no name: what counts is the sheet that it is on. */
function nameless(description: string, sheet = "/"): string {
  return sheet === "/" ? oneLine(description.replace(/,.*$/s, ""), longestName) : `sheet ${sheet}`;
}

function itemName(description: string, group: Finding["group"]): string | undefined {
  const net = /\[([^\]]+)\]/.exec(description)?.[1];
  const pin = pinIn(description);
  const [, pad, ofPart] = /\bpad (\S*) (?:\[[^\]]*\] )?of (\S+)/i.exec(description) ?? [];
  // `Footprint J2`, `Reference field of J2`, `Segment of J2 on F.Silkscreen`
  const [, part] = /^(?:Symbol|Footprint|\w+(?: field)? of) (\S+)/.exec(description) ?? [];
  const [, label] = /'([^']*)'/.exec(description) ?? [];
  if (group === "unconnected" && net !== undefined) {
    return net;
  }
  const name =
    (pin && [pin.reference, pin.number].filter(Boolean).join(".")) ??
    (ofPart && `${ofPart}.${pad}`) ??
    part ??
    label ??
    net;
  return name && oneLine(name, longestName);
}

/** The items by their keys, in order. */
function by<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return groups;
}
