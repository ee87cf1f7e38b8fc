/**
 * How calls, checks and turns ended, and what a turn cost: what the events are made of. Apart from them, so that a session
 * begins without the schemas of all events.
 */
import * as z from "zod";

/** The version of the event format, carried by `session.started`. */
export const eventsSchemaId = "copperhead.events/1";

/** What kind of work a call is, for icons and filters. */
export const toolKind = z.enum(["command", "file-change", "other"]);
export type ToolKind = z.infer<typeof toolKind>;

/** How a call ended. `interrupted`: it never completed before its turn ended. */
export const toolOutcome = z.enum(["success", "failure", "rejected", "error", "interrupted"]);
export type ToolOutcome = z.infer<typeof toolOutcome>;

/** One check (ERC or DRC) compared with the baseline of the untouched design; counts of findings. */
export const checkOutcome = z.object({
  status: z.enum(["clean", "findings", "not-run"]),
  newErrors: z.int().nonnegative(),
  newWarnings: z.int().nonnegative(),
  fixed: z.int().nonnegative(),
  known: z.int().nonnegative(),
  /** Items that should be connected and are not (DRC only). */
  unconnected: z.int().nonnegative().optional(),
  /** Why the check did not run. */
  reason: z.string().optional(),
});
export type CheckOutcome = z.infer<typeof checkOutcome>;

/** The outcome of a check that could not be made. */
export function notRun(reason: string): CheckOutcome {
  return { status: "not-run", newErrors: 0, newWarnings: 0, fixed: 0, known: 0, reason };
}

/** Token counts, summed over the turn; `inputTokens` excludes cache reads. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
});
export type Usage = z.infer<typeof usage>;

export const turnStatus = z.enum(["completed", "failed", "interrupted", "refused"]);
export type TurnStatus = z.infer<typeof turnStatus>;
