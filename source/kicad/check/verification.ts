/** Judges what a turn did to the design: ERC and DRC of the present state, compared with the untouched one. */
import { join } from "node:path";
import type { CheckOutcome } from "../../base/events.js";
import { CopperheadError, toFailure } from "../../base/failure.js";
import type { FileChange } from "../../base/file-change.js";
import type { KicadCli } from "../cli/kicad-cli.js";
import { type CheckReport, runCheck } from "../cli/run-check.js";
import { type Chosen, listKicadFiles } from "../design/project.js";
import { type Comparison, compareFindings } from "./baseline.js";
import { type CheckTarget, targetsOf } from "./check-targets.js";
import { countFindings, type Finding, listFindings } from "./findings.js";
import { rejoinByNet } from "./net-findings.js";
import { cachedReport, hashesBefore, hashFiles } from "./report-cache.js";
import { describeRuleChange, rulesMutedBy } from "./rules.js";
import { withUntouched } from "./untouched.js";

/** How many new errors the model is shown whole. */
const shownErrors = 20;

export type VerificationInput = {
  /** Real path of the repository. */
  root: string;
  /** All that the turn changed, the project and rules files included. */
  changes: readonly FileChange[];
  /** The root schematic and the board that the configuration names. */
  chosen: Chosen;
  /** `undefined` where there is no kicad-cli. */
  cli: KicadCli | undefined;
  /** Where reports are kept between turns and sessions; absolute, outside the repository's own files. */
  cacheFolder: string;
  signal: AbortSignal;
};

export type DesignVerification = {
  erc?: CheckOutcome;
  drc?: CheckOutcome;
  newErrors: number;
  /** The new errors with their items and places, as text; there when `newErrors` is not 0. */
  findings?: string;
  /** The same with what the model is to do about them. */
  feedback?: string;
  /** Rules that the turn changed, in words: `ERC rule pin_not_connected: error → ignore`. */
  ruleChanges: string[];
};

type CheckVerdict = { target: CheckTarget } & (
  | { ran: true; comparison: Comparison; present: Finding[] }
  | { ran: false; reason: string }
);

/**
 * Checks each design that `changes` touch, as it is now and as it was before them. Never throws for a check that
 * cannot run: that is the outcome `not-run` with a reason. Throws `interrupted` when the signal is aborted.
 */
export async function verifyDesign(input: VerificationInput): Promise<DesignVerification> {
  const { root, changes, chosen } = input;
  const files = await listKicadFiles(root);
  const targets = await targetsOf(root, files, changes, chosen);
  const verdicts = input.cli
    ? await judgeAll({ ...input, cli: input.cli }, files, targets)
    : targets.map((target): CheckVerdict => ({ target, ran: false, reason: "kicad-cli is not there" }));
  const erc =
    outcomeOf(verdicts.filter(({ target }) => target.kind === "erc")) ?? whereGone(changes, ".kicad_sch");
  const drc =
    outcomeOf(verdicts.filter(({ target }) => target.kind === "drc")) ?? whereGone(changes, ".kicad_pcb");
  const findings = findingsOf(verdicts);
  return {
    ...(erc && { erc }),
    ...(drc && { drc }),
    newErrors: (erc?.newErrors ?? 0) + (drc?.newErrors ?? 0),
    ...(findings !== undefined && { findings, feedback: feedbackOn(findings) }),
    ruleChanges: changes.flatMap(describeRuleChange),
  };
}

type Bench = VerificationInput & { cli: KicadCli };

async function judgeAll(
  bench: Bench,
  files: readonly string[],
  targets: readonly CheckTarget[],
): Promise<CheckVerdict[]> {
  const hashes = await hashFiles(bench.root, files);
  const before = hashesBefore(hashes, bench.changes);
  const verdicts: CheckVerdict[] = [];
  for (const target of targets) {
    verdicts.push(await judge(bench, target, { hashes, before }));
  }
  return verdicts;
}

type Hashes = { hashes: Map<string, string>; before: Map<string, string> };

