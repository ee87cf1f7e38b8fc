/** The one table of slash commands: completion, `/help` and the documents are made from it. */

import { counted } from "../../base/counted.js";
import { CopperheadError } from "../../base/failure.js";
import { keysAsMarkdown } from "../keys/key-help.js";
import type { AppServices, OpenedSession, UndoReport } from "../services.js";
import type { SessionStore } from "../session/session-store.js";
import type { PickEntry } from "../ui-state.js";
import type { Item } from "../view/view.js";

/** What a command may do. */
export type SlashContext = {
  loop: SessionStore;
  services: AppServices;
  tell(item: Item): void;
  pick(title: string, entries: readonly PickEntry[], select: (value: string) => void): void;
  /** Puts another session in the place of this one. */
  open(opened: OpenedSession): void;
  /** Whether thinking is shown from now on. */
  toggleThinking(): boolean;
  quit(): void;
};

export type SlashCommand = {
  name: string;
  /** What may follow the name. */
  argument?: string;
  does: string;
  /** Waits for the end of the turn: it would pull the ground from under it. */
  needsIdle?: true;
  /** What is shown while it works. */
  busy?: string;
  run(context: SlashContext, argument: string): void | Promise<void>;
};

type Page = Extract<Item, { kind: "page" }>;
const page = (title: string, text: string, format: Page["format"] = "markdown"): Item => ({
  kind: "page",
  title,
  text,
  format,
});
const info = (message: string, advice?: string): Item => ({
  kind: "notice",
  tone: "info",
  message,
  ...(advice && { advice }),
});

