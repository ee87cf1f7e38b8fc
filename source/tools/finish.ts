import * as z from "zod";
import { defineTool } from "./tool.js";

export const finishArguments = z.object({
  outcome: z.enum(["done", "refused"]).describe("refused: the request should not or cannot be carried out"),
  summary: z.string().describe("the answer for the user: what was done, or why not"),
});

/** `finish`: the loop ends the turn instead of running it. */
export const finish = defineTool({
  name: "finish",
  description: "Ends the turn, done or refused. The user reads the summary. Nothing runs after it.",
  parameters: finishArguments,
  kind: "other",
  example: { outcome: "done", summary: "R1 is 330 Ω now; ERC has no new errors." },
  title: ({ outcome }) => (outcome === "done" ? "Finish" : "Refuse"),
  run: async ({ summary }) => ({ outcome: "success", text: summary }),
});
