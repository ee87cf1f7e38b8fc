import * as z from "zod";
import { contain } from "../workspace/containment.js";
import { currentBytes, makeChange, type Proposal, previewOf, refuse } from "./change-file.js";
import { decode, inStyle, styleOf } from "./text/text-file.js";
import { defineTool } from "./tool.js";

/** Files that hold a design: written anew from a model's memory, they would lose what it did not remember. */
const designFile = /\.kicad_(sch|pcb|sym|mod|pro)$/;

const parameters = z.strictObject({
  path: z.string().describe("relative to the repository; folders are made"),
  content: z.string().describe("the whole text"),
  overwrite: z.boolean().optional().describe("to replace a file that is there"),
});
type Arguments = z.infer<typeof parameters>;

async function propose({ path, content, overwrite = false }: Arguments, root: string): Promise<Proposal> {
  const { relative } = await contain(root, path);
  const before = await currentBytes(root, path);
  const written = (after: Buffer, verb: string): Proposal => ({
    ok: true,
    change: { path: relative, before, after },
    summary: `${verb} ${relative}`,
  });
  if (before === null) {
    return written(Buffer.from(content), "Wrote the new file");
  }
  if (designFile.test(relative)) {
    return refuse(`${relative} is a KiCad design file that is there already: change it with edit_file.`);
  }
  if (!overwrite) {
    return refuse(`${relative} is there already: change it with edit_file, or set overwrite to replace it.`);
  }
  const raw = decode(before);
  if (raw === undefined) {
    return refuse(`${relative} is not a UTF-8 text file and is not replaced.`);
  }
  const after = Buffer.from(inStyle(content, styleOf(raw)));
  return after.equals(before)
    ? refuse(`${relative} holds exactly this already: there is nothing to change.`)
    : written(after, "Replaced");
}

/** `write_file`: a new file, or another text for one that is no design. */
export const writeFile = defineTool({
  name: "write_file",
  description:
    "Writes a whole text file. Refused where the file exists, unless overwrite is set; never over a KiCad design file (use edit_file). Line ends, byte order mark and last newline of a replaced file are kept.",
  parameters,
  kind: "file-change",
  changes: true,
  example: { path: "docs/notes.md", content: "# Notes\n" },
  title: ({ path }) => `Write ${path}`,
  run: async (args, context) => await makeChange(await propose(args, context.root), context),
  preview: async (args, { root }) => previewOf(await propose(args, root)),
});
