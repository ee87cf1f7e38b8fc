import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { listRepositoryFiles } from "./repository-files.js";
import { defineTool } from "./tool.js";

const usualLimit = 300;
const mostFiles = 2000;

/** `list_files`: the paths of the files that a model may see. */
export const listFiles = defineTool({
  name: "list_files",
  description:
    "Lists the repository's files, one path a line, sorted. A glob without / matches names in any folder. Links are not followed.",
  parameters: z.strictObject({
    glob: z.string().optional().describe("like *.kicad_sch or docs/**/*.md"),
    limit: z
      .int()
      .min(1)
      .max(mostFiles)
      .optional()
      .describe(`most files to list; ${usualLimit} unless given`),
  }),
  kind: "other",
  example: { glob: "*.kicad_sch", limit: 100 },
  title: ({ glob }) => (glob === undefined ? "List files" : `List ${glob}`),
  run: async ({ glob, limit = usualLimit }, { root }) => {
    const files = await listRepositoryFiles(root, glob);
    const shown = files.slice(0, limit);
    const isCut = files.length > shown.length;
    const count = counted(files.length, "file");
    const head = isCut ? `${shown.length} of ${count}; narrow the glob to see the others` : count;
    return {
      outcome: "success",
      text: [`${head}.`, ...shown].join("\n"),
      detail: [head, ...shown].join("\n"),
      ...(isCut && { whole: files.join("\n") }),
    };
  },
});
