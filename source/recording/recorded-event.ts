/** What a recording holds: the canonical events of a session, and its requests. */
import type { RuntimeEvent } from "../base/events.js";

/** A request of the user; no canonical event carries it. */
export type RequestEvent = { type: "request"; text: string; createdAt: string };

/** `createdAt` (ISO 8601) is when it happened, as far as that was recorded: a replay has its pace from there. */
export type RecordedEvent = RuntimeEvent | RequestEvent;
