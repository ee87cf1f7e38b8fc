import * as z from "zod";
import { listRepositoryFiles } from "./repository-files.js";
import { globMatcher } from "./text/glob.js";
import { defineTool, rejected } from "./tool.js";

const usualLimit = 300;
const mostFiles = 2000;

/** `list_files`: which files there are. */
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
  changes: false,
  example: { glob: "*.kicad_sch", limit: 100 },
  title: ({ glob }) => (glob === undefined ? "List files" : `List ${glob}`),
  run: async ({ glob, limit = usualLimit }, { root }) => {
    const refusal = glob === undefined ? undefined : globFault(glob);
    if (refusal !== undefined) {
      return rejected(refusal, refusal);
    }
    const files = await listRepositoryFiles(root, glob);
    const shown = files.slice(0, limit);
    const head =
      files.length === shown.length
        ? count(files.length)
        : `${shown.length} of ${count(files.length)}; narrow the glob to see the others`;
    return {
      outcome: "success",
      text: [`${head}.`, ...shown].join("\n"),
      detail: [head, ...shown].join("\n"),
      ...(files.length > shown.length && { whole: files.join("\n") }),
    };
  },
});

/** Why a glob cannot be used, in words for the model. */
export function globFault(glob: string): string | undefined {
  try {
    globMatcher(glob);
    return undefined;
  } catch (error) {
    return `The glob ${JSON.stringify(glob)} makes no sense: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
