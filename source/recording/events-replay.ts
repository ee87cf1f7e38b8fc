/** What copperhead itself printed with `--output-format stream-json`, taken back in. */
import { type RuntimeEvent, type RuntimeEventBody, runtimeEvent } from "../base/events.js";
import { exitCodes } from "../base/failure.js";
import { stampEvent } from "../base/stamp.js";

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
      return this.#meetUnknown();
    }
    // Of the two types only one says that what is absent is not `undefined` either, which JSON cannot say at all.
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
      ...this.#tell({ type: "runtime.error", code: "no-result", message }),
      ...this.#tell({
        type: "turn.completed",
        status: "failed",
        exitCode: exitCodes.failed,
        errorMessage: message,
      }),
    ];
  }

  #meetUnknown(): RuntimeEvent[] {
    if (this.#hasWarned) {
      return [];
    }
    this.#hasWarned = true;
    return this.#tell({
      type: "runtime.warning",
      code: "unknown-record",
      message: "The recording holds lines that this version of copperhead does not know.",
    });
  }

  #tell(body: RuntimeEventBody): RuntimeEvent[] {
    const { sessionId = "", threadId, turnId, createdAt } = this.#last ?? {};
    const ids = { ...(threadId !== undefined && { threadId }), ...(turnId !== undefined && { turnId }) };
    return [
      stampEvent({ ...body, ...ids }, sessionId, createdAt === undefined ? new Date() : new Date(createdAt)),
    ];
  }
}
