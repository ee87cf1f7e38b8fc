/** A tool: a name, a schema of its arguments, and a function that runs it. */
import type { z } from "zod";
import { CopperheadError } from "../base/failure.js";
import type { ToolKind } from "../base/outcomes.js";
import { oneLine } from "../base/text/safe-text.js";
import type { TurnJournal } from "../workspace/journal/journal.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import type { Settings } from "../workspace/settings/schema.js";
import { boundResult, rejected, type ToolResult, type UnboundedResult } from "./tool-result.js";

/** What a tool works with. */
export type ToolContext = {
  /** Real path of the repository. */
  root: string;
  /** Every change goes through it. */
  journal: TurnJournal;
  config: Settings;
  env: NodeJS.ProcessEnv;
  /** The absolute path of the folder for results that are too long for the model. */
  resultsFolder: string;
  signal: AbortSignal;
  /** The name of the project that the session works on, where one is chosen. */
  project?: string;
  /** Whether the user said yes to the very change that the call makes. */
  isConfirmed?: boolean;
};

/** A change before it is made: its files, what it means in sentences where that is known, and its unified diff. */
export type Preview = { paths: string[]; meaning: string[]; diff: string };

type ToolOf<Parameters extends z.ZodObject, Arguments, Result> = {
  name: string;
  /** For the model: what it is for, and what it does not do. */
  description: string;
  parameters: Parameters;
  kind: ToolKind;
  /** Valid arguments, shown to a model whose own were not. */
  example: Arguments;
  /** The call in a few words on one line, for people. The arguments fit `parameters`, here and below. */
  title(args: Arguments): string;
  /** A refusal, and any failure that the model can act on, is a result; throws on an abort and on bugs. */
  run(args: Arguments, context: ToolContext): Promise<Result>;
  /** The change that `run` would make, `undefined` if none; every tool that changes files has it. */
  preview?(args: Arguments, context: ToolContext): Promise<Preview | undefined>;
  /** Whether the change needs the user's yes whatever is approved beforehand. Throws `path-refused`. */
  needsConfirmation?(args: Arguments, context: ToolContext): Promise<boolean>;
};

/** A tool as it is called: with any arguments, and a bounded result. */
export type Tool = ToolOf<z.ZodObject, Record<string, unknown>, ToolResult> & {
  /** Whether it can change files. */
  changes: boolean;
};

/** A tool as it is written: with the arguments of its schema. */
export type ToolDefinition<Parameters extends z.ZodObject> = ToolOf<
  Parameters,
  z.infer<Parameters>,
  UnboundedResult
>;

const longestTitle = 120;

/** Makes a tool of its typed definition: results are bounded, and refusals of the workspace become results. */
export function defineTool<Parameters extends z.ZodObject>(definition: ToolDefinition<Parameters>): Tool {
  const { parameters, title, run, preview, needsConfirmation } = definition;
  return {
    ...definition,
    changes: preview !== undefined,
    title: (args) => oneLine(title(parameters.parse(args)), longestTitle),
    run: async (args, context) => {
      const result = await run(parameters.parse(args), context).catch((error: unknown) =>
        failedResult(error, context),
      );
      const redactor = new Redactor(context.env);
      return await boundResult(definition.name, result, { folder: context.resultsFolder, redactor });
    },
    ...(preview && { preview: (args, context) => preview(parameters.parse(args), context) }),
    ...(needsConfirmation && {
      needsConfirmation: (args, context) => needsConfirmation(parameters.parse(args), context),
    }),
  };
}

/** The model can act on what the workspace or KiCad refused, but not on an interruption or a bug. */
function failedResult(error: unknown, { signal }: ToolContext): ToolResult {
  if (!(error instanceof CopperheadError) || signal.aborted) {
    throw error;
  }
  const { code, message, advice } = error.failure;
  const result = rejected(advice === undefined ? message : `${message} ${advice}`, message);
  return code.endsWith("-refused") ? result : { ...result, outcome: "failure" };
}
