/** `/rewind`: back before an earlier message, with what that would change. */
import type { FinishedTurn } from "../../loop/state.js";
import { info, moved, page } from "./command-items.js";
import { chosen, type SlashCommand, type SlashContext } from "./slash-command.js";

/** The files that going back before a turn would put back. */
function filesFrom(turns: readonly FinishedTurn[], from: number): string[] {
  const later = turns.filter(({ number, isUndone }) => number >= from && !isUndone);
  return [...new Set(later.flatMap(({ filesChanged }) => filesChanged))].sort();
}

const mostNamed = 3;

function named(files: readonly string[]): string {
  const others = files.length - mostNamed;
  return [...files.slice(0, mostNamed), ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

async function goBack(
  context: SlashContext,
  { number, request }: FinishedTurn,
  { files, conversation }: { files: boolean; conversation: boolean },
): Promise<void> {
  const { session, services, write } = context;
  if (files) {
    const undone = await services.undo(session.sessionId, { from: number });
    session.recordMove("undo", undone);
    session.add(moved("Put back", "No file had to be put back.", undone));
  }
  if (conversation) {
    session.rewind(number);
    session.add(
      info("The conversation is as before that message, in a new chat; the message is in the prompt."),
    );
    write?.(request);
  }
}

const shortly = ({ request }: FinishedTurn) => `"${request.replace(/\s+/g, " ").slice(0, 40)}"`;

/** Shows what the turn and those after it changed: of designs what it means, of other files the lines. */
async function showChanges({ session, services, signal }: SlashContext, turn: FinishedTurn): Promise<void> {
  const changed = await services.diff(session.sessionId, signal, turn.number);
  if (!changed) {
    return;
  }
  const { meaning, otherDiff, diff } = changed;
  const title = `Changes since ${shortly(turn)}, which can be put back`;
  if (meaning.length > 0) {
    session.add(page(title, meaning.join("\n"), "text"));
  }
  const lines = meaning.length > 0 ? otherDiff : diff;
  if (lines !== "") {
    session.add(page(meaning.length > 0 ? "In other files" : title, lines, "diff"));
  }
}

/** What can be done about going back before a turn, with what each would change. */
async function chooseWhat(context: SlashContext, turn: FinishedTurn): Promise<void> {
  const files = filesFrom(context.session.snapshot().turns, turn.number);
  if (files.length > 0) {
    await showChanges(context, turn);
  }
  const canForget = turn.messagesBefore !== undefined && context.session.snapshot().mode === "reasoning";
  const puts = `puts back ${named(files)}`;
  const entries = [
    ...(canForget && files.length > 0
      ? [{ value: "both", label: "Conversation and files", note: puts }]
      : []),
    ...(canForget
      ? [{ value: "conversation", label: "Conversation only", note: "the files stay as they are" }]
      : []),
    ...(files.length > 0 ? [{ value: "files", label: "Files only", note: puts }] : []),
  ];
  context.pick(`Before ${shortly(turn)}:`, entries, (what) =>
    chosen(
      context,
      goBack(context, turn, { files: what !== "conversation", conversation: what !== "files" }),
    ),
  );
}

export const rewindCommand: SlashCommand = {
  name: "rewind",
  does: "go back before an earlier message: the conversation, the files, or both",
  needsIdle: true,
  run(context) {
    const { turns, mode } = context.session.snapshot();
    const points = turns
      .map((turn) => ({ turn, files: filesFrom(turns, turn.number) }))
      .filter(
        ({ turn, files }) => (mode === "reasoning" && turn.messagesBefore !== undefined) || files.length > 0,
      )
      .toReversed();
    if (points.length === 0) {
      return info("There is no earlier message to go back to.");
    }
    const entries = points.map(({ turn, files }) => ({
      value: String(turn.number),
      label: turn.request.replace(/\s+/g, " "),
      note: files.length > 0 ? `changed since: ${named(files)}` : "no file changed since",
    }));
    context.pick("Go back before", entries, (value) => {
      const turn = turns.find(({ number }) => String(number) === value);
      if (turn) {
        chosen(context, chooseWhat(context, turn));
      }
    });
    return undefined;
  },
};
