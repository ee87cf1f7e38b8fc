import * as z from "zod";
import { finishArguments } from "./finish.js";
import { diffFile } from "./text/unified-diff.js";
import { defineTool } from "./tool.js";

/** `diff_turn`: what the turn changed so far. */
export const diffTurn = defineTool({
  name: "diff_turn",
  description: "Shows what you changed in this turn so far, as a unified diff.",
  parameters: z.strictObject({}),
  kind: "other",
  changes: false,
  example: {},
  title: () => "Diff of this turn",
  run: async (_, { journal }) => {
    const diffs = (await journal.changes()).map(diffFile);
    if (diffs.length === 0) {
      return { outcome: "success", text: "Nothing has changed in this turn.", detail: "no changes" };
    }
    const files = diffs.length === 1 ? "1 file" : `${diffs.length} files`;
    return {
      outcome: "success",
      text: `${files} changed.\n${diffs.map(({ diff }) => diff).join("")}`,
      detail: files,
    };
  },
});

/** `finish`: the loop takes it before it would run; here it is only described. */
export const finish = defineTool({
  name: "finish",
  description:
    "Ends the turn and says how: done, or refused. The summary is the answer that the user reads. Nothing runs after it.",
  parameters: finishArguments,
  kind: "other",
  changes: false,
  example: { outcome: "done", summary: "R1 is 330 Ω now; ERC has no new errors." },
  title: ({ outcome }) => (outcome === "done" ? "Finish" : "Refuse"),
  run: async ({ summary }) => ({ outcome: "success", text: summary }),
});
