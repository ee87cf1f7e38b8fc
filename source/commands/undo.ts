/**
 * `copperhead undo [session]` takes the last turn that changed something back, or every turn of a session;
 * `copperhead redo [session]` puts the turn that was taken back last forward again.
 */
import { type ExitCode, exitCodes } from "../base/failure.js";
import { visibleName } from "../base/safe-text.js";
import type { CommandContext } from "../cli/context.js";
import { atMost } from "../cli/options.js";
import { textLine } from "../cli/output.js";
import { findRepository } from "../compose/repository.js";
import { redo as redoTurn, type UndoResult, undo as undoTurns } from "../workspace/journal/undo.js";
import { RepositoryLock } from "../workspace/repository-lock.js";
import { findSession, listSessions, type SessionInfo } from "../workspace/sessions/sessions.js";

export function undo(context: CommandContext): Promise<ExitCode> {
  return moveTurns(context, "Took back", "There is nothing to undo.", (root, session) =>
    session
      ? undoTurns({ sessionFolder: session.folder, root, turns: "all" })
      : firstThatMoves(root, (sessionFolder) => undoTurns({ sessionFolder, root, turns: "last" })),
  );
}

export function redo(context: CommandContext): Promise<ExitCode> {
  return moveTurns(context, "Put forward again", "There is nothing to redo.", (root, session) =>
    session
      ? redoTurn({ sessionFolder: session.folder, root })
      : firstThatMoves(root, (sessionFolder) => redoTurn({ sessionFolder, root })),
  );
}

async function moveTurns(
  { flags, words, output }: CommandContext,
  done: string,
  nothing: string,
  move: (root: string, session: SessionInfo | undefined) => Promise<UndoResult>,
): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  const [named] = atMost(1, words);
  const session = named === undefined ? undefined : await findSession(root, named);
  const [newest] = await listSessions(root);
  const holder = session ?? newest;
  if (!holder) {
    output.out(textLine(nothing));
    return exitCodes.done;
  }
  const lock = await RepositoryLock.acquire({ root, sessionId: holder.id, turn: holder.turns });
  try {
    const result = await move(root, session);
    output.out(textLine(describeMove(result, done, nothing)));
    return result.conflicts.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await lock.release();
  }
}

/** The newest session in which there is something to move, or that has files which cannot be moved. */
async function firstThatMoves(
  root: string,
  move: (sessionFolder: string) => Promise<UndoResult>,
): Promise<UndoResult> {
  for (const { folder } of await listSessions(root)) {
    const result = await move(folder);
    if (result.turns.length > 0 || result.conflicts.length > 0) {
      return result;
    }
  }
  return { turns: [], restored: [], conflicts: [], reported: [] };
}

function describeMove(
  { turns, restored, conflicts, reported }: UndoResult,
  done: string,
  nothing: string,
): string {
  const moved = restored.length === 0 ? "no file had to be changed" : restored.map(visibleName).join(", ");
  return [
    ...(turns.length > 0
      ? [`${done} turn ${turns.join(", ")}: ${moved}`]
      : conflicts.length === 0
        ? [nothing]
        : []),
    ...conflicts.map(({ path, reason }) => `Not touched: ${visibleName(path)}: ${reason}`),
    ...reported.map(({ path, reason }) => `Left as it is: ${visibleName(path)}: ${reason}`),
  ].join("\n");
}
