import { randomUUID } from "node:crypto";
import type { EventIds, RuntimeEvent, RuntimeEventBody } from "./events.js";
import type { Failure } from "./failure.js";
import { isoTime } from "./iso-time.js";

/** Makes a canonical event of what happened: gives it an id of its own, and a time. */
export function stampEvent(body: RuntimeEventBody, ids: EventIds, at = new Date()): RuntimeEvent {
  return { eventId: randomUUID(), provider: "cursor", ...ids, createdAt: isoTime(at), ...body };
}

/** The event that reports a failure. */
export function errorEvent({ message, code, advice }: Omit<Failure, "exitCode">): RuntimeEventBody {
  return { type: "runtime.error", message, code, ...(advice !== undefined && { advice }) };
}
