/** The tools of the server: at most 16, since every agent reads all of their schemas. */
import * as z from "zod";
import { checkArguments, findTool } from "../tools/catalog.js";
import { rejected } from "../tools/tool-result.js";
import type { CallContext, Host } from "./host.js";
import {
  type Answer,
  changeAnswer,
  changeOutput,
  checkAnswer,
  checkOutput,
  diffOutput,
  moveAnswer,
  moveOutput,
  pictureOutput,
  projectsOutput,
  readAnswer,
  readOutput,
} from "./results.js";

export type ServedTool = {
  name: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** `destructive`: it changes files; each such change can be undone. */
  effect: "none" | "additive" | "destructive";
  run(host: Host, args: Record<string, unknown>, context: CallContext): Promise<Answer>;
};

/** A tool of the catalogue that changes nothing. */
function reading(name: string): ServedTool {
  const { description, parameters } = required(name);
  return {
    ...{ name, description, input: parameters, output: readOutput, effect: "none" },
    run: async (host, args, context) => readAnswer(await host.read(name, args, context)),
  };
}

/** A tool of the catalogue that changes files. */
function changing(name: string, effect: "additive" | "destructive"): ServedTool {
  const { description, parameters } = required(name);
  return {
    ...{ name, description, input: parameters, output: changeOutput, effect },
    run: async (host, args, context) => changeAnswer(await host.change(name, args, context)),
  };
}

function required(name: string) {
  const tool = findTool(name);
  if (!tool) {
    throw new TypeError(`The catalogue has no tool ${name}.`);
  }
  return tool;
}

const project = z.string().optional();

/** The edits that are needed least often share one schema. */
const otherEdits = z.enum(["disconnect", "rename_net", "remove_part", "move_footprint"]);

const editDesignInput = z.strictObject({ edit: otherEdits, args: z.record(z.string(), z.unknown()) });

const editDesign: ServedTool = {
  name: "edit_design",
  description: `The other edits of a design, each with its own args: ${otherEdits.options
    .map((name) => `${name} ${JSON.stringify(required(name).example)}`)
    .join(", ")}. move_footprint takes to or by {x, y} in mm, rotation, side (front or back).`,
  input: editDesignInput,
  output: changeOutput,
  effect: "destructive",
  run: async (host, input, context) => {
    const { edit, args } = editDesignInput.parse(input);
    const checked = checkArguments(required(edit), args);
    return changeAnswer(
      checked.ok
        ? await host.change(edit, checked.args, context)
        : { ...rejected(checked.reason), checks: {} },
    );
  },
};
const checkInput = z.strictObject({ project });
const diffInput = z.strictObject({
  base: z.string().min(1).optional().describe("a git revision; default: before this server's first change"),
});
const pictureInput = z.strictObject({
  part: z.enum(["board", "schematic"]),
  where: z.string().optional().describe("a reference (R1) or a place in mm (110, 42.5); default: all"),
  project,
});
const nothing = z.strictObject({});

export const servedTools: readonly ServedTool[] = [
  {
    name: "projects",
    description: "Lists the KiCad projects of the repository, with their schematic and board.",
    input: nothing,
    output: projectsOutput,
    effect: "none",
    run: async (host) => {
      const { repository, projects, legacy } = await host.projects();
      const lines = projects.map(
        ({ path, schematic = "no schematic", board = "no board" }) => `${path}: ${schematic}, ${board}`,
      );
      return {
        text: [repository, ...lines, ...legacy.map((path) => `${path}: of KiCad 5, cannot be read`)].join(
          "\n",
        ),
        structured: {
          repository,
          projects: projects.map(({ path, schematic, board }) => ({
            path,
            ...(schematic !== undefined && { schematic }),
            ...(board !== undefined && { board }),
          })),
        },
      };
    },
  },
  reading("read_file"),
  reading("search"),
  reading("describe"),
  reading("find_symbol"),
  reading("find_footprint"),
  changing("set_fields", "destructive"),
  changing("add_part", "additive"),
  changing("connect", "destructive"),
  editDesign,
  changing("edit_file", "destructive"),
  {
    name: "check",
    description:
      "Runs ERC and DRC: new, fixed and known findings against the state before this server's first change.",
    input: checkInput,
    output: checkOutput,
    effect: "none",
    run: async (host, args, context) =>
      checkAnswer(await host.check(checkInput.parse(args).project, context)),
  },
  {
    name: "diff",
    description:
      "What changed electrically and on the board: nets joined, split, renamed, pins that moved, parts, footprints.",
    input: diffInput,
    output: diffOutput,
    effect: "none",
    run: async (host, args, context) => {
      const { text, difference } = await host.diff(diffInput.parse(args).base, context);
      const { same, projects } = difference;
      return { text: text === "" ? "No project could be compared." : text, structured: { same, projects } };
    },
  },
  {
    name: "picture",
    description:
      "A picture (PNG) of the board or the schematic; before and after, where this server changed it.",
    input: pictureInput,
    output: pictureOutput,
    effect: "none",
    run: async (host, args, context) => {
      context.onProgress("KiCad plots the design");
      const { part, where = "", project: name } = pictureInput.parse(args);
      const { images, caption } = await host.picture({ part, where, project: name }, context);
      const pictures = images.length > 1 ? ["before", "after"] : ["now"];
      return { text: `${caption} (${pictures.join(", ")})`, structured: { caption, pictures }, images };
    },
  },
  {
    name: "undo",
    description:
      "Puts files back to the byte as they were before the last change; again, one change further back.",
    input: nothing,
    output: moveOutput,
    effect: "destructive",
    run: async (host) => moveAnswer("undo", await host.undo()),
  },
  {
    name: "redo",
    description: "Makes the change that was undone last again.",
    input: nothing,
    output: moveOutput,
    effect: "destructive",
    run: async (host) => moveAnswer("redo", await host.redo()),
  },
];
