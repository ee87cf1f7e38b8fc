/** What a change to a project or rules file does to the rules that a design is checked by. Pure. */
import * as z from "zod";
import type { FileChange } from "../../base/file-change.js";

const severities = z.record(z.string(), z.string()).catch({});
const exclusions = z.array(z.unknown()).catch([]);
const anything = z.record(z.string(), z.unknown()).catch({});

/** The parts of a `.kicad_pro` that decide what a check says; whatever is missing has KiCad's defaults. */
const project = z.object({
  erc: z
    .object({ rule_severities: severities, erc_exclusions: exclusions, pin_map: z.unknown().optional() })
    .catch({ rule_severities: {}, erc_exclusions: [], pin_map: undefined }),
  board: z
    .object({
      design_settings: z
        .object({ rule_severities: severities, drc_exclusions: exclusions, rules: anything })
        .catch({ rule_severities: {}, drc_exclusions: [], rules: {} }),
    })
    .catch({ design_settings: { rule_severities: {}, drc_exclusions: [], rules: {} } }),
  net_settings: z.object({ classes: z.unknown().optional() }).catch({ classes: undefined }),
});
type Project = z.infer<typeof project>;

function readProject(bytes: Buffer | null): Project | undefined {
  try {
    return project.parse(bytes === null ? {} : JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")));
  } catch {
    return undefined;
  }
}

/** Each change of a rule in words, `ERC rule pin_not_connected: error → ignore`; empty where no rule is touched. */
export function describeRuleChange({ path, before, after }: FileChange): string[] {
  if (path.endsWith(".kicad_dru")) {
    const same = before !== null && after !== null && before.equals(after);
    return same || before === after ? [] : [`design rules ${fate(before, after)} (${path})`];
  }
  if (!path.endsWith(".kicad_pro")) {
    return [];
  }
  const [old, now] = [readProject(before), readProject(after)];
  if (old && !now) {
    return [`${path} is no longer JSON: KiCad drops all of its rules and exclusions`];
  }
  if (!old || !now) {
    return [];
  }
  const [oldBoard, board] = [old.board.design_settings, now.board.design_settings];
  return [
    ...differences("ERC rule", old.erc.rule_severities, now.erc.rule_severities),
    ...differences("DRC rule", oldBoard.rule_severities, board.rule_severities),
    ...differences("board constraint", oldBoard.rules, board.rules),
    ...listChange("ERC exclusion", old.erc.erc_exclusions, now.erc.erc_exclusions),
    ...listChange("DRC exclusion", oldBoard.drc_exclusions, board.drc_exclusions),
    ...(isSame(old.erc.pin_map, now.erc.pin_map) ? [] : ["the ERC pin conflict map changed"]),
    ...(isSame(old.net_settings.classes, now.net_settings.classes) ? [] : ["net classes changed"]),
  ];
}

/** The rules that `changes` turn off altogether. */
export function rulesMutedBy(changes: readonly FileChange[]): Set<string> {
  const muted = new Set<string>();
  for (const { path, before, after } of changes) {
    const [old, now] = path.endsWith(".kicad_pro") ? [readProject(before), readProject(after)] : [];
    if (!old || !now) {
      continue;
    }
    const pairs = [
      [old.erc.rule_severities, now.erc.rule_severities],
      [old.board.design_settings.rule_severities, now.board.design_settings.rule_severities],
    ] as const;
    for (const [was, is] of pairs) {
      for (const [rule, severity] of Object.entries(is)) {
        if (severity === "ignore" && was[rule] !== "ignore") {
          muted.add(rule);
        }
      }
    }
  }
  return muted;
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
    ...(added > 0 ? [`${added} ${what}${added === 1 ? "" : "s"} added`] : []),
    ...(removed > 0 ? [`${removed} ${what}${removed === 1 ? "" : "s"} removed`] : []),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
