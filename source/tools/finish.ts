/** `finish` says how a turn ended. The loop takes it itself: there is nothing to run. */
import * as z from "zod";

export const finishArguments = z.object({
  outcome: z.enum(["done", "refused"]).describe("refused: the request should not or cannot be carried out"),
  summary: z.string().describe("the answer for the user: what was done, or why not"),
});
