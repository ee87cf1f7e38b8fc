/** What a tool is: a name, a schema of its arguments, and what it does. */
import type { z } from "zod";
import type { ToolKind, ToolOutcome } from "../base/events.js";
import { CopperheadError } from "../base/failure.js";
import { oneLine } from "../base/safe-text.js";
import type { TurnJournal } from "../workspace/journal/journal.js";
import { Redactor } from "../workspace/secrets/redaction.js";
import type { Settings } from "../workspace/settings.js";
import { boundResult, type UnboundedResult } from "./text/bounds.js";

/** What a tool works with. */
export type ToolContext = {
  /** Real path of the repository. */
  root: string;
  /** Every change goes through it. */
  journal: TurnJournal;
  config: Settings;
  env: NodeJS.ProcessEnv;
  /** Where results that are too long for the model are kept whole; absolute. */
  resultsFolder: string;
  signal: AbortSignal;
};

export type ToolResult = {
  outcome: ToolOutcome;
  /** For the model. */
  text: string;
  /** For people: a line, and below it what of the result is worth a look. */
  detail?: string;
  /** Unified diff of what was changed. */
  diff?: string;
  /** The file that was changed, repository-relative, and how many lines. */
  changed?: { path: string; added: number; removed: number };
};

/** The change that a call would make. */
export type Preview = { path: string; diff: string };

type Arguments = Record<string, unknown>;

export type Tool = {
  name: string;
  /** For the model: what it is for, and what it does not do. */
  description: string;
  parameters: z.ZodObject;
  kind: ToolKind;
  /** Whether it can change files. */
  changes: boolean;
  /** Arguments in their right shape, shown to a model that got them wrong. */
  example: Arguments;
  /** What the call is, in a few words and one line, for people. The arguments fit `parameters`, here and below. */
  title(args: Arguments): string;
  /** Does it. A refusal and whatever the model can mend is a result; throws only what is not the model's to mend. */
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
  /** The change it would make, without making it; `undefined` where it would make none. */
  preview?(args: Arguments, context: ToolContext): Promise<Preview | undefined>;
};

type Definition<Parameters extends z.ZodObject> = Omit<
  Tool,
  "parameters" | "example" | "title" | "run" | "preview"
> & {
  parameters: Parameters;
  example: z.input<Parameters>;
  title(args: z.infer<Parameters>): string;
  run(args: z.infer<Parameters>, context: ToolContext): Promise<UnboundedResult>;
  preview?(args: z.infer<Parameters>, context: ToolContext): Promise<Preview | undefined>;
};

const longestTitle = 120;
const longestReason = 300;

/** Makes a tool of its typed definition: results are bounded, and refusals of the workspace become results. */
export function defineTool<Parameters extends z.ZodObject>(definition: Definition<Parameters>): Tool {
  const { parameters, title, run, preview } = definition;
  return {
    ...definition,
    title: (args) => oneLine(title(parameters.parse(args)), longestTitle),
    run: async (args, context) => {
      const result = await run(parameters.parse(args), context).catch((error: unknown) =>
        failedResult(error, context),
      );
      return await boundResult(definition.name, result, {
        folder: context.resultsFolder,
        redactor: new Redactor(context.env),
      });
    },
    ...(preview && { preview: (args: Arguments, context) => preview(parameters.parse(args), context) }),
  };
}

/** What the workspace or KiCad would not do is for the model to know; an interruption or a bug is not. */
function failedResult(error: unknown, { signal }: ToolContext): ToolResult {
  if (!(error instanceof CopperheadError) || signal.aborted) {
    throw error;
  }
  const { code, message, advice } = error.failure;
  const outcome = code.endsWith("-refused") ? "rejected" : "failure";
  return {
    outcome,
    text: advice === undefined ? message : `${message} ${advice}`,
    detail: oneLine(message, longestReason),
  };
}

/** A result that says why nothing was done, and what to do instead. */
export function rejected(text: string, detail: string): ToolResult {
  return { outcome: "rejected", text, detail: oneLine(detail, longestReason) };
}
