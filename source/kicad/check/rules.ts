/** What a change to a project or rules file does to the rules that a design is checked by. Pure. */
import * as z from "zod";
import type { FileChange } from "../../base/files/file-change.js";
import { counted } from "../../base/text/counted.js";

const section = z.record(z.string(), z.unknown());
const sectionOrNone = section.catch({});
const list = z.array(z.unknown()).catch([]);

/** The parts of a `.kicad_pro` that decide what a check finds. Whatever is missing has KiCad's defaults. */
function readRules(bytes: Buffer | null) {
  try {
    const file = section.parse(
      bytes === null ? {} : JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")),
    );
    const erc = sectionOrNone.parse(file.erc);
    const drc = sectionOrNone.parse(sectionOrNone.parse(file.board).design_settings);
    return {
      ercSeverities: sectionOrNone.parse(erc.rule_severities),
      drcSeverities: sectionOrNone.parse(drc.rule_severities),
      constraints: sectionOrNone.parse(drc.rules),
      ercExclusions: list.parse(erc.erc_exclusions),
      drcExclusions: list.parse(drc.drc_exclusions),
      pinMap: erc.pin_map,
      netClasses: sectionOrNone.parse(file.net_settings).classes,
    };
  } catch {
    return undefined;
  }
}

/** Each change of a rule as text, `ERC rule pin_not_connected: error → ignore`; empty where no rule is touched. */
export function describeRuleChange({ path, before, after }: FileChange): string[] {
  if (path.endsWith(".kicad_dru")) {
    const same = before !== null && after !== null && before.equals(after);
    return same || before === after ? [] : [`design rules ${fate(before, after)} (${path})`];
  }
  if (!path.endsWith(".kicad_pro")) {
    return [];
  }
  const [old, now] = [readRules(before), readRules(after)];
  if (old && !now) {
    return [`${path} is no longer JSON: KiCad drops all of its rules and exclusions`];
  }
  if (!old || !now) {
    return [];
  }
  return [
    ...differences("ERC rule", old.ercSeverities, now.ercSeverities),
    ...differences("DRC rule", old.drcSeverities, now.drcSeverities),
    ...differences("board constraint", old.constraints, now.constraints),
    ...listChange("ERC exclusion", old.ercExclusions, now.ercExclusions),
    ...listChange("DRC exclusion", old.drcExclusions, now.drcExclusions),
    ...(isSame(old.pinMap, now.pinMap) ? [] : ["the ERC pin conflict map changed"]),
    ...(isSame(old.netClasses, now.netClasses) ? [] : ["net classes changed"]),
  ];
}

/** The rules that `changes` turn off altogether. */
export function rulesMutedBy(changes: readonly FileChange[]): Set<string> {
  const muted = changes.flatMap(({ path, before, after }) => {
    const [old, now] = path.endsWith(".kicad_pro") ? [readRules(before), readRules(after)] : [];
    return old && now
      ? [
          ...newlyIgnored(old.ercSeverities, now.ercSeverities),
          ...newlyIgnored(old.drcSeverities, now.drcSeverities),
        ]
      : [];
  });
  return new Set(muted);
}

function newlyIgnored(old: Record<string, unknown>, now: Record<string, unknown>): string[] {
  return Object.keys(now).filter((rule) => now[rule] === "ignore" && old[rule] !== "ignore");
}

function fate(before: Buffer | null, after: Buffer | null): string {
  return before === null ? "added" : after === null ? "removed" : "changed";
}

function differences(what: string, old: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return names
    .filter((name) => !isSame(old[name], now[name]))
    .map((name) => `${what} ${name}: ${show(old[name])} → ${show(now[name])}`);
}

function show(value: unknown): string {
  return value === undefined ? "default" : typeof value === "string" ? value : JSON.stringify(value);
}

function listChange(what: string, old: readonly unknown[], now: readonly unknown[]): string[] {
  const [was, is] = [old.map((one) => JSON.stringify(one)), now.map((one) => JSON.stringify(one))];
  const added = is.filter((one) => !was.includes(one)).length;
  const removed = was.filter((one) => !is.includes(one)).length;
  return [
    ...(added > 0 ? [`${counted(added, what)} added`] : []),
    ...(removed > 0 ? [`${counted(removed, what)} removed`] : []),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
