/** A change to a file, proposed before it is made: KiCad must still be able to read it, and it can be undone. */
import { basename } from "node:path";
import type { z } from "zod";
import type { FileChange } from "../base/file-change.js";
import { whyBroken } from "../kicad/check/integrity.js";
import { describeRuleChange } from "../kicad/check/rules.js";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { contain } from "../workspace/containment.js";
import { readRepositoryFile } from "./repository-files.js";
import { diffFile } from "./text/unified-diff.js";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./tool.js";
import { rejected, type ToolResult } from "./tool-result.js";

/** A change and its summary for the model, or why there is none. */
export type Proposal = { change: FileChange & { after: Buffer }; summary: string } | { refusal: string };

type WithPath = z.ZodObject<{ path: z.ZodString }>;

type Definition<Parameters extends WithPath> = Omit<
  ToolDefinition<Parameters>,
  "kind" | "run" | "preview" | "needsConfirmation"
> & {
  /** The change that the call asks for; `root` is the real path of the repository. Throws `path-refused`. */
  propose(args: z.infer<Parameters>, root: string): Promise<Proposal>;
};

/** Stands for bytes that were no text: U+FFFD as UTF-8. Half a surrogate pair is written as it, too. */
const lostCharacter = Buffer.from("\ufffd");

function countLost(bytes: Buffer | null): number {
  let count = 0;
  for (
    let at = bytes?.indexOf(lostCharacter) ?? -1;
    at >= 0;
    at = bytes?.indexOf(lostCharacter, at + 3) ?? -1
  ) {
    count++;
  }
  return count;
}

/** Refuses a text that lost characters on its way here: they would replace what the file should say. */
function refuseLost(proposal: Proposal): Proposal {
  if ("refusal" in proposal || countLost(proposal.change.after) <= countLost(proposal.change.before)) {
    return proposal;
  }
  return {
    refusal: `${proposal.change.path}: the new text has a replacement character (U+FFFD) or half a surrogate pair where a character was lost. Nothing was written. Write that character again, or as plain ASCII (for example u for micro, Ohm for the sign).`,
  };
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

function toResult(change: FileChange, summary: string): ToolResult {
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
  };
}
