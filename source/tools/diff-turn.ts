import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { meaningOf } from "../kicad/compare/meaning.js";
import { fromArgument, pageOf } from "./pages.js";
import { diffFiles } from "./text/unified-diff.js";
import { defineTool } from "./tool.js";

/** The most lines that are shown at once. */
const mostLines = 600;

/** `diff_turn`: the changes of the turn so far. */
export const diffTurn = defineTool({
  name: "diff_turn",
  description:
    "Shows what you changed in this turn so far: what it means for parts, nets and the board, then a unified diff.",
  parameters: z.strictObject({ from: fromArgument }),
  kind: "other",
  example: {},
  title: () => "Diff of this turn",
  run: async (args, context) => {
    const changes = await context.journal.changes();
    if (changes.length === 0) {
      return { outcome: "success", text: "Nothing has changed in this turn.", detail: "no changes" };
    }
    const meaning = await meaningOf(changes, context);
    const files = counted(changes.length, "file");
    const rows = [...meaning, `${files} changed.`, ...diffFiles(changes).trimEnd().split("\n")];
    const page = pageOf("diff_turn", args, { head: [], detail: files, rows, perPage: mostLines });
    return { ...page, detail: [files, ...meaning].join("\n") };
  },
});
