/** `copperhead undo [session]`: takes the last turn that changed something back, or every turn of a session. */
import { type ExitCode, exitCodes } from "../runtime/failure.js";
import { RepositoryLock } from "../workspace/lock.js";
import { findSession, listSessions } from "../workspace/sessions.js";
import { type UndoResult, undo as undoTurns } from "../workspace/undo.js";
import type { CommandContext } from "./main.js";
import { atMost } from "./options.js";
import { textLine } from "./output.js";
import { findRepository } from "./repository.js";

export async function undo({ flags, words, output }: CommandContext): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  const [named] = atMost(1, words);
  const session = named === undefined ? undefined : await findSession(root, named);
  const lock = await RepositoryLock.acquire({ root, sessionId: session?.id ?? "undo", turn: 0 });
  try {
    const result = session
      ? await undoTurns({ sessionFolder: session.folder, root, turns: "all" })
      : await undoLatest(root);
    output.out(textLine(describeUndo(result)));
    return result.conflicts.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await lock.release();
  }
}

/** The newest turn of the newest session that still has one to take back. */
async function undoLatest(root: string): Promise<UndoResult> {
  for (const { folder } of await listSessions(root)) {
    const result = await undoTurns({ sessionFolder: folder, root, turns: "last" });
    if (result.turns.length > 0) {
      return result;
    }
  }
  return { turns: [], restored: [], conflicts: [], reported: [] };
}

/** What an undo did, for people. */
export function describeUndo({ turns, restored, conflicts, reported }: UndoResult): string {
  if (turns.length === 0) {
    return "There is nothing to undo.";
  }
  return [
    `Took back turn ${turns.join(", ")}: ${restored.length === 0 ? "no file had to be put back" : restored.join(", ")}`,
    ...conflicts.map(({ path, reason }) => `Not put back: ${path}: ${reason}`),
    ...reported.map(({ path, reason }) => `Left as it is: ${path}: ${reason}`),
  ].join("\n");
}
