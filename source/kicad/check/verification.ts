/** What a turn did to the design: ERC and DRC of the present state, compared with the untouched one. */
import { toFailure } from "../../base/failure.js";
import type { FileChange } from "../../base/files/file-change.js";
import { type CheckOutcome, notRun } from "../../base/outcomes.js";
import { counted } from "../../base/text/counted.js";
import type { KicadCli } from "../cli/kicad-cli.js";
import type { CheckKind } from "../cli/run-check.js";
import type { NamedFiles } from "../design/project.js";
import { type Comparison, compareFindings } from "./baseline.js";
import type { Check } from "./checks.js";
import { isFedBack } from "./fed-back.js";
import { countFindings, type Finding, listFindings } from "./findings.js";
import { rejoinByNet } from "./net-findings.js";
import { type CheckedTurn, type ReportMaker, readTurn, reportBoth } from "./reports/turn-reports.js";
import { describeRuleChange, rulesMutedBy } from "./rules.js";

/** How many new errors the model is shown whole. */
const mostErrors = 20;
const mostWarnings = 10;

export type VerificationInput = {
  /** Real path of the repository. */
  root: string;
  /** All that the turn changed, the project and rules files included. */
  changes: readonly FileChange[];
  /** The root schematic and the board that the settings name. */
  named: NamedFiles;
  /** `undefined` where kicad-cli is missing. */
  cli: KicadCli | undefined;
  /** Where reports are kept between turns and sessions; absolute, outside the repository's own files. */
  cacheFolder: string;
  signal: AbortSignal;
};

/** What was found in one project; it is named where the repository has several. */
export type ProjectVerification = {
  project?: string;
  erc?: CheckOutcome;
  drc?: CheckOutcome;
  /** The new errors with their items and places, as text; there when there are any. */
  findings?: string;
  /** The same of all new warnings. */
  warnings?: string;
};

/** What was found in all projects together, and in each. */
export type DesignVerification = {
  erc?: CheckOutcome;
  drc?: CheckOutcome;
  projects: ProjectVerification[];
  newErrors: number;
  /** The new errors with their items and places, as text; there when `newErrors` is not 0. */
  findings?: string;
  /** The same for the model, with instructions. */
  feedback?: string;
  /** New warnings about labels, nets and footprints with their items and places, as text; there when there are any. */
  netWarnings?: string;
  /** Rules that the turn changed, as text: `ERC rule pin_not_connected: error → ignore`. */
  ruleChanges: string[];
};

type Verdict = { check: Check } & ({ comparison: Comparison; present: Finding[] } | { reason: string });

/**
 * Checks each design that `changes` touch, as it is now and as it was before them. Never throws for a check that
 * cannot run: that is the outcome `not-run` with a reason. Throws `interrupted` when the signal is aborted.
 */
export async function verifyDesign(input: VerificationInput): Promise<DesignVerification> {
  const { changes } = input;
  const verdicts = await judgeAll(input);
  const erc = outcomeOf("erc", verdicts) ?? outcomeOfRemoved(changes, ".kicad_sch");
  const drc = outcomeOf("drc", verdicts) ?? outcomeOfRemoved(changes, ".kicad_pcb");
  const findings = verdicts.flatMap(newErrorsOf).join("\n\n");
  const netWarnings = verdicts.flatMap(newNetWarningsOf).join("\n\n");
  return {
    ...(erc && { erc }),
    ...(drc && { drc }),
    projects: projectsOf(verdicts),
    ...(netWarnings !== "" && { netWarnings }),
    newErrors: (erc?.newErrors ?? 0) + (drc?.newErrors ?? 0),
    ...(findings !== "" && { findings, feedback: feedbackOn(findings) }),
    ruleChanges: changes.flatMap(describeRuleChange),
  };
}

function projectsOf(verdicts: readonly Verdict[]): ProjectVerification[] {
  const names = [...new Set(verdicts.map(({ check }) => check.project))];
  return names.map((project) => {
    const own = verdicts.filter(({ check }) => check.project === project);
    const erc = outcomeOf("erc", own);
    const drc = outcomeOf("drc", own);
    const findings = own.flatMap(newErrorsOf).join("\n\n");
    const warnings = own.flatMap(newWarningsOf).join("\n\n");
    return {
      ...(project !== undefined && { project }),
      ...(erc && { erc }),
      ...(drc && { drc }),
      ...(findings !== "" && { findings }),
      ...(warnings !== "" && { warnings }),
    };
  });
}

