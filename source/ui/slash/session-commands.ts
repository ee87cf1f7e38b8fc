/** Slash commands about the conversation itself and the sessions that there are. */
import { counted } from "../../base/text/counted.js";
import type { FinishedTurn } from "../../loop/state.js";
import type { SessionInfo } from "../../workspace/sessions/session-folders.js";
import { tokens } from "../rows/formats.js";
import { escaped, failed, info, minute, moved, page } from "./command-items.js";
import type { SlashCommand, SlashContext } from "./slash-command.js";

const warning = (message: string, advice: string) =>
  ({ kind: "notice", tone: "warning", message, advice }) as const;

/** Does what the user chose in a list; what fails is shown. */
function chosen({ session }: SlashContext, work: Promise<void>): void {
  work.catch((error: unknown) => session.add(failed(error)));
}

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

const modes = {
  reasoning: "reasoning: Cursor thinks, copperhead acts and checks",
  native: "native: Cursor's own tools act, copperhead checks",
  replay: "a recording",
} as const;

const mark = ({ id, isOwn }: SessionInfo, current: string) =>
  id === current ? " (this one)" : isOwn ? "" : " (not yours)";

function pickSession(
  context: SlashContext,
  title: string,
  sessions: readonly SessionInfo[],
  select: (id: string) => Promise<void>,
): void {
  const entries = sessions.map(({ id, title: label, turns, startedAt }) => ({
    value: id,
    label: label || "(no request yet)",
    note: `${minute(startedAt)} · ${counted(turns, "turn")}`,
  }));
  context.pick(title, entries, (id) => chosen(context, select(id)));
}

export const sessionCommands: readonly SlashCommand[] = [
  {
    name: "sessions",
    argument: "[words]",
    does: "the sessions of this repository; words search in their titles",
    busy: "reading the sessions",
    async run({ session, services }, argument) {
      const words = argument.toLowerCase().split(/\s+/).filter(Boolean);
      const found = (await services.sessions()).filter(({ id, title }) =>
        words.every((word) => `${title} ${id}`.toLowerCase().includes(word)),
      );
      const rows = found.map((info) => {
        const { id, title, turns, status, startedAt } = info;
        return `| ${escaped(id)}${mark(info, session.sessionId)} | ${minute(startedAt)} | ${turns} | ${escaped(status)} | ${escaped(title)} |`;
      });
      const table = `| session | started | turns | status | title |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
      const none = words.length > 0 ? "None with these words." : "None yet.";
      return page("Sessions", rows.length > 0 ? table : none);
    },
  },
  {
    name: "name",
    argument: "[title]",
    does: "name this session; without a title, its first request names it again",
    run({ session }, argument) {
      session.setTitle(argument);
      return info(`This session is called: ${session.snapshot().title || "(no request yet)"}`);
    },
  },
  {
    name: "delete",
    argument: "[session]",
    does: "delete a session, with its transcript and what its undo needs",
    busy: "reading the sessions",
    async run(context, argument) {
      const { session, services, pick } = context;
      const sessions = (await services.sessions()).filter(
        ({ id, isOwn }) => isOwn && id !== session.sessionId,
      );
      const confirm = async (id: string) => {
        const title = sessions.find((each) => each.id === id)?.title ?? "";
        pick(
          `Delete ${id}?`,
          [
            { value: "", label: "Keep it", note: "" },
            { value: id, label: "Delete it", note: `${title} · what it changed cannot be undone then` },
          ],
          (answer) =>
            chosen(
              context,
              answer === ""
                ? Promise.resolve()
                : services.deleteSession(answer).then(() => session.add(info(`Deleted: ${answer} ${title}`))),
            ),
        );
      };
      const [only, ...others] = sessions.filter(({ id }) => argument !== "" && id.startsWith(argument));
      if (only && others.length === 0) {
        await confirm(only.id);
        return undefined;
      }
      if (sessions.length === 0) {
        return info("There is no other session of yours to delete.");
      }
      if (argument !== "") {
        return warning(`There is no session ${argument} of yours to delete.`, "/sessions lists them.");
      }
      pickSession(context, "Delete", sessions, confirm);
      return undefined;
    },
  },
  {
    name: "rewind",
    does: "go back before an earlier message: the conversation, the files, or both",
    needsIdle: true,
    run(context) {
      const { turns, mode } = context.session.snapshot();
      const points = turns
        .map((turn) => ({ turn, files: filesFrom(turns, turn.number) }))
        .filter(
          ({ turn, files }) =>
            (mode === "reasoning" && turn.messagesBefore !== undefined) || files.length > 0,
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
  },
  {
    name: "queue",
    does: "take one of the messages that wait back into the prompt",
    run({ session, pick, write }) {
      const { queued } = session.snapshot();
      if (queued.length === 0) {
        return info("No message waits.");
      }
      const entries = queued.map((text, index) => ({
        value: String(index),
        label: text.replace(/\s+/g, " "),
        note: "",
      }));
      pick("Take back", entries, (value) => {
        // The queue may be another one by now: the message itself says which is meant.
        const index = session.snapshot().queued.indexOf(queued[Number(value)] ?? "");
        const text = index < 0 ? undefined : session.takeBack(index);
        if (text === undefined) {
          session.add(info("That message is on its way to the model already."));
        } else {
          write?.(text);
        }
      });
      return undefined;
    },
  },
  {
    name: "copy",
    does: "copy the last answer to the terminal's clipboard",
    run({ session, copy }) {
      const answer = session.snapshot().turns.findLast((turn) => turn.answer !== "")?.answer;
      if (answer === undefined) {
        return info("There is no answer yet.");
      }
      if (!copy?.(answer)) {
        return warning(
          "The answer was not copied: it is too long for a terminal's clipboard.",
          "/export writes it.",
        );
      }
      return info(`Sent to the terminal's clipboard: ${counted(answer.length, "character")}.`);
    },
  },
  {
    name: "status",
    does: "this session: title, mode, model, project, approvals, context",
    run({ session }) {
      const { title, sessionId, mode, model, project, approvals, contextTokens, turns, chatId, queued } =
        session.snapshot();
      const asks =
        mode === "native" ? "Cursor's own rules" : approvals === "never" ? "apply at once" : "ask first";
      const facts: (readonly [string, string | undefined])[] = [
        ["Session", `${sessionId} ${title}`.trim()],
        ["Mode", modes[mode]],
        ["Model", model],
        ["Project", project ?? "none chosen"],
        ["Changes", asks],
        ["Turns", String(turns.length)],
        ["Context", contextTokens > 0 ? `${tokens(contextTokens)} tokens at the last step` : "not known yet"],
        ["Chat", chatId],
        ["Waiting", queued.length > 0 ? counted(queued.length, "message") : undefined],
      ];
      const lines = facts.flatMap(([name, value]) =>
        value === undefined ? [] : [`- **${name}**: ${escaped(value)}`],
      );
      return page("Status", lines.join("\n"));
    },
  },
];
