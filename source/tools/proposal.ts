/** A change to a file, proposed before it is made: KiCad must still be able to read it, and it can be undone. */
import { basename } from "node:path";
import type { z } from "zod";
import { startLoading } from "../kicad/check/integrity.js";
import { describeRuleChange } from "../kicad/check/rules.js";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { meaningOf } from "../kicad/compare/meaning.js";
import { contain } from "../workspace/containment.js";
import { boundSentences, describeChanges, makeChanges, type WrittenChange } from "./file-changes.js";
import { countOf } from "./text/text-file.js";
import { diffFile } from "./text/unified-diff.js";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./tool.js";
import { rejected, type ToolResult } from "./tool-result.js";

/** A change and its summary for the model, or why there is none. */
type Proposal = { change: WrittenChange; summary: string } | { refusal: string };

type WithPath = z.ZodObject<{ path: z.ZodString }>;

type Definition<Parameters extends WithPath> = Omit<
  ToolDefinition<Parameters>,
  "kind" | "run" | "preview" | "needsConfirmation"
> & {
  /** The change that the call asks for; `root` is the real path of the repository. Throws `path-refused`. */
  propose(args: z.infer<Parameters>, root: string): Promise<Proposal>;
};

/** How many characters of a text were lost: U+FFFD replaces bytes that were not text, and half a surrogate pair. */
const lostCharacters = (bytes: Buffer | null) => countOf(bytes?.toString("utf8") ?? "", "\ufffd");

/** Refuses a text that lost more characters than the file had: they would replace its content. */
function refuseLost(proposal: Proposal): Proposal {
  if ("refusal" in proposal) {
    return proposal;
  }
  const { path, before, after } = proposal.change;
  const refusal = `${path}: the new text has a replacement character (U+FFFD) or half a surrogate pair where a character was lost. Nothing was written. Write that character again, or as plain ASCII (for example u for micro, Ohm for the sign).`;
  return lostCharacters(after) > lostCharacters(before) ? { refusal } : proposal;
}

/** Makes a tool that changes one file. */
export function defineFileTool<Parameters extends WithPath>({
  propose,
  ...definition
}: Definition<Parameters>): Tool {
  return defineTool({
    ...definition,
    kind: "file-change",
    needsConfirmation: async (args, { root }) => (await contain(root, args.path)).isObeyed,
    run: async (args, context) => apply(refuseLost(await propose(args, context.root)), context),
    preview: async (args, context) => {
      const proposal = refuseLost(await propose(args, context.root));
      if ("refusal" in proposal) {
        return undefined;
      }
      const { change } = proposal;
      const cli = await findKicadCli(context.env);
      return {
        paths: [change.path],
        meaning: cli ? boundSentences(await meaningOf([change], context)) : [],
        diff: diffFile(change).diff,
      };
    },
  });
}

/** Makes the change through the journal. A file that KiCad could no longer read stays as it is, byte for byte. */
async function apply(proposal: Proposal, context: ToolContext): Promise<ToolResult> {
  if ("refusal" in proposal) {
    return rejected(proposal.refusal);
  }
  const { change, summary } = proposal;
  const { path } = change;
  const judged = await judge(change, context);
  if ("fault" in judged) {
    const text = `${path} was left as it was, byte for byte: with this change ${judged.fault}. Look at the parentheses and the names around what you changed, and try again.`;
    return rejected(text, `${path} would be broken: ${judged.fault}`);
  }
  return (await makeChanges([change], context)) ?? toResult(change, summary, judged.meaning);
}

/** Why KiCad could no longer read the file, else what the change means. Both are found out at once. */
async function judge(
  change: WrittenChange,
  context: ToolContext,
): Promise<{ fault: string } | { meaning: string[] }> {
  const cli = await findKicadCli(context.env);
  const enough = new AbortController();
  const signal = AbortSignal.any([context.signal, enough.signal]);
  const { reason } = await startLoading(cli, basename(change.path), change, { signal });
  const meaning = cli ? meaningOf([change], { ...context, signal }) : Promise.resolve([]);
  const meant = meaning.catch(() => {});
  try {
    const fault = await reason;
    return fault === undefined ? { meaning: await meaning } : { fault };
  } finally {
    enough.abort();
    await meant;
  }
}

function toResult(change: WrittenChange, summary: string, meaning: readonly string[]): ToolResult {
  const { lines, result } = describeChanges([change]);
  const rules = describeRuleChange(change).join("; ");
  const note = rules === "" ? "" : ` This changes how the design is checked: ${rules}.`;
  const means = [...boundSentences(meaning), ...(rules === "" ? [] : [`rules changed: ${rules}`])];
  return {
    outcome: "success",
    text: [`${summary} (${lines} lines).${note}`, ...boundSentences(meaning)].join("\n"),
    detail: means.length === 0 ? lines : means.join("\n"),
    ...result,
  };
}
