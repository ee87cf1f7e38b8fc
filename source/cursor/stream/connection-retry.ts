/** The visible pair of an interruption of the connection. */
import type { RuntimeEventBody } from "../../base/events.js";

const retry = { toolKind: "other", title: "Connection retry", origin: "cursor" } as const;

/** `attempt` counts the CLI's tries, from 1. */
export type ConnectionRetry = { itemId: string; attempt?: number | undefined };

export function retryStarted({ itemId, attempt }: ConnectionRetry): RuntimeEventBody {
  return { type: "tool.started", itemId, ...retry, ...detailOf(attempt) };
}

/** `interrupted`: the connection did not come back. */
export function retryCompleted(
  { itemId, attempt }: ConnectionRetry,
  outcome: "success" | "interrupted",
  durationMs?: number,
): RuntimeEventBody {
  const event = { type: "tool.completed", itemId, ...retry, ...detailOf(attempt), outcome } as const;
  return durationMs === undefined ? event : { ...event, durationMs };
}

function detailOf(attempt: number | undefined) {
  return attempt === undefined ? {} : { detail: `attempt ${attempt}` };
}
