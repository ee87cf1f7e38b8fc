/** A tool that edits a design: planned and proved by KiCad first, then written, all of its files or none. */
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { z } from "zod";
import { describeNetlistDifference } from "../../../kicad/design/difference/sentences.js";
import { type Design, type Edit, refuse } from "../../../kicad/edit/edit.js";
import { proveEdit } from "../../../kicad/edit/prove.js";
import { contain } from "../../../workspace/containment.js";
import type { TurnJournal } from "../../../workspace/journal/journal.js";
import {
  boundSentences,
  describeChanges,
  makeChanges,
  obeyedAmong,
  type WrittenChange,
} from "../../file-changes.js";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "../../tool.js";
import { rejected, type ToolResult } from "../../tool-result.js";
import { queryProject } from "../design-query.js";
import { OpenProject } from "./open-project.js";

/**
 * A file of the design as it was read and as it is to be, the same where the edit only relies on it; `path` is absolute,
 * or relative to the repository.
 */
export type EditedFile = { path: string; before: string; after: string };

/** An edit that KiCad has proved: what it does, a sentence each, and what else there is to know. */
export type EditPlan = { files: EditedFile[]; meaning: string[]; notes: string[] };

type WithProject = z.ZodObject<{ project: z.ZodOptional<z.ZodString> }>;

type Definition<Parameters extends WithProject> = Omit<
  ToolDefinition<Parameters>,
  "kind" | "run" | "preview" | "needsConfirmation"
> & {
  /** Throws `edit-refused` where the edit cannot be made or does something else. */
  plan(args: z.infer<Parameters>, project: OpenProject, context: ToolContext): Promise<EditPlan>;
};

type Plan = EditPlan & { changes: WrittenChange[] };

/** Makes a tool of a plan. What the user says yes to is kept until the call runs: its ids are made only once. */
export function defineEditTool<Parameters extends WithProject>({
  plan,
  ...definition
}: Definition<Parameters>): Tool {
  const kept = new WeakMap<TurnJournal, { key: string; plan: Plan }>();
  const make = async (args: z.infer<Parameters>, context: ToolContext): Promise<Plan | ToolResult> => {
    const { root, signal } = context;
    return await queryProject(args.project, context, async (query) =>
      toPlan(await plan(args, new OpenProject(query, { signal }), context), root),
    );
  };
  const planned = async (args: z.infer<Parameters>, context: ToolContext): Promise<Plan | undefined> => {
    const key = JSON.stringify(args);
    const known = kept.get(context.journal);
    if (known?.key === key && (await staleFile(known.plan, context.root)) === undefined) {
      return known.plan;
    }
    const made = await make(args, context);
    if ("outcome" in made) {
      return undefined;
    }
    kept.set(context.journal, { key, plan: made });
    return made;
  };
  return defineTool({
    ...definition,
    description: `${definition.description} Example: ${JSON.stringify(definition.example)}`,
    kind: "file-change",
    needsConfirmation: async (args, context) => {
      const { changes = [] } = (await planned(args, context)) ?? {};
      return (
        (await obeyedAmong(
          context.root,
          changes.map(({ path }) => path),
        )) !== undefined
      );
    },
    preview: async (args, context) => {
      const { changes, meaning, notes } = (await planned(args, context)) ?? {};
      return (
        changes && {
          paths: changes.map(({ path }) => path),
          meaning: [...(meaning ?? []), ...(notes ?? [])],
          diff: describeChanges(changes).result.diff,
        }
      );
    },
    run: async (args, context) => {
      const known = kept.get(context.journal);
      kept.delete(context.journal);
      const ready = known?.key === JSON.stringify(args) ? known.plan : await make(args, context);
      return "outcome" in ready ? ready : await apply(ready, context);
    },
  });
}

/** The edit of a schematic, proved. */
export async function planSchematicEdit(
  project: OpenProject,
  makeEdit: (design: Design) => Edit | Promise<Edit>,
): Promise<EditPlan> {
  const design = await project.design();
  const edit = await makeEdit(design);
  const { texts, difference } = await proveEdit(project.cli, design, edit, project.options);
  const files = [...design.schematic.files.values()].map(({ path, text }) => ({
    path,
    before: text,
    after: texts.get(path) ?? text,
  }));
  return { files, meaning: describeNetlistDifference(difference), notes: edit.notes };
}

async function toPlan({ files, meaning, notes }: EditPlan, root: string): Promise<Plan> {
  const changes: WrittenChange[] = [];
  for (const { path, before, after } of files.filter((file) => file.before !== file.after)) {
    const contained = await contain(root, isAbsolute(path) ? path : join(root, path));
    if (changes.some((change) => change.path === contained.relative)) {
      refuse(
        `${contained.relative} is in the design under two names, of which one is a link. It is not edited.`,
      );
    }
    changes.push({ path: contained.relative, before: Buffer.from(before), after: Buffer.from(after) });
  }
  if (changes.length === 0) {
    refuse("The design is so already: there is nothing to change.");
  }
  return { files, changes, meaning: boundSentences(meaning), notes };
}

/** A file that is not as it was read any more; undefined where all are. */
async function staleFile({ files }: EditPlan, root: string): Promise<string | undefined> {
  for (const { path, before } of files) {
    const bytes = await readFile(isAbsolute(path) ? path : join(root, path)).catch(() => undefined);
    if (!bytes?.equals(Buffer.from(before))) {
      return relative(root, resolve(root, path));
    }
  }
  return undefined;
}

async function apply(plan: Plan, context: ToolContext): Promise<ToolResult> {
  const { changes, meaning, notes } = plan;
  const stale = await staleFile(plan, context.root);
  if (stale !== undefined) {
    return rejected(
      `${stale} was changed by somebody else meanwhile, and nothing is written. Try again.`,
      `${stale} was changed meanwhile`,
    );
  }
  const refusal = await makeChanges(changes, context);
  if (refusal) {
    return refusal;
  }
  const { lines, result } = describeChanges(changes);
  const sentences = meaning.length === 0 ? ["no part, net or footprint changed"] : meaning;
  const files = changes.length === 1 ? `${changes[0]?.path} ${lines}` : lines;
  return {
    outcome: "success",
    text: [...sentences, ...notes, `Wrote ${files}.`].join("\n"),
    detail: [...sentences, ...notes].join("\n"),
    ...result,
  };
}
