import { randomUUID } from "node:crypto";
import type { RuntimeEvent, RuntimeEventBody } from "./events.js";

/** Makes a canonical event of what happened in a session: gives it an id of its own, and a time. */
export function stampEvent(body: RuntimeEventBody, sessionId: string, at = new Date()): RuntimeEvent {
  return { eventId: randomUUID(), provider: "cursor", sessionId, createdAt: at.toISOString(), ...body };
}
