/** Checks that begin before anybody asks for their outcome: a verification of the same state finds the reports. */
import type { FileChange } from "../../../base/files/file-change.js";
import type { NamedFiles } from "../../design/project.js";
import { type ReportMaker, readTurn, reportPresent, reportUntouched } from "./turn-reports.js";

/**
 * Makes the reports that `verifyDesign` will need of `changes`; what cannot be made fails again there. `maker.signal`
 * ends all of it, `untilWrite` the checks of the present state: the next write makes them worthless.
 */
export async function checkAhead(
  changes: readonly FileChange[],
  named: NamedFiles,
  maker: ReportMaker,
  untilWrite: AbortSignal,
): Promise<void> {
  const turn = await readTurn(maker.root, changes, named);
  const present = { ...maker, signal: AbortSignal.any([maker.signal, untilWrite]) };
  for (const check of turn.checks) {
    if (present.signal.aborted) {
      return;
    }
    const untouched = reportUntouched(check, turn, maker);
    // As in a verification: both ERC ask for the same sheets, which is done once.
    await Promise.allSettled(check.kind === "erc" ? [untouched] : []);
    await Promise.allSettled([untouched, reportPresent(check, turn.now, present)]);
  }
}
