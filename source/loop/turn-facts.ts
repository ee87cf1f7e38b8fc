/** What is to be said of the changes of a turn at its end. */
import type { FileChange } from "../base/files/file-change.js";
import { describeRuleChange } from "../kicad/check/rules.js";
import type { KicadCli } from "../kicad/cli/kicad-cli.js";
import { describeDrift } from "../kicad/compare/find-drift.js";
import { diffFiles } from "../tools/text/unified-diff.js";
import type { Settings } from "../workspace/settings/schema.js";
import type { ActionOf } from "./actions.js";

export type TurnFacts = Pick<ActionOf<"turn-end">, "diff" | "notes" | "drift">;

type Options = {
  /** Real path of the repository. */
  root: string;
  config: Settings;
  env: NodeJS.ProcessEnv;
  kicad: KicadCli | undefined;
  dryRun: boolean;
  /** Whether the turn's files stay as it left them. */
  isKept: boolean;
};

/** How long the end of a turn may wait for the comparison of boards with their schematics. */
const driftTimeoutMs = 60_000;

/** Never throws: what cannot be compared is left to the checks. */
export async function factsOf(
  changes: readonly FileChange[],
  { isKept, dryRun, kicad: cli, ...place }: Options,
): Promise<TurnFacts> {
  const notes = changes.flatMap(describeRuleChange);
  const signal = AbortSignal.timeout(driftTimeoutMs);
  const drift = isKept && cli ? await describeDrift(changes, { ...place, cli, signal }).catch(() => []) : [];
  return {
    ...(dryRun && { diff: diffFiles(changes) }),
    ...(notes.length > 0 && { notes }),
    ...(drift.length > 0 && { drift }),
  };
}
