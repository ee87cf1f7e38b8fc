import * as z from "zod";
import { contain } from "../workspace/containment.js";
import { makeChange, type Proposal, previewOf, refuse } from "./change-file.js";
import { readExisting } from "./read-file.js";
import { applyEdit } from "./text/edit.js";
import { decode } from "./text/text-file.js";
import { defineTool } from "./tool.js";

const parameters = z.strictObject({
  path: z.string().describe("relative to the repository"),
  old_string: z.string().describe("the exact text to replace; it must be in the file once"),
  new_string: z.string().describe("what takes its place"),
  replace_all: z.boolean().optional().describe("to replace every occurrence"),
});
type Arguments = z.infer<typeof parameters>;

async function propose({ path, ...edit }: Arguments, root: string): Promise<Proposal> {
  const { relative } = await contain(root, path);
  const before = await readExisting(root, path);
  if (typeof before === "string") {
    return refuse(before);
  }
  const raw = decode(before);
  if (raw === undefined) {
    return refuse(`${relative} is not a UTF-8 text file and cannot be edited.`);
  }
  const edited = applyEdit(raw, edit);
  if (!edited.ok) {
    return refuse(edited.reason);
  }
  const { lines } = edited;
  const where = lines.length === 1 ? `in line ${lines[0]}` : `in ${lines.length} places`;
  return {
    ok: true,
    change: { path: relative, before, after: Buffer.from(edited.raw) },
    summary: `Edited ${relative} ${where}`,
  };
}

/** `edit_file`: one exact piece of a file becomes another. */
export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces old_string by new_string in a text file. old_string must be copied exactly and be there exactly once, unless replace_all is set. A KiCad file that KiCad could no longer load is left as it was.",
  parameters,
  kind: "file-change",
  changes: true,
  example: { path: "docs/notes.md", old_string: "rev A", new_string: "rev B" },
  title: ({ path }) => `Edit ${path}`,
  run: async (args, context) => await makeChange(await propose(args, context.root), context),
  preview: async (args, { root }) => previewOf(await propose(args, root)),
});
