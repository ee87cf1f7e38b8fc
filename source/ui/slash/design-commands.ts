/** Slash commands about the design: pictures, differences, projects, checks. */
import { projectNamed } from "../../kicad/design/project.js";
import { safeLine } from "../rows/wrap.js";
import type { Item } from "../view/view.js";
import { failed, info, page } from "./command-items.js";
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

export const designCommands: readonly SlashCommand[] = [
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
];
