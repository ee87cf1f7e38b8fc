/** The object of `copperhead sessions --json`. */
import * as z from "zod";
import { turnStatus } from "../base/events.js";

export const sessionsSchemaId = "copperhead.sessions/1";

export const printedSessions = z.object({
  schema: z.literal(sessionsSchemaId),
  /** Newest first. */
  sessions: z.array(
    z.object({
      /** As in `--resume <id>`. */
      id: z.string(),
      /** The first line of the first request; empty before there is one. */
      title: z.string(),
      turns: z.int().nonnegative(),
      /** How the last turn ended; `unfinished` where it did not, or where there was none. */
      status: z.enum([...turnStatus.options, "unfinished"]),
      startedAt: z.iso.datetime(),
    }),
  ),
});
export type PrintedSessions = z.infer<typeof printedSessions>;
