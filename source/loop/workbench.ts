/** What a session works with on the disk: the repository, the turn's journal and lock, and the audit trail. */
import type { Config } from "../workspace/config.js";
import { unifiedDiff } from "../workspace/diff.js";
import { TurnJournal } from "../workspace/journal.js";
import { acquireLock, type RepositoryLock } from "../workspace/lock.js";
import { StepLog, type Transcript } from "../workspace/transcript.js";
import { writeSummary } from "../workspace/summary.js";
import { verifyDesign } from "../kicad/verification.js";
import { exitCodes } from "../runtime/failure.js";
import type { ToolContext } from "../tools/tool.js";
import type { Of, RecordedAction } from "./actions.js";
import type { Ending, LoopState } from "./state.js";

export type WorkbenchOptions = {
  /** The repository's real path. */
  root: string;
  sessionId: string;
  sessionFolder: string;
  transcript: Transcript;
  config: Config;
  env: NodeJS.ProcessEnv;
  /** What happens to the files of a turn that ends badly. */
  onFailure: "restore" | "keep";
  /** Every turn is undone, and its diff told. */
  dryRun: boolean;
};

type Settled = Omit<Of<"turn-end">, "type" | "turnId">;

/** The endings whose files are kept: done, and the work of a turn that only ran out of steps. */
const kept: ReadonlySet<number> = new Set([exitCodes.done, exitCodes.unfinished]);
