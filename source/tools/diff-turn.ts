import * as z from "zod";
import { counted } from "../base/text/counted.js";
import { diffFiles } from "./text/unified-diff.js";
import { defineTool } from "./tool.js";

/** `diff_turn`: the changes of the turn so far. */
export const diffTurn = defineTool({
  name: "diff_turn",
  description: "Shows what you changed in this turn so far, as a unified diff.",
  parameters: z.strictObject({}),
  kind: "other",
  example: {},
  title: () => "Diff of this turn",
  run: async (_, { journal }) => {
    const changes = await journal.changes();
    if (changes.length === 0) {
      return { outcome: "success", text: "Nothing has changed in this turn.", detail: "no changes" };
    }
    const files = counted(changes.length, "file");
    return { outcome: "success", text: `${files} changed.\n${diffFiles(changes)}`, detail: files };
  },
});
