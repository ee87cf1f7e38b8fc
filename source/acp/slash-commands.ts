/** The commands that an editor offers after `/`; they answer without a model. */
import type { AvailableCommand, ContentBlock } from "@agentclientprotocol/sdk";
import { CopperheadError, exitCodes } from "../base/failure.js";
import { codeSpan } from "../base/text/code-span.js";
import { projectNamed } from "../kicad/design/project.js";
import type { RunnableSession } from "../loop/session.js";
import type { UndoResult } from "../workspace/journal/undo.js";
import type { DesignPart, EditorServices } from "./host.js";
import { captionOf, fenced, pictures, text } from "./updates/content.js";

type Context = {
  session: RunnableSession;
  services: EditorServices;
  /** Aborted when the user stops the command. */
  signal: AbortSignal;
};

type SlashCommand = {
  name: string;
  does: string;
  /** What may follow the name. */
  argument?: string;
  run(context: Context, argument: string): Promise<readonly ContentBlock[]>;
};

const slashCommands: readonly SlashCommand[] = [
  {
    name: "undo",
    argument: "all, for every turn of the session",
    does: "put back what the last turn changed",
    async run({ session, services }, argument) {
      if (argument !== "" && argument !== "all") {
        throw wrongUse("/undo takes the word all or nothing after it, and was not run.");
      }
      const turns = argument === "all" ? "all" : "last";
      return moveBy("undo", session, await services.undo(session.snapshot().sessionId, turns));
    },
  },
  {
    name: "redo",
    does: "make the changes that were undone last again",
    run: async ({ session, services }) =>
      moveBy("redo", session, await services.redo(session.snapshot().sessionId)),
  },
  {
    name: "check",
    argument: "projects or paths; --all lists each finding",
    does: "ERC and DRC of the project, or of all there",
    async run({ session, services, signal }, argument) {
      const given = argument.split(/\s+/).filter((word) => word !== "");
      const paths = given.filter((word) => word !== "--all");
      const { project } = session.snapshot();
      const words = paths.length === 0 && project !== undefined ? [project] : paths;
      return [text(fenced(await services.check({ words, all: given.includes("--all") }, signal)))];
    },
  },
  {
    name: "diff",
    does: "what this session changed",
    async run({ session, services, signal }) {
      const changed = await services.diff(session.snapshot().sessionId, signal);
      if (!changed) {
        return [text("This session changed nothing.")];
      }
      const { meaning, diff } = changed;
      return [
        ...(meaning.length > 0 ? [text(fenced(meaning.join("\n")))] : []),
        text(fenced(diff.trimEnd(), "diff")),
      ];
    },
  },
  drawing("board"),
  drawing("schematic"),
  {
    name: "explain",
    argument: "a part (R4), a pin (U3.5), a net or a sheet",
    does: "what something of the design is, and what it is connected to",
    async run({ session, services, signal }, argument) {
      if (argument === "") {
        throw wrongUse("Name a part (/explain R4), a pin (/explain U3.5), a net or a sheet.");
      }
      const { project } = session.snapshot();
      return [text(fenced((await services.explain(argument, project, signal)).trimEnd()))];
    },
  },
  {
    name: "project",
    argument: "the name of a project; nothing lists them",
    does: "choose the KiCad project that this session works on",
    async run({ session, services }, argument) {
      const all = [...(await services.projects())];
      if (argument !== "") {
        const { path } = projectNamed({ all }, argument);
        session.setProject(path);
        return [text(`Project: ${codeSpan(path)}`)];
      }
      const { project } = session.snapshot();
      const rows = all.map(({ path }) => `- ${codeSpan(path)}${path === project ? " (now)" : ""}`);
      return [text(rows.length > 0 ? rows.join("\n") : "There is no KiCad project in this repository.")];
    },
  },
];

function drawing(part: DesignPart): SlashCommand {
  return {
    name: part,
    argument: "where to look: a part (R1), a place in mm (110, 42.5), a finding (#2); nothing shows all",
    does: `a picture of the ${part}, before and after what the session changed`,
    async run({ session, services, signal }, where) {
      const { sessionId, project } = session.snapshot();
      const drawn = await services.picture(sessionId, { project, part, where, signal });
      return [text(captionOf(drawn)), ...pictures(drawn.images)];
    },
  };
}

/** As an editor offers them. */
export const availableCommands: AvailableCommand[] = slashCommands.map(({ name, does, argument }) => ({
  name,
  description: does,
  ...(argument !== undefined && { input: { hint: argument } }),
}));

/**
 * Runs the command that a prompt is, and returns what to show; undefined where it is none. Throws a failure for a command
 * that there is not, and what the command throws.
 */
export async function runSlashCommand(
  prompt: string,
  context: Context,
): Promise<readonly ContentBlock[] | undefined> {
  // A path that a request begins with is no command: its first name is followed by a slash.
  const [, name, rest = ""] = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(prompt) ?? [];
  if (name === undefined) {
    return undefined;
  }
  const argument = rest.trim();
  const command = slashCommands.find((candidate) => candidate.name === name);
  if (!command) {
    const names = slashCommands.map((one) => `/${one.name}`).join(", ");
    throw wrongUse(`There is no command /${name}.`, names);
  }
  if (argument !== "" && command.argument === undefined) {
    throw wrongUse(`/${name} takes nothing after it, and was not run.`);
  }
  return command.run(context, argument);
}

function wrongUse(message: string, advice?: string): CopperheadError {
  return new CopperheadError({
    ...{ code: "usage", message, exitCode: exitCodes.usage },
    ...(advice !== undefined && { advice }),
  });
}

function moveBy(direction: "undo" | "redo", session: RunnableSession, moved: UndoResult): ContentBlock[] {
  const { turns, restored, conflicts } = moved;
  if (turns.length > 0) {
    session.recordMove({ direction, turns, files: restored });
  }
  const done = direction === "undo" ? "Undone" : "Done again";
  const rows = [
    ...restored.map((path) => `- ${codeSpan(path)}`),
    ...conflicts.map(({ path, reason }) => `- not touched: ${codeSpan(path)}: ${reason}`),
  ];
  return [text(rows.length > 0 ? `${done}:\n${rows.join("\n")}` : `There is nothing to ${direction}.`)];
}