async function judgeAll({ root, changes, named, cli, ...input }: VerificationInput): Promise<Verdict[]> {
  const turn = await readTurn(root, changes, named);
  const verdicts: Verdict[] = [];
  for (const check of turn.checks) {
    verdicts.push(
      cli ? await judge(check, turn, { root, cli, ...input }) : { check, reason: "kicad-cli is not there" },
    );
  }
  return verdicts;
}

async function judge(check: Check, turn: CheckedTurn, maker: ReportMaker): Promise<Verdict> {
  const { root, cli, signal } = maker;
  try {
    const { baseline, present } = await reportBoth(check, turn, maker);
    if ("reason" in present) {
      return "reason" in baseline
        ? { check, reason: present.reason }
        : { check, comparison: newlyUnloadable(present.reason), present: [] };
    }
    // What did not load cannot be compared with: its findings were not made by the turn.
    const old = "reason" in baseline ? present.findings : baseline.findings;
    const compared = compareFindings(old, present.findings, rulesMutedBy(turn.changes));
    const repository = { root, schematic: check.design, files: [...turn.now.keys()] };
    const comparison =
      check.kind === "erc" ? await rejoinByNet(compared, cli, repository, { signal }) : compared;
    return { check, comparison, present: present.findings };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return { check, reason: toFailure(error).message };
  }
}

function newlyUnloadable(reason: string): Comparison {
  const broken: Finding = {
    group: "violation",
    type: "does_not_load",
    severity: "error",
    description: reason,
    items: [],
  };
  return { added: [broken], known: [], fixed: [], muted: [] };
}

/** A design that was removed cannot be checked, and must not pass as clean. */
function outcomeOfRemoved(changes: readonly FileChange[], extension: string): CheckOutcome | undefined {
  const removed = changes.filter(({ path, after }) => after === null && path.endsWith(extension));
  return removed.length === 0
    ? undefined
    : notRun(`${removed.map(({ path }) => path).join(", ")} was removed`);
}

/** The outcome of one kind of check over all designs; undefined where none needed it. */
function outcomeOf(kind: CheckKind, all: readonly Verdict[]): CheckOutcome | undefined {
  const verdicts = all.filter(({ check }) => check.kind === kind);
  if (verdicts.length === 0) {
    return undefined;
  }
  const ran = verdicts.filter((verdict) => "comparison" in verdict);
  const reasons = verdicts.flatMap((verdict) => ("reason" in verdict ? [verdict.reason] : []));
  const sum = (part: "known" | "fixed") =>
    ran.reduce((total, { comparison }) => total + comparison[part].length, 0);
  const added = countFindings(ran.flatMap(({ comparison }) => comparison.added));
  const { unconnected } = countFindings(ran.flatMap(({ present }) => present));
  const counts = {
    newErrors: added.errors,
    newWarnings: added.warnings,
    fixed: sum("fixed"),
    known: sum("known"),
    ...(kind === "drc" && { unconnected }),
  };
  if (reasons.length > 0) {
    return { status: "not-run", ...counts, reason: reasons.join("; ") };
  }
  return { status: added.errors + added.warnings + counts.known === 0 ? "clean" : "findings", ...counts };
}

function newErrorsOf(verdict: Verdict): string[] {
  return listNew(verdict, "new error", mostErrors, ({ severity }) => severity === "error");
}

function newWarningsOf(verdict: Verdict): string[] {
  return listNew(verdict, "new warning", mostWarnings, ({ severity }) => severity === "warning");
}

function newNetWarningsOf(verdict: Verdict): string[] {
  return listNew(verdict, "new warning", mostWarnings, isFedBack);
}

function listNew(verdict: Verdict, what: string, most: number, isMeant: (one: Finding) => boolean): string[] {
  const found = "comparison" in verdict ? verdict.comparison.added.filter(isMeant) : [];
  const { kind, design } = verdict.check;
  const head = `${kind.toUpperCase()} of ${design}: ${counted(found.length, what)}.`;
  return found.length === 0 ? [] : [`${head}\n${listFindings(found, most)}`];
}

function feedbackOn(findings: string): string {
  return [
    "copperhead checked the design against its state before this turn. Your changes made new errors:",
    findings,
    "Repair what you changed, or take the change back. Turning a rule off or excluding a finding is not a repair.",
  ].join("\n\n");
}
