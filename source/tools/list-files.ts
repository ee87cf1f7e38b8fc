import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { fromArgument, pageOf } from "./pages.js";
import { listRepositoryFiles } from "./repository-files.js";
import { defineTool } from "./tool.js";

const usualLimit = 300;
const mostFiles = 2000;

/** `list_files`: the paths of the files that a model may see. */
export const listFiles = defineTool({
  name: "list_files",
  description:
    "Lists the repository's files, one path a line, sorted. A glob without / matches names in any folder. Links and ignored files are left out.",
  parameters: z.strictObject({
    glob: z.string().optional().describe("like *.kicad_sch or docs/**/*.md"),
    limit: z.int().min(1).max(mostFiles).optional(),
    from: fromArgument,
  }),
  kind: "other",
  example: { glob: "*.kicad_sch", limit: 100 },
  title: ({ glob }) => (glob === undefined ? "List files" : `List ${glob}`),
  run: async (args, { root }) => {
    const files = await listRepositoryFiles(root, args.glob);
    const head = counted(files.length, "file");
    const perPage = args.limit ?? usualLimit;
    return pageOf("list_files", args, { head: [`${head}.`], detail: head, rows: files, perPage });
  },
});