/** A markdown list item: the text stays text. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>|]/g, "\\$&");

async function draw(
  part: "board" | "schematic",
  { loop, services, tell }: SlashContext,
  where: string,
): Promise<void> {
  tell({ kind: "drawing", ...(await services.draw(loop.sessionId, part, where)) });
}

function moved(title: string, nothing: string, { restored, conflicts }: UndoReport): Item {
  if (restored.length + conflicts.length === 0) {
    return info(nothing);
  }
  const lines = [
    ...restored.map((path) => `- ${escaped(path)}`),
    ...conflicts.map(({ path, reason }) => `- **not touched:** ${escaped(path)}: ${escaped(reason)}`),
  ];
  return page(conflicts.length > 0 ? `${title}, but not all of it` : title, lines.join("\n"));
}

export const slashCommands: readonly SlashCommand[] = [
  {
    name: "help",
    does: "keys and commands",
    run: ({ tell }) => tell(page("Help", helpAsMarkdown())),
  },
  {
    name: "model",
    argument: "[id]",
    does: "choose the model, from the next step on",
    busy: "asking Cursor for its models",
    async run({ loop, services, pick, tell }, argument) {
      const choose = (id: string) => {
        const model = id === "cursor" ? id : `cursor:${id}`;
        loop.setModel(model);
        tell(info(`Model: ${model}, from the next step on, in a fresh chat.`));
      };
      const models = [
        { id: "cursor", label: "Cursor's own choice", isDefault: false },
        ...(await services.models()),
      ];
      const wanted = argument.replace(/^cursor:/, "");
      if (models.some(({ id }) => id === wanted)) {
        choose(wanted);
        return;
      }
      if (wanted !== "") {
        const message = `Cursor lists no model ${wanted} for you; the model stays as it is.`;
        tell({ kind: "notice", tone: "warning", message, advice: "Choose one of the list, or Esc." });
      }
      const current = loop.snapshot().model.replace(/^cursor:/, "");
      const entries = models.map(({ id, label, isDefault }) => ({
        value: id,
        label,
        note: [id, isDefault && "(default)", id === current && "(now)"].filter(Boolean).join(" "),
      }));
      pick("Model", entries, choose);
    },
  },
  {
    name: "resume",
    argument: "[session]",
    does: "go on with an earlier session",
    needsIdle: true,
    busy: "reading the sessions",
    async run({ services, pick, open, tell, loop }, argument) {
      const resume = async (id: string) => open(await services.resume(id));
      if (argument) {
        await resume(argument);
        return;
      }
      const sessions = (await services.sessions()).filter(({ id }) => id !== loop.sessionId);
      if (sessions.length === 0) {
        tell(info("There is no earlier session in this repository."));
        return;
      }
      const entries = sessions.map(({ id, title, turns, startedAt }) => ({
        value: id,
        label: title,
        note: `${startedAt.slice(0, 16).replace("T", " ")} · ${counted(turns, "turn")} · ${id.slice(0, 8)}`,
      }));
      pick("Resume", entries, (id) => {
        resume(id).catch((error: unknown) => tell(failed(error)));
      });
    },
  },
  {
    name: "sessions",
    does: "the sessions of this repository",
    busy: "reading the sessions",
    async run({ loop, services, tell }) {
      const rows = (await services.sessions()).map(
        ({ id, title, turns, status, startedAt }) =>
          `| ${escaped(id)}${id === loop.sessionId ? " (this one)" : ""} | ${startedAt.slice(0, 16).replace("T", " ")} | ${turns} | ${escaped(status)} | ${escaped(title)} |`,
      );
      const table = `| session | started | turns | status | title |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
      tell(page("Sessions", rows.length > 0 ? table : "None yet."));
    },
  },
  {
    name: "undo",
    argument: "[all]",
    does: "put back what the last turn changed, or every turn",
    needsIdle: true,
    busy: "putting files back",
    async run({ loop, services, tell }, argument) {
      const { restored, conflicts } = await services.undo(
        loop.sessionId,
        argument === "all" ? "all" : "last",
      );
      tell(moved("Undone", "There is nothing to undo.", { restored, conflicts }));
    },
  },
  {
    name: "redo",
    does: "make the changes that were undone last again",
    needsIdle: true,
    async run({ loop, services, tell }) {
      tell(moved("Done again", "There is nothing to redo.", await services.redo(loop.sessionId)));
    },
  },
  {
    name: "board",
    argument: "[R1 | x, y | #2]",
    does: "draw the board: all of it, or around a part, a place in mm or a finding",
    busy: "drawing the board",
    run: (context, argument) => draw("board", context, argument),
  },
  {
    name: "schematic",
    argument: "[R1 | x, y | #2]",
    does: "draw the schematic, likewise",
    busy: "drawing the schematic",
    run: (context, argument) => draw("schematic", context, argument),
  },
  {
    name: "diff",
    does: "what this session changed",
    async run({ loop, services, tell }) {
      const diff = await services.diff(loop.sessionId);
      tell(
        diff === "" ? info("This session changed nothing.") : page("Changes of this session", diff, "diff"),
      );
    },
  },
  {
    name: "check",
    does: "ERC and DRC, without the model",
    needsIdle: true,
    busy: "running ERC and DRC",
    async run({ services, tell }) {
      tell(page("ERC and DRC", await services.check(), "text"));
    },
  },
  {
    name: "tools",
    does: "the tools that the model can use",
    run({ loop, services, tell }) {
      if (loop.snapshot().mode === "native") {
        tell(info("This is a native session: Cursor uses its own tools, and copperhead's are not offered."));
        return;
      }
      const rows = services
        .tools()
        .map(
          ({ name, description, changes }) =>
            `- **${escaped(name)}**${changes ? " (changes files)" : ""}: ${escaped(description)}`,
        );
      tell(page("Tools", rows.join("\n")));
    },
  },
  {
    name: "thinking",
    does: "show or hide the thinking as it comes",
    run: ({ toggleThinking, tell }) =>
      tell(info(toggleThinking() ? "Thinking is shown." : "Thinking is hidden; Ctrl-O still has it.")),
  },
  {
    name: "clear",
    does: "forget the conversation; the files stay",
    needsIdle: true,
    run({ loop, tell }) {
      loop.clear();
      tell(info("A new chat: the model knows nothing of what was said above. The files are as they are."));
    },
  },
  {
    name: "export",
    argument: "[file]",
    does: "write this session as markdown",
    async run({ loop, services, tell }, argument) {
      tell(info(`Written to ${await services.exportTranscript(loop.sessionId, argument || undefined)}`));
    },
  },
  {
    name: "config",
    does: "the settings in force, and where they come from",
    run: async ({ loop, services, tell }) =>
      tell(page("Configuration", await services.config(loop.snapshot().model))),
  },
  {
    name: "doctor",
    argument: "[online]",
    does: "check the installation; online: ask Cursor for its login, too",
    busy: "checking the installation",
    async run({ services, tell }, argument) {
      const isOnline = /^(--)?online$/.test(argument);
      const rows = (await services.doctor(isOnline)).map(({ name, status, detail, advice }) => {
        const then = advice ? `: ${escaped(advice)}` : "";
        return `- **${status}** ${escaped(name)}: ${escaped(detail)}${then}`;
      });
      const unasked = isOnline ? [] : ["- Cursor's login was not asked for: /doctor online"];
      tell(page("Doctor", [...rows, ...unasked].join("\n")));
    },
  },
  { name: "quit", does: "leave; the session is kept", run: ({ quit }) => quit() },
];

/** A failure as an item: what was thrown on purpose says what to do. */
export function failed(error: unknown): Item {
  if (error instanceof CopperheadError) {
    const { message, advice } = error.failure;
    return { kind: "notice", tone: "error", message, ...(advice && { advice }) };
  }
  return { kind: "notice", tone: "error", message: error instanceof Error ? error.message : String(error) };
}

/** Keys and commands as markdown, for `/help` and the documents. */
export function helpAsMarkdown(): string {
  const rows = slashCommands.map(
    ({ name, argument, does }) => `| /${name}${argument ? ` ${escaped(argument)}` : ""} | ${does} |`,
  );
  return `**Commands**\n\n| command | does |\n| --- | --- |\n${rows.join("\n")}\n\n${keysAsMarkdown()}`;
}
