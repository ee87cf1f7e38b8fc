/** What copperhead itself printed with `--output-format stream-json`, read back. */
import { type RuntimeEvent, type RuntimeEventBody, runtimeEvent } from "../base/events.js";
import { exitCodes } from "../base/failure.js";
import { errorEvent, stampEvent } from "../base/stamp.js";

const unknownLines = "The recording holds lines that this version of copperhead does not know.";
const cutOff = "The recording ends within this turn.";

/** Passes events on as they were; a turn that was cut off is ended. Total. */
export class EventsReplay {
  #last: RuntimeEvent | undefined;
  #turnIsOpen = false;
  #hasWarned = false;

  /** Reads what the next line held. */
  push(value: unknown): RuntimeEvent[] {
    const { data } = runtimeEvent.safeParse(value);
    if (data) {
      // The schema's type lets what is absent be `undefined`, which JSON cannot hold.
      const event = data as RuntimeEvent;
      this.#last = event;
      this.#turnIsOpen =
        event.type === "turn.started" || (this.#turnIsOpen && event.type !== "turn.completed");
      return [event];
    }
    if (this.#hasWarned) {
      return [];
    }
    this.#hasWarned = true;
    return [this.#stamp({ type: "runtime.warning", code: "unknown-record", message: unknownLines })];
  }

  /** Call once, after the last line. */
  end(): RuntimeEvent[] {
    const ending = { type: "turn.completed", status: "failed", exitCode: exitCodes.failed } as const;
    return this.#turnIsOpen
      ? [
          this.#stamp(errorEvent({ code: "no-result", message: cutOff })),
          this.#stamp({ ...ending, errorMessage: cutOff }),
        ]
      : [];
  }

  #stamp(body: RuntimeEventBody): RuntimeEvent {
    const { sessionId = "", threadId, turnId, createdAt } = this.#last ?? {};
    const ids = {
      sessionId,
      ...(threadId !== undefined && { threadId }),
      ...(turnId !== undefined && { turnId }),
    };
    return stampEvent(body, ids, createdAt === undefined ? new Date() : new Date(createdAt));
  }
}
