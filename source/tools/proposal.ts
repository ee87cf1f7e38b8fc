/** A change to a file, proposed before it is made: KiCad must still be able to read it, and it can be undone. */
import { basename } from "node:path";
import type { z } from "zod";
import type { FileChange } from "../base/files/file-change.js";
import { hashOf } from "../base/files/hash.js";
import { whyBroken } from "../kicad/check/integrity.js";
import { describeRuleChange } from "../kicad/check/rules.js";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { contain } from "../workspace/containment.js";
import { readRepositoryFile } from "./repository-files.js";
import { countOf } from "./text/text-file.js";
import { diffFile } from "./text/unified-diff.js";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./tool.js";
import { rejected, type ToolResult } from "./tool-result.js";

/** A change and its summary for the model, or why there is none. */
type Proposal = { change: FileChange & { after: Buffer }; summary: string } | { refusal: string };

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
    run: async (args, context) => {
      const proposal = refuseLost(await propose(args, context.root));
      const { isObeyed, relative } = await contain(context.root, args.path);
      return isObeyed && !context.isConfirmed && "change" in proposal
        ? refuseUnconfirmed(relative)
        : apply(proposal, context);
    },
    preview: async (args, { root }) => {
      const proposal = refuseLost(await propose(args, root));
      if ("refusal" in proposal) {
        return undefined;
      }
      const { path, diff } = diffFile(proposal.change);
      return { path, diff };
    },
  });
}

function refuseUnconfirmed(path: string): ToolResult {
  const text = `${path} is not written: other programs run or obey this file, the user must say yes to each change of it, and nobody can be asked here. Put what it should hold into your answer instead.`;
  return rejected(text, `${path} needs the user's yes, and nobody can be asked`);
}

/** Makes the change through the journal. A file that KiCad could no longer read stays as it is, byte for byte. */
async function apply(proposal: Proposal, context: ToolContext): Promise<ToolResult> {
  if ("refusal" in proposal) {
    return rejected(proposal.refusal);
  }
  const { change, summary } = proposal;
  const { path, before, after } = change;
  const cli = await findKicadCli(context.env);
  const fault = await whyBroken(cli, basename(path), { before, after }, { signal: context.signal });
  if (fault !== undefined) {
    const text = `${path} was left as it was, byte for byte: with this change ${fault}. Look at the parentheses and the names around what you changed, and try again.`;
    return rejected(text, `${path} would be broken: ${fault}`);
  }
  // The check by KiCad can last a minute.
  const now = await readRepositoryFile(context.root, path);
  if (before === null || now === null ? before !== now : !now.equals(before)) {
    const text = `${path} was changed by somebody else meanwhile and is not touched. Read it again.`;
    return rejected(text, `${path} was changed meanwhile`);
  }
  await context.journal.write(path, after);
  return toResult(change, summary);
}

function toResult(change: FileChange & { after: Buffer }, summary: string): ToolResult {
  const { path, diff, added, removed } = diffFile(change);
  const rules = describeRuleChange(change).join("; ");
  const lines = `+${added} −${removed}`;
  const note = rules === "" ? "" : ` This changes how the design is checked: ${rules}.`;
  return {
    outcome: "success",
    text: `${summary} (${lines} lines).${note}`,
    detail: rules === "" ? lines : `rules changed: ${rules}`,
    diff,
    changed: { path, added, removed },
    seen: { path, hash: hashOf(change.after) },
  };
}
