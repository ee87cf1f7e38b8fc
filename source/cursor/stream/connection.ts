/** Interruptions of the connection, and the visible pair that each one makes. */
import type { RuntimeEventBody } from "../../base/events.js";
import type { CursorStreamEvent } from "./events.js";

/** A change of the connection; `attempt` counts the CLI's tries, from 1. */
export type ConnectionChange = { state: "interrupted"; attempt?: number } | { state: "restored" };

/** Makes one pair of the events in which the CLI reports an interruption and its retries. */
export class Interruptions {
  #isInterrupted = false;
  /** The last try: its retry may start only after the connection is back. */
  #attempt: number | undefined;

  /** Reads the next event; returns the change that it means, if any. */
  push(event: CursorStreamEvent): ConnectionChange | undefined {
    switch (event.type) {
      case "connection":
        return event.subtype === "reconnecting" ? this.#begin(event.attempt) : this.#end();
      case "retry":
        if (event.subtype === "resuming") {
          return this.#end();
        }
        return event.attempt !== undefined && event.attempt === this.#attempt
          ? undefined
          : this.#begin(event.attempt);
      // Whatever else comes from the model shows that the connection is back.
      case "assistant":
      case "thinking":
      case "tool_call":
      case "result":
        this.#attempt = undefined;
        return this.#end();
      default:
        return undefined;
    }
  }

  #begin(attempt: number | undefined): ConnectionChange | undefined {
    if (this.#isInterrupted) {
      return undefined;
    }
    this.#isInterrupted = true;
    this.#attempt = attempt;
    return { state: "interrupted", ...(attempt !== undefined && { attempt }) };
  }

  #end(): ConnectionChange | undefined {
    const wasInterrupted = this.#isInterrupted;
    this.#isInterrupted = false;
    return wasInterrupted ? { state: "restored" } : undefined;
  }
}

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
