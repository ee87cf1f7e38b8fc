/** The one table of slash commands: completion, `/help` and the documents are made from it. */

import { modelId } from "../../base/model-name.js";
import { keysAsMarkdown } from "../keys/key-help.js";
import type { Item } from "../view/view.js";
import { escaped, info, moved, page } from "./command-items.js";
import { designCommands } from "./design-commands.js";
import { sessionCommands } from "./session-commands.js";
import type { SlashCommand, SlashContext } from "./slash-command.js";

function forget({ session }: SlashContext): Item {
  session.clear();
  return info("A new chat: the model knows nothing of what was said above. The files are as they are.");
}

export const slashCommands: readonly SlashCommand[] = [
  {
    name: "help",
    does: "keys and commands",
    run: () => page("Help", helpAsMarkdown()),
  },
  {
    name: "model",
    argument: "[id]",
    does: "choose the model, from the next step on",
    busy: "asking Cursor for its models",
    async run({ session, services, pick }, argument) {
      const choose = (id: string) => {
        const model = id === "cursor" ? id : `cursor:${id}`;
        session.setModel(model);
        return info(`Model: ${model}, from the next step on, in a fresh chat.`);
      };
      const models = [
        { id: "cursor", label: "Cursor's own choice", isDefault: false },
        ...(await services.models()).filter(({ id }) => modelId.test(id)),
      ];
      const wanted = argument.replace(/^cursor:/, "");
      if (models.some(({ id }) => id === wanted)) {
        return choose(wanted);
      }
      const current = session.snapshot().model.replace(/^cursor:/, "");
      const entries = models.map(({ id, label, isDefault }) => ({
        value: id,
        label,
        note: [id, isDefault && "(default)", id === current && "(now)"].filter(Boolean).join(" "),
      }));
      pick("Model", entries, (id) => session.add(choose(id)));
      if (wanted === "") {
        return undefined;
      }
      const message = `Cursor lists no model ${wanted} for you; the model stays as it is.`;
      return { kind: "notice", tone: "warning", message, advice: "Choose one of the list, or Esc." };
    },
  },
  ...sessionCommands,
  {
    name: "undo",
    argument: "[all]",
    does: "put back what the last turn changed, or every turn",
    needsIdle: true,
    busy: "putting files back",
    async run({ session, services }, argument) {
      const turns = argument === "all" ? "all" : "last";
      const undone = await services.undo(session.sessionId, turns);
      session.recordMove("undo", undone);
      return moved("Undone", "There is nothing to undo.", undone);
    },
  },
  {
    name: "redo",
    does: "make the changes that were undone last again",
    needsIdle: true,
    async run({ session, services }) {
      const redone = await services.redo(session.sessionId);
      session.recordMove("redo", redone);
      return moved("Done again", "There is nothing to redo.", redone);
    },
  },
  ...designCommands,
  {
    name: "tools",
    does: "the tools that the model can use",
    async run({ session, services }) {
      if (session.snapshot().mode === "native") {
        return info("This is a native session: Cursor uses its own tools, and copperhead's are not offered.");
      }
      const rows = (await services.tools()).map(
        ({ name, description, changes }) =>
          `- **${escaped(name)}**${changes ? " (changes files)" : ""}: ${escaped(description)}`,
      );
      return page("Tools", rows.join("\n"));
    },
  },
  {
    name: "thinking",
    does: "show or hide the thinking as it comes",
    run: ({ toggleThinking }) =>
      info(toggleThinking() ? "Thinking is shown." : "Thinking is hidden; Ctrl-O still has it."),
  },
  {
    name: "compact",
    does: "shorten the conversation: requests and answers stay, results are forgotten",
    needsIdle: true,
    run({ session }) {
      session.compact();
      return info(
        "A new chat, with the requests and the answers: the model reads files again where it needs them.",
      );
    },
  },
  {
    name: "clear",
    does: "forget the conversation; the files stay",
    needsIdle: true,
    run: forget,
  },
  {
    name: "new",
    does: "as /clear",
    needsIdle: true,
    run: forget,
  },
  {
    name: "export",
    argument: "[file]",
    does: "write this session as markdown",
    run: async ({ session, services }, argument) =>
      info(`Written to ${await services.exportTranscript(session.sessionId, argument || undefined)}`),
  },
  {
    name: "config",
    argument: "[key value]",
    does: "the settings in force, and where they come from; or set one",
    async run({ session, services }, argument) {
      const [key = "", ...value] = argument.split(/\s+/);
      if (value.length > 0) {
        return info(
          `Written to ${await services.setSetting(key, value.join(" "))}; it holds from the next start on.`,
        );
      }
      const settings = await services.config(session.snapshot().model);
      const named = settings.split("\n").filter((line) => line.startsWith(`- ${key}:`));
      return page("Configuration", named.length > 0 ? named.join("\n") : settings);
    },
  },
  {
    name: "doctor",
    argument: "[online]",
    does: "check the installation; online: ask Cursor for its login, too",
    busy: "checking the installation",
    async run({ services }, argument) {
      const isOnline = /^(--)?online$/.test(argument);
      const rows = (await services.doctor(isOnline)).map(({ name, status, detail, advice }) => {
        const then = advice ? `: ${escaped(advice)}` : "";
        return `- **${status}** ${escaped(name)}: ${escaped(detail)}${then}`;
      });
      const unasked = isOnline ? [] : ["- Cursor's login was not asked for: /doctor online"];
      return page("Doctor", [...rows, ...unasked].join("\n"));
    },
  },
  {
    name: "quit",
    does: "leave; the session is kept",
    run({ quit }) {
      quit();
      return undefined;
    },
  },
];

/** The commands as rows of text, for `copperhead help slash-commands`. */
export function slashLines(): string[] {
  return slashCommands.map(
    ({ name, argument, does }) => `  ${`/${name}${argument ? ` ${argument}` : ""}`.padEnd(32)} ${does}`,
  );
}

/** The commands as a markdown table. */
export function slashAsMarkdown(): string {
  const rows = slashCommands.map(
    ({ name, argument, does }) => `| /${name}${argument ? ` ${escaped(argument)}` : ""} | ${does} |`,
  );
  return `**Commands**\n\n| command | does |\n| --- | --- |\n${rows.join("\n")}\n`;
}

/** Keys and commands as markdown, for `/help`. */
export function helpAsMarkdown(): string {
  return `${slashAsMarkdown()}\n${keysAsMarkdown()}`;
}
