/**
 * `copperhead undo [session]` undoes the last turn that changed something, or every turn of a session;
 * `copperhead redo [session]` redoes the turn that was undone last, in whichever session.
 */
import { type ExitCode, exitCodes } from "../base/failure.js";
import { visibleName } from "../base/text/safe-text.js";
import type { CommandContext } from "../cli/context.js";
import { textLine } from "../cli/output.js";
import { recordMove } from "../compose/record-move.js";
import { findRepository, withLock } from "../compose/repository.js";
import { redo as redoTurn, type UndoResult, undo as undoTurns } from "../workspace/journal/undo.js";
import { lastUndoTime } from "../workspace/journal/undo-log.js";
import { findOwnSession, findSessions, type Session } from "../workspace/sessions/session-folders.js";

export function undo(context: CommandContext): Promise<ExitCode> {
  const wording = { direction: "undo", done: "Undid", nothing: "There is nothing to undo." } as const;
  return moveTurns(context, wording, undoTurns);
}

export function redo(context: CommandContext): Promise<ExitCode> {
  const wording = {
    direction: "redo",
    done: "Redid",
    nothing: "There is nothing to redo.",
  } as const;
  return moveTurns(context, wording, redoTurn, byLastUndo);
}

/** The session whose undo was the last comes first; those that never had one keep their order. */
async function byLastUndo(sessions: readonly Session[]): Promise<Session[]> {
  const timed = await Promise.all(
    sessions.map(async (session) => ({ session, at: await lastUndoTime(session.folder) })),
  );
  return timed
    .sort((one, other) => (one.at === other.at ? 0 : one.at > other.at ? -1 : 1))
    .map(({ session }) => session);
}

type Wording = { direction: "undo" | "redo"; done: string; nothing: string };
type Move = (options: { sessionFolder: string; root: string; turns: "last" | "all" }) => Promise<UndoResult>;

/** Moves all turns of the session that is named, or the last one of the newest session that has one to move. */
async function moveTurns(
  { flags, words: [named], output, env }: CommandContext,
  wording: Wording,
  move: Move,
  order = async (sessions: readonly Session[]) => sessions,
): Promise<ExitCode> {
  const root = await findRepository(flags.repo);
  const found =
    named === undefined ? await findSessions(root, env) : [await findOwnSession(root, named, env)];
  const sessions = await order(found.filter(({ isOwn }) => isOwn));
  const turns = named === undefined ? "last" : "all";
  const { direction } = wording;
  const moveIn = async (session: Session) => {
    const result = await move({ sessionFolder: session.folder, root, turns });
    if (result.turns.length > 0) {
      await recordMove(
        session,
        { type: "moved", direction, turns: result.turns, files: result.restored },
        env,
      );
    }
    return result;
  };
  const [newest] = sessions;
  const result = newest ? await withLock({ root, env }, newest, () => firstMove(sessions, moveIn)) : noMove;
  output.out(textLine(describeMove(result, wording)));
  if (result === noMove && sessions.length < found.length) {
    output.err("Sessions that your copperhead did not write on this machine are left alone.\n");
  }
  return result.conflicts.length > 0 ? exitCodes.failed : exitCodes.done;
}

const noMove: UndoResult = { turns: [], restored: [], conflicts: [], reported: [] };

/** The result of the first session that has a turn to move, or files that cannot be moved. */
async function firstMove(
  sessions: readonly Session[],
  move: (session: Session) => Promise<UndoResult>,
): Promise<UndoResult> {
  for (const session of sessions) {
    const result = await move(session);
    if (result.turns.length > 0 || result.conflicts.length > 0) {
      return result;
    }
  }
  return noMove;
}

function describeMove(
  { turns, restored, conflicts, reported }: UndoResult,
  { done, nothing }: Wording,
): string {
  const moved = restored.length === 0 ? "no file had to be changed" : restored.map(visibleName).join(", ");
  return [
    ...(turns.length > 0 && (restored.length > 0 || conflicts.length === 0)
      ? [`${done} turn ${turns.join(", ")}: ${moved}`]
      : []),
    ...(turns.length + conflicts.length === 0 ? [nothing] : []),
    ...conflicts.map(({ path, reason }) => `Not touched: ${visibleName(path)}: ${reason}`),
    ...reported.map(({ path, reason }) => `Left as it is: ${visibleName(path)}: ${reason}`),
  ].join("\n");
}
