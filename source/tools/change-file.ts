/** The one way to change a file: KiCad must still read it, nobody else may have touched it, and it can be undone. */
import { basename } from "node:path";
import type { FileChange } from "../base/file-change.js";
import { firstLine } from "../base/safe-text.js";
import { whyBroken } from "../kicad/check/integrity.js";
import { describeRuleChange } from "../kicad/check/rules.js";
import { findKicadCli } from "../kicad/cli/kicad-cli.js";
import { readContained } from "../workspace/containment.js";
import { diffFile } from "./text/unified-diff.js";
import { type Preview, rejected, type ToolContext, type ToolResult } from "./tool.js";

/** A change that is ready to be made, and what to say of it; or why there is none. */
export type Proposal =
  | { ok: true; change: FileChange & { after: Buffer }; summary: string }
  | { ok: false; result: ToolResult };

/** Refuses a proposal, in words for the model. */
export function refuse(text: string): Proposal {
  return { ok: false, result: rejected(text, firstLine(text)) };
}

export function previewOf(proposal: Proposal): Preview | undefined {
  if (!proposal.ok) {
    return undefined;
  }
  const { path, diff } = diffFile(proposal.change);
  return { path, diff };
}

/**
 * Makes the change through the journal. A file that KiCad could read and would not read any more stays as it is, byte
 * for byte. Throws what the journal throws.
 */
export async function makeChange(proposal: Proposal, context: ToolContext): Promise<ToolResult> {
  if (!proposal.ok) {
    return proposal.result;
  }
  const { change, summary } = proposal;
  const { path, before, after } = change;
  const cli = await findKicadCli(context.env);
  const fault = await whyBroken(cli, basename(path), { before, after }, { signal: context.signal });
  if (fault !== undefined) {
    const text = `${path} was left as it was, byte for byte: with this change ${fault}. Look at the parentheses and the names around what you changed, and try again.`;
    return rejected(text, `${path} would be broken: ${fault}`);
  }
  if (!(await isStill(context.root, path, before))) {
    const text = `${path} was changed by somebody else meanwhile and is not touched. Read it again.`;
    return rejected(text, `${path} was changed meanwhile`);
  }
  await context.journal.write(path, after);
  return toResult(change, summary);
}

function toResult(change: FileChange, summary: string): ToolResult {
  const { path, diff, added, removed } = diffFile(change);
  const rules = describeRuleChange(change);
  const lines = `+${added} −${removed}`;
  const muting = rules.length > 0 ? ` This changes how the design is checked: ${rules.join("; ")}.` : "";
  return {
    outcome: "success",
    text: `${summary} (${lines} lines).${muting}`,
    detail: rules.length > 0 ? `rules changed: ${rules.join("; ")}` : lines,
    diff,
    changed: { path, added, removed },
  };
}

/** KiCad may have taken a minute to look at the new file. */
async function isStill(root: string, path: string, before: Buffer | null): Promise<boolean> {
  const now = await currentBytes(root, path);
  return before === null || now === null ? before === now : now.equals(before);
}

/** The file's bytes; `null` where there is none. Throws `path-refused`. */
export async function currentBytes(root: string, path: string): Promise<Buffer | null> {
  try {
    return await readContained(root, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}
