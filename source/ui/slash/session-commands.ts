/** Slash commands about the conversation itself and the sessions that there are. */
import { counted } from "../../base/text/counted.js";
import type { SessionInfo } from "../../workspace/sessions/session-folders.js";
import { tokens } from "../rows/formats.js";
import { escaped, info, minute, page } from "./command-items.js";
import { rewindCommand } from "./rewind-command.js";
import { chosen, type SlashCommand, type SlashContext } from "./slash-command.js";

const warning = (message: string, advice: string) =>
  ({ kind: "notice", tone: "warning", message, advice }) as const;

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
  const entries = sessions.map(({ id, title: label, turns, startedAt, isOwn }) => ({
    value: id,
    label: label || "(no request yet)",
    note: `${minute(startedAt)} · ${counted(turns, "turn")}${isOwn ? "" : " · not yours"}`,
  }));
  context.pick(title, entries, (id) => chosen(context, select(id)));
}

export const sessionCommands: readonly SlashCommand[] = [
  {
    name: "resume",
    argument: "[session]",
    does: "go on with an earlier session",
    needsIdle: true,
    busy: "reading the sessions",
    async run(context, argument) {
      const { session, services, resume } = context;
      if (argument) {
        await resume(argument);
        return undefined;
      }
      const sessions = (await services.sessions()).filter(({ id }) => id !== session.sessionId);
      if (sessions.length === 0) {
        return info("There is no earlier session in this repository.");
      }
      pickSession(context, "Resume", sessions, resume);
      return undefined;
    },
  },
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
  rewindCommand,
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
