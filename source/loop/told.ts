/** Native mode: what came of Cursor's own turn is told as canonical events, and those that tell a whole are kept. Pure. */
import * as z from "zod";
import { type RuntimeEventBody, runtimeEventBody } from "../base/events.js";

const toldTypes = new Set(["message.completed", "tool.completed", "file.changed", "runtime.warning"]);

/** An event that tells a whole: what began it and the pieces of it only stream by. */
export const toldEvent = z
  .intersection(z.object({ itemId: z.string().exactOptional() }), runtimeEventBody)
  .refine(({ type }) => toldTypes.has(type));
export type ToldEvent = z.infer<typeof toldEvent>;

export function isTold({ type }: RuntimeEventBody): boolean {
  return toldTypes.has(type);
}

/** What went before a kept event when it happened: a call that has ended began, a message was said. */
export function preludeOf(event: ToldEvent): RuntimeEventBody[] {
  const { itemId } = event;
  const item = itemId === undefined ? {} : { itemId };
  switch (event.type) {
    case "message.completed":
      return event.text === "" ? [] : [{ type: "message.delta", ...item, delta: event.text }];
    case "tool.completed": {
      const { toolKind, title, origin } = event;
      return [{ type: "tool.started", ...item, toolKind, title, origin }];
    }
    default:
      return [];
  }
}
