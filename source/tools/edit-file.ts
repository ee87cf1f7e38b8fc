import * as z from "zod";
import { contain } from "../workspace/containment.js";
import { defineFileTool } from "./proposal.js";
import { describeMissing, readRepositoryFile } from "./repository-files.js";
import { applyEdit } from "./text/apply-edit.js";
import { decode } from "./text/text-file.js";

/** `edit_file`: one exact piece of a file becomes another. */
export const editFile = defineFileTool({
  name: "edit_file",
  description:
    "Replaces old_string by new_string in a text file. old_string must be copied exactly and be there exactly once, unless replace_all is set. A KiCad file that KiCad could no longer load is left as it was.",
  parameters: z.strictObject({
    path: z.string().describe("relative to the repository"),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
  example: { path: "docs/notes.md", old_string: "rev A", new_string: "rev B" },
  title: ({ path }) => `Edit ${path}`,
  propose: async ({ path, ...edit }, root) => {
    const { relative } = await contain(root, path);
    const before = await readRepositoryFile(root, path);
    if (before === null) {
      return { refusal: await describeMissing(root, path) };
    }
    const raw = decode(before);
    if (raw === undefined) {
      return { refusal: `${relative} is not a UTF-8 text file and cannot be edited.` };
    }
    const edited = applyEdit(raw, edit);
    if ("refusal" in edited) {
      return edited;
    }
    const { lines } = edited;
    const where = lines.length === 1 ? `in line ${lines[0]}` : `in ${lines.length} places`;
    const change = { path: relative, before, after: Buffer.from(edited.raw) };
    return { change, summary: `Edited ${relative} ${where}` };
  },
});
