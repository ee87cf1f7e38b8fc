import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { meaningOf } from "../kicad/compare/meaning.js";
import { diffFiles } from "./text/unified-diff.js";
import { defineTool } from "./tool.js";

/** `diff_turn`: the changes of the turn so far. */
export const diffTurn = defineTool({
  name: "diff_turn",
  description:
    "Shows what you changed in this turn so far: what it means for parts, nets and the board, then a unified diff.",
  parameters: z.strictObject({}),
  kind: "other",
  example: {},
  title: () => "Diff of this turn",
  run: async (_, context) => {
    const changes = await context.journal.changes();
    if (changes.length === 0) {
      return { outcome: "success", text: "Nothing has changed in this turn.", detail: "no changes" };
    }
    const meaning = await meaningOf(changes, context);
    const files = counted(changes.length, "file");
    return {
      outcome: "success",
      text: [...meaning, `${files} changed.`, diffFiles(changes)].join("\n"),
      detail: [files, ...meaning].join("\n"),
    };
  },
});
