/** What copperhead itself printed with `--output-format stream-json`, read back. */
import { type RuntimeEvent, type RuntimeEventBody, runtimeEvent } from "../base/events.js";
import { exitCodes } from "../base/failure.js";
import { errorEvent, stampEvent } from "../base/stamp.js";

const message = "The recording ends within this turn.";

/** Passes events on as they were; a turn that was cut off is ended. Total. */
export class EventsReplay {
  #last: RuntimeEvent | undefined;
  #turnIsOpen = false;
  #hasWarned = false;

  /** `value` is what a line held. */
  push(value: unknown): RuntimeEvent[] {
    const parsed = runtimeEvent.safeParse(value);
    if (!parsed.success) {
      return this.#warnOfUnknown();
    }
    // The schema's type lets what is absent be `undefined`, which JSON cannot hold.
    const event = parsed.data as RuntimeEvent;
    this.#last = event;
    if (event.type === "turn.started") {
      this.#turnIsOpen = true;
    }
    if (event.type === "turn.completed") {
      this.#turnIsOpen = false;
    }
    return [event];
  }

  end(): RuntimeEvent[] {
    if (!this.#turnIsOpen) {
      return [];
    }
    return [
      this.#stamp(errorEvent({ code: "no-result", message })),
      this.#stamp({
        type: "turn.completed",
        status: "failed",
        exitCode: exitCodes.failed,
        errorMessage: message,
      }),
    ];
  }

  #warnOfUnknown(): RuntimeEvent[] {
    if (this.#hasWarned) {
      return [];
    }
    this.#hasWarned = true;
    return [
      this.#stamp({
        type: "runtime.warning",
        code: "unknown-record",
        message: "The recording holds lines that this version of copperhead does not know.",
      }),
    ];
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
