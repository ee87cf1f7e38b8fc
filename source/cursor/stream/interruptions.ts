import type { CursorStreamEvent } from "./events.js";

/** A change of the connection that is worth telling; `attempt` counts the CLI's tries, from 1. */
export type ConnectionChange = { state: "interrupted"; attempt?: number } | { state: "restored" };

/** Makes one pair of the events by which the CLI tells of an interruption and of its retries. */
export class Interruptions {
  #interrupted = false;
  /** The try that was told last: its retry may start only after the connection is back. */
  #attempt: number | undefined;

  /** Takes the next event; gives what of it is worth telling. */
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
      // Whatever else the model says shows that the connection is back.
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
    if (this.#interrupted) {
      return undefined;
    }
    this.#interrupted = true;
    this.#attempt = attempt;
    return { state: "interrupted", ...(attempt === undefined ? {} : { attempt }) };
  }

  #end(): ConnectionChange | undefined {
    if (!this.#interrupted) {
      return undefined;
    }
    this.#interrupted = false;
    return { state: "restored" };
  }
}
