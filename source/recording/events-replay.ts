/** What copperhead itself printed with `--output-format stream-json`, read back. */
import { type RuntimeEvent, type RuntimeEventBody, runtimeEvent } from "../base/events.js";
import { exitCodes } from "../base/failure.js";
import { errorEvent, stampEvent } from "../base/stamp.js";

const unknownLines = "The recording holds lines that this version of copperhead does not know.";
const cutOff = "The recording ends within this turn.";

/** Passes events on as they were; a turn that was cut off is ended. `values` are what the lines held. Total. */
export async function* replayEvents(values: AsyncIterable<unknown>): AsyncGenerator<RuntimeEvent> {
  let last: RuntimeEvent | undefined;
  let turnIsOpen = false;
  let hasWarned = false;
  const stamp = (body: RuntimeEventBody) => {
    const { sessionId = "", threadId, turnId, createdAt } = last ?? {};
    const ids = {
      sessionId,
      ...(threadId !== undefined && { threadId }),
      ...(turnId !== undefined && { turnId }),
    };
    return stampEvent(body, ids, createdAt === undefined ? new Date() : new Date(createdAt));
  };
  for await (const value of values) {
    const { data } = runtimeEvent.safeParse(value);
    if (data) {
      // The schema's type lets what is absent be `undefined`, which JSON cannot hold.
      last = data as RuntimeEvent;
      turnIsOpen = last.type === "turn.started" || (turnIsOpen && last.type !== "turn.completed");
      yield last;
    } else if (!hasWarned) {
      hasWarned = true;
      yield stamp({ type: "runtime.warning", code: "unknown-record", message: unknownLines });
    }
  }
  if (turnIsOpen) {
    yield stamp(errorEvent({ code: "no-result", message: cutOff }));
    yield stamp({
      type: "turn.completed",
      status: "failed",
      exitCode: exitCodes.failed,
      errorMessage: cutOff,
    });
  }
}
