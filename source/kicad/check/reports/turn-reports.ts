/** The two reports that a turn is judged by: of a design as it is, and as it was before the turn. Each is made once. */
import { basename, join } from "node:path";
import { CopperheadError } from "../../../base/failure.js";
import type { FileChange } from "../../../base/files/file-change.js";
import { runTogether } from "../../../base/run-together.js";
import { visibleName } from "../../../base/text/safe-text.js";
import type { KicadCli } from "../../cli/kicad-cli.js";
import type { CheckReport } from "../../cli/run-check.js";
import { listKicadFiles } from "../../design/find-projects.js";
import type { NamedFiles } from "../../design/project.js";
import { checkDesign } from "../check-design.js";
import { type Check, checksFor } from "../checks.js";
import { cachedReport, hashesBefore, hashFiles, isSameState } from "./report-cache.js";
import { withUntouched } from "./untouched.js";

/** What makes reports, and the folder that keeps them: absolute, outside the repository's own files. */
export type ReportMaker = {
  /** Real path of the repository. */
  root: string;
  cli: KicadCli;
  cacheFolder: string;
  signal: AbortSignal;
};

/** What a turn changed, and the checks that it needs. */
export type CheckedTurn = {
  changes: readonly FileChange[];
  checks: readonly Check[];
  /** The hashes of the KiCad files as they are and as they were. */
  now: ReadonlyMap<string, string>;
  before: ReadonlyMap<string, string>;
};

/** A design that does not load has a reason instead of a report. */
export type Reported = CheckReport | { reason: string };

/** `changes`: all of the turn, the project and rules files included. `named`: the files that the settings name. */
export async function readTurn(
  root: string,
  changes: readonly FileChange[],
  named: NamedFiles,
): Promise<CheckedTurn> {
  const files = await listKicadFiles(root);
  const checks = await checksFor(root, files, changes, named);
  const now = await hashFiles(root, files);
  return { changes, checks, now, before: hashesBefore(now, changes) };
}

/** Throws what `runCheck` throws, but for a design that does not load. */
export async function reportBoth(
  check: Check,
  turn: CheckedTurn,
  maker: ReportMaker,
): Promise<{ baseline: Reported; present: Reported }> {
  const untouched = (signal: AbortSignal) => reportUntouched(check, turn, { ...maker, signal });
  const asItIs = (signal: AbortSignal) => orUnloadable(reportPresent(check, turn.now, { ...maker, signal }));
  // DRC of a large board takes minutes. ERC asks for many sheets, mostly the same ones, and one state is checked once.
  const isAtOnce = check.kind === "drc" && !isSameState(turn.before, turn.now);
  const [baseline, present] = isAtOnce
    ? await runTogether(untouched, asItIs, maker.signal)
    : [await untouched(maker.signal), await asItIs(maker.signal)];
  return { baseline, present };
}

/** The report of the design before the turn: a new design has nothing to be compared with. Throws as `reportBoth`. */
export async function reportUntouched(
  check: Check,
  { changes, before }: CheckedTurn,
  maker: ReportMaker,
): Promise<Reported> {
  if (!before.has(check.design)) {
    return { findings: [] };
  }
  let isExact = false;
  const make = () =>
    withUntouched(maker.root, changes, async (copy) => {
      // What is written while it is copied is in the copy too.
      isExact = isSameState(before, await hashFiles(copy, [...before.keys()]));
      return await checkIn(copy, check, maker);
    });
  return await orUnloadable(reportOf(check, before, maker, { make, isCurrent: async () => isExact }));
}

/** The report of the design whose repository has the KiCad files of `now`, as it is. Throws what `runCheck` throws. */
export async function reportPresent(
  check: Check,
  now: ReadonlyMap<string, string>,
  maker: ReportMaker,
): Promise<CheckReport> {
  const { root } = maker;
  const isCurrent = async () => isSameState(now, await hashFiles(root, await listKicadFiles(root)));
  return await reportOf(check, now, maker, { make: () => checkIn(root, check, maker), isCurrent });
}

function checkIn(
  folder: string,
  { kind, design }: Check,
  { cli, signal }: ReportMaker,
): Promise<CheckReport> {
  return checkDesign(cli, kind, join(folder, design), { signal });
}

async function reportOf(
  { kind, design }: Check,
  hashes: ReadonlyMap<string, string>,
  { cli, cacheFolder, signal }: ReportMaker,
  { make, isCurrent }: { make: () => Promise<CheckReport>; isCurrent: () => Promise<boolean> },
): Promise<CheckReport> {
  const kicadVersion = await cli.version({ signal });
  const what = `${kind.toUpperCase()} of ${visibleName(basename(design))}`;
  return await cachedReport(
    cacheFolder,
    { kind, design, kicadVersion, hashes },
    { make, what, signal, isCurrent },
  );
}

async function orUnloadable(report: Promise<CheckReport>): Promise<Reported> {
  try {
    return await report;
  } catch (error) {
    if (error instanceof CopperheadError && error.failure.code === "design-does-not-load") {
      return { reason: error.failure.message };
    }
    throw error;
  }
}
