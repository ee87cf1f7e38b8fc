import * as z from "zod";
import { contain } from "../workspace/containment.js";
import { defineFileTool } from "./proposal.js";
import { readRepositoryFile } from "./repository-files.js";
import { decode, inStyle, styleOf } from "./text/text-file.js";

/** Files that hold a design: written anew from a model's memory, they would lose what it did not remember. */
const designFile = /\.kicad_(sch|pcb|sym|mod|pro)$/;

/** `write_file`: a new file, or another text for one that is no design. */
export const writeFile = defineFileTool({
  name: "write_file",
  description:
    "Writes a whole text file. Refused where the file exists, unless overwrite is set; never over a KiCad design file (use edit_file).",
  parameters: z.strictObject({
    path: z.string().describe("relative to the repository; folders are made"),
    content: z.string(),
    overwrite: z.boolean().optional(),
  }),
  example: { path: "docs/notes.md", content: "# Notes\n" },
  title: ({ path }) => `Write ${path}`,
  propose: async ({ path, content, overwrite = false }, root) => {
    const { relative } = await contain(root, path);
    const before = await readRepositoryFile(root, path);
    if (before === null) {
      const change = { path: relative, before, after: Buffer.from(content) };
      return { change, summary: `Wrote the new file ${relative}` };
    }
    if (designFile.test(relative)) {
      return {
        refusal: `${relative} is a KiCad design file that is there already: change it with edit_file.`,
      };
    }
    if (!overwrite) {
      return {
        refusal: `${relative} is there already: change it with edit_file, or set overwrite to replace it.`,
      };
    }
    const raw = decode(before);
    if (raw === undefined) {
      return { refusal: `${relative} is not a UTF-8 text file and is not replaced.` };
    }
    const after = Buffer.from(inStyle(content, styleOf(raw)));
    return after.equals(before)
      ? { refusal: `${relative} holds exactly this already: there is nothing to change.` }
      : { change: { path: relative, before, after }, summary: `Replaced ${relative}` };
  },
});
