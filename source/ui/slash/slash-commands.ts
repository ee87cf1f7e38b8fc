/** The one table of slash commands: completion, `/help` and the documents are made from it. */

import { modelId } from "../../base/model-name.js";
import { counted } from "../../base/text/counted.js";
import { projectNamed } from "../../kicad/design/project.js";
import { keysAsMarkdown } from "../keys/key-help.js";
import { safeLine } from "../rows/wrap.js";
import type { Item } from "../view/view.js";
import { escaped, failed, info, minute, moved, page } from "./command-items.js";
import { sessionCommands } from "./session-commands.js";
import type { SlashCommand, SlashContext } from "./slash-command.js";

async function draw(
  part: "board" | "schematic",
  { session, services, pictures, signal }: SlashContext,
  where: string,
  project = session.snapshot().project,
): Promise<Item> {
  const asked = pictures?.ask();
  const view = { project, part, where, signal, ...(asked && { pictures: asked }) };
  const { lines, caption, picture } = await services.draw(session.sessionId, view);
  const mark = picture && pictures?.place({ picture, instead: [...lines, safeLine(caption)] });
  return { kind: "drawing", lines, caption, ...(mark !== undefined && { mark }) };
}

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
  {
    name: "resume",
    argument: "[session]",
    does: "go on with an earlier session",
    needsIdle: true,
    busy: "reading the sessions",
    async run({ session, services, pick, resume }, argument) {
      if (argument) {
        await resume(argument);
        return undefined;
      }
      const sessions = (await services.sessions()).filter(({ id }) => id !== session.sessionId);
      if (sessions.length === 0) {
        return info("There is no earlier session in this repository.");
      }
      const entries = sessions.map(({ id, title, turns, startedAt, isOwn }) => ({
        value: id,
        label: title,
        note: `${minute(startedAt)} · ${counted(turns, "turn")}${isOwn ? "" : " · not yours"}`,
      }));
      pick("Resume", entries, (id) => {
        resume(id).catch((error: unknown) => session.add(failed(error)));
      });
      return undefined;
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
    does: "what this session changed: in words, before and after as pictures, then the text",
    busy: "comparing",
    async run(context) {
      const { session, services, signal } = context;
      const changed = await services.diff(session.sessionId, signal);
      if (!changed) {
        return info("This session changed nothing.");
      }
      const { meaning, drawn, diff } = changed;
      if (meaning.length > 0) {
        session.add(page("Changes of this session", meaning.join("\n"), "text"));
      }
      for (const part of drawn?.parts ?? []) {
        const drawing = await draw(part, context, "", drawn?.project).catch(failed);
        if (!signal.aborted) {
          session.add(drawing);
        }
      }
      return page(meaning.length > 0 ? "Their text" : "Changes of this session", diff, "diff");
    },
  },
  {
    name: "project",
    argument: "[name]",
    does: "choose the KiCad project that this session works on",
    async run({ session, services, pick }, argument) {
      const choose = (path: string) => {
        session.setProject(path);
        return info(`Project: ${path}`);
      };
      const projects = await services.projects();
      if (argument) {
        return choose(projectNamed({ all: [...projects] }, argument).path);
      }
      if (projects.length === 0) {
        return info("There is no KiCad project in this repository.");
      }
      const { project } = session.snapshot();
      const entries = projects.map(({ path, schematic, board }) => ({
        value: path,
        label: path,
        note: [schematic ? "" : "no schematic", board ? "" : "no board", path === project ? "(now)" : ""]
          .filter(Boolean)
          .join(" · "),
      }));
      pick("Project", entries, (path) => session.add(choose(path)));
      return undefined;
    },
  },
  {
    name: "check",
    argument: "[path…] [--all]",
    does: "ERC and DRC of the project, or of all there; --all lists each finding",
    needsIdle: true,
    busy: "running ERC and DRC",
    async run({ session, services, signal }, argument) {
      const given = argument.split(/\s+/).filter((word) => word !== "");
      const paths = given.filter((word) => word !== "--all");
      const { project } = session.snapshot();
      const words = paths.length === 0 && project !== undefined ? [project] : paths;
      const text = await services.check({ words, all: given.includes("--all") }, signal);
      return page("ERC and DRC", text, "text");
    },
  },
  {
    name: "explain",
    argument: "<R4 | U3.5 | net | sheet>",
    does: "what it is and what it is connected to",
    busy: "asking KiCad for the netlist",
    async run({ session, services, signal }, argument) {
      if (argument === "") {
        return info("Name a part (/explain R4), a pin (/explain U3.5), a net or a sheet.");
      }
      const { project } = session.snapshot();
      return page(argument, await services.explain(argument, project, signal), "text");
    },
  },
  {
    name: "tools",
    does: "the tools that the model can use",
    run({ session, services }) {
      if (session.snapshot().mode === "native") {
        return info("This is a native session: Cursor uses its own tools, and copperhead's are not offered.");
      }
      const rows = services
        .tools()
        .map(
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
