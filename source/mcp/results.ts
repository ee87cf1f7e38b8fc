/** The results of the server's tools: structured, with their schemas, and as text. Pure. */
import * as z from "zod";
import type { CheckOutcome } from "../base/outcomes.js";
import { addOutcomes, describeCheck } from "../base/text/describe-check.js";
import { visible } from "../base/text/safe-text.js";
import type { ToolResult } from "../tools/tool-result.js";
import type { UndoResult } from "../workspace/journal/undo.js";
import type { ChangeResult, CheckAnswer } from "./host.js";

/** What a handler answers; `images` are PNG files. */
export type Answer = {
  text: string;
  structured: Record<string, unknown>;
  images?: readonly Uint8Array[];
  isError?: boolean;
};

/** One of `toolOutcome`. */
const outcome = z.string();
const text = z.string();
const paths = z.array(z.string());

/** Sums of ERC and DRC: `new` and `fixed` since the design before the change, or before the server's first one. */
const counts = { newErrors: z.int(), newWarnings: z.int(), fixed: z.int(), known: z.int() };

export const readOutput = z.object({ outcome, text });
/** No counts: nothing was checked. */
export const changeOutput = z.object({
  outcome,
  text,
  files: paths,
  checks: z.object(counts).optional(),
});
export const projectsOutput = z.object({
  repository: z.string(),
  projects: z.array(
    z.object({ path: z.string(), schematic: z.string().optional(), board: z.string().optional() }),
  ),
});
export const checkOutput = z.object({
  text,
  checks: z.array(
    z.object({ project: z.string().optional(), check: z.string(), status: z.string(), ...counts }),
  ),
});
export const diffOutput = z.object({
  same: z.boolean(),
  projects: z.array(z.looseObject({ project: z.string() })),
});
export const pictureOutput = z.object({ caption: z.string(), pictures: paths });
export const moveOutput = z.object({
  turns: z.array(z.int()),
  files: paths,
  conflicts: z.array(z.object({ path: z.string(), reason: z.string() })),
});

export function readAnswer(result: ToolResult): Answer {
  const shown = visible(result.text);
  return {
    text: shown,
    structured: { outcome: result.outcome, text: shown },
    isError: result.outcome !== "success",
  };
}

/** A change that was made counts as made, whatever the checks find: their findings are in the text. */
export function changeAnswer({
  outcome,
  text,
  changed = [],
  checks,
  problem,
  warnings,
}: ChangeResult): Answer {
  const { erc, drc } = checks;
  const shown = visible(
    [
      text,
      ...(erc ? [describeCheck("ERC", erc)] : []),
      ...(drc ? [describeCheck("DRC", drc)] : []),
      ...(problem === undefined || outcome !== "success" ? [] : [problem]),
      ...(warnings === undefined || outcome !== "success" ? [] : [warnings]),
    ].join("\n"),
  );
  const files = changed.map(({ path }) => path);
  const sum = sumOf(checks);
  return {
    text: shown,
    structured: { outcome, text: shown, files, ...(sum && { checks: sum }) },
    isError: outcome !== "success",
  };
}

function sumOf({ erc, drc }: ChangeResult["checks"]): Counts | undefined {
  const ran = [erc, drc].filter((check) => check !== undefined).filter(({ status }) => status !== "not-run");
  const sum = addOutcomes(ran);
  return sum && countsOf(sum);
}

type Counts = z.infer<z.ZodObject<typeof counts>>;

function countsOf({ newErrors, newWarnings, fixed, known }: CheckOutcome): Counts {
  return { newErrors, newWarnings, fixed, known };
}

export function checkAnswer({ text: found, projects }: CheckAnswer): Answer {
  const checks = projects.flatMap(({ project, erc, drc }) =>
    Object.entries({ ERC: erc, DRC: drc }).flatMap(([check, result]) =>
      result
        ? [{ ...(project !== undefined && { project }), check, status: result.status, ...countsOf(result) }]
        : [],
    ),
  );
  return { text: visible(found), structured: { text: visible(found), checks } };
}

export function moveAnswer(direction: "undo" | "redo", { turns, restored, conflicts }: UndoResult): Answer {
  const done = direction === "undo" ? "Undone" : "Done again";
  const isDone = restored.length > 0 || (turns.length > 0 && conflicts.length === 0);
  const lines = [
    ...(isDone ? [`${done}: ${restored.join(", ") || "no file had to be changed"}`] : []),
    ...conflicts.map(({ path, reason }) => `Not touched: ${path}: ${reason}`),
  ];
  return {
    text: visible(lines.length > 0 ? lines.join("\n") : `There is nothing to ${direction}.`),
    structured: {
      turns,
      files: restored,
      conflicts: conflicts.map(({ path, reason }) => ({ path, reason })),
    },
    isError: conflicts.length > 0,
  };
}
