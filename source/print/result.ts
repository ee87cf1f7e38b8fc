/** The one object of `--output-format json`. */
import * as z from "zod";
import { checkOutcome, turnStatus, usage } from "../base/events.js";
import type { Failure } from "../base/failure.js";
import type { TurnResult } from "../loop/state.js";

export const resultSchemaId = "copperhead.result/1";

export const printedResult = z.object({
  schema: z.literal(resultSchemaId),
  sessionId: z.string().nullable(),
  chatId: z.string().nullable(),
  status: turnStatus,
  exitCode: z.int(),
  answer: z.string(),
  usage,
  /** Repository-relative; empty after a restore. */
  filesChanged: z.array(z.string()),
  verification: z.object({ erc: checkOutcome.optional(), drc: checkOutcome.optional() }),
  discarded: z.object({ blocks: z.int(), calls: z.int() }),
  /** A dry run's: what would have changed. */
  diff: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).optional(),
});
export type PrintedResult = z.infer<typeof printedResult>;

type Ids = { sessionId: string | null; chatId: string | null };

export function resultOf(turn: TurnResult, { sessionId, chatId }: Ids): PrintedResult {
  const { status, exitCode, answer, usage, filesChanged, verification, discarded, diff, failure } = turn;
  return {
    schema: resultSchemaId,
    sessionId,
    chatId,
    status,
    exitCode,
    answer,
    usage,
    filesChanged: [...filesChanged],
    verification,
    discarded,
    ...(diff !== undefined && { diff }),
    ...(failure && { error: errorOf(failure) }),
  };
}

/** The result of a run that failed before it had a turn. */
export function failedResult(failure: Failure, ids: Ids = { sessionId: null, chatId: null }): PrintedResult {
  return {
    schema: resultSchemaId,
    ...ids,
    status: "failed",
    exitCode: failure.exitCode,
    answer: "",
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    filesChanged: [],
    verification: {},
    discarded: { blocks: 0, calls: 0 },
    error: errorOf(failure),
  };
}

function errorOf({ code, message, advice }: Failure) {
  return { code, message, ...(advice !== undefined && { advice }) };
}