async function judge(bench: Bench, target: CheckTarget, { hashes, before }: Hashes): Promise<CheckVerdict> {
  const { root, changes, cli, cacheFolder, signal } = bench;
  const reportOf = async (state: Map<string, string>, check: () => Promise<CheckReport>) => {
    const kicadVersion = await cli.version({ signal });
    return await cachedReport(cacheFolder, { ...target, kicadVersion, hashes: state }, check);
  };
  const run = (folder: string) => runCheck(cli, target.kind, join(folder, target.design), { signal });
  try {
    const baseline = await orUnloadable(async () =>
      before.has(target.design)
        ? await reportOf(before, () => withUntouched(root, changes, run))
        : { findings: [] },
    );
    const present = await orUnloadable(() => reportOf(hashes, () => run(root)));
    if ("reason" in present) {
      return "reason" in baseline
        ? { target, ran: false, reason: present.reason }
        : { target, ran: true, comparison: newlyUnloadable(present.reason), present: [] };
    }
    // There is nothing to compare a design with that could not be loaded: it is not the turn that made its findings.
    const old = "reason" in baseline ? present.findings : baseline.findings;
    const compared = compareFindings(old, present.findings, rulesMutedBy(changes));
    const comparison =
      target.kind === "erc"
        ? await rejoinByNet(
            compared,
            cli,
            { root, schematic: target.design, files: [...hashes.keys()] },
            { signal },
          )
        : compared;
    return { target, ran: true, comparison, present: present.findings };
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return { target, ran: false, reason: toFailure(error).message };
  }
}

async function orUnloadable(check: () => Promise<CheckReport>): Promise<CheckReport | { reason: string }> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof CopperheadError && error.failure.code === "design-does-not-load") {
      return { reason: error.failure.message };
    }
    throw error;
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

/** A design that was removed cannot be checked, and must not look as if all were well. */
function whereGone(changes: readonly FileChange[], extension: string): CheckOutcome | undefined {
  const gone = changes.filter(({ path, after }) => after === null && path.endsWith(extension));
  return gone.length === 0
    ? undefined
    : {
        status: "not-run",
        newErrors: 0,
        newWarnings: 0,
        fixed: 0,
        known: 0,
        reason: `${gone.map(({ path }) => path).join(", ")} was removed`,
      };
}

/** The outcome of one kind of check over all designs it ran on. */
function outcomeOf(verdicts: readonly CheckVerdict[]): CheckOutcome | undefined {
  const [first] = verdicts;
  if (!first) {
    return undefined;
  }
  const ran = verdicts.filter((verdict) => verdict.ran);
  const reasons = verdicts.flatMap((verdict) => (verdict.ran ? [] : [verdict.reason]));
  const sum = (count: (comparison: Comparison) => number) =>
    ran.reduce((total, { comparison }) => total + count(comparison), 0);
  const added = countFindings(ran.flatMap(({ comparison }) => comparison.added));
  const known = sum((comparison) => comparison.known.length);
  const counts = {
    newErrors: added.errors,
    newWarnings: added.warnings,
    fixed: sum((comparison) => comparison.fixed.length),
    known,
    ...(first.target.kind === "drc" && {
      unconnected: countFindings(ran.flatMap(({ present }) => present)).unconnected,
    }),
  };
  if (reasons.length > 0) {
    return { status: "not-run", ...counts, reason: reasons.join("; ") };
  }
  return { status: added.errors + added.warnings + known === 0 ? "clean" : "findings", ...counts };
}

function findingsOf(verdicts: readonly CheckVerdict[]): string | undefined {
  const parts = verdicts.flatMap((verdict) => {
    if (!verdict.ran) {
      return [];
    }
    const { kind, design } = verdict.target;
    const errors = verdict.comparison.added.filter(({ severity }) => severity === "error");
    return errors.length === 0
      ? []
      : [
          `${kind.toUpperCase()} of ${design}: ${count(errors.length, "new error")}.\n${listFindings(errors, shownErrors)}`,
        ];
  });
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

function feedbackOn(findings: string): string {
  return [
    "copperhead checked the design against its state before this turn. Your changes made new errors:",
    findings,
    "Repair what you changed, or take the change back. Turning a rule off or excluding a finding is not a repair.",
  ].join("\n\n");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
