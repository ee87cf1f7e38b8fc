/** Which events of a native turn a transcript keeps. */
import type { RuntimeEventBody } from "../base/events.js";

const wholeEvents: ReadonlySet<RuntimeEventBody["type"]> = new Set([
  "message.completed",
  "tool.completed",
  "file.changed",
  "runtime.warning",
]);

/** Whether nothing is lost where only this event is kept, without what began it and the pieces of it. */
export function isWhole({ type }: RuntimeEventBody): boolean {
  return wholeEvents.has(type);
}
