import { expect } from "vitest";
import { type RuntimeEvent, runtimeEvent } from "../../../source/base/events.js";

/** The events of one type. */
export function of<Type extends RuntimeEvent["type"]>(events: readonly RuntimeEvent[], type: Type) {
  return events.filter((event): event is Extract<RuntimeEvent, { type: Type }> => event.type === type);
}

/** What must hold of every timeline of one session, whatever happened in it. */
export function checkTimeline(events: readonly RuntimeEvent[]): void {
  for (const event of events) {
    expect(runtimeEvent.safeParse(event).error).toBeUndefined();
  }
  expect(of(events, "session.started")).toHaveLength(1);
  expect(events[0]?.type).toBe("session.started");
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  checkTurns(events);
  checkItems(events);
}

/** Turns come one after the other, each from its first event to its last. */
function checkTurns(events: readonly RuntimeEvent[]): void {
  let running: string | undefined;
  for (const { type, turnId } of events) {
    if (type === "turn.started") {
      expect(running).toBeUndefined();
      running = turnId;
    }
    if (type !== "session.started" && type !== "session.exited") {
      expect(turnId).toBe(running);
    }
    if (type === "turn.completed") {
      running = undefined;
    }
  }
  expect(running).toBeUndefined();
}

/** What starts also ends, once, within its turn; deltas join to what is completed. */
function checkItems(events: readonly RuntimeEvent[]): void {
  const open = new Set<string>();
  const seen = new Set<string>();
  const deltas = new Map<string, string>();
  for (const event of events) {
    const id = event.itemId ?? "";
    if (event.type === "tool.started") {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      open.add(id);
    }
    if (event.type === "tool.completed") {
      expect(open.delete(id)).toBe(true);
    }
    if (event.type === "message.delta") {
      deltas.set(id, (deltas.get(id) ?? "") + event.delta);
    }
    if (event.type === "message.completed") {
      expect(event.text).toBe(deltas.get(id));
      deltas.delete(id);
    }
    if (event.type === "thinking.delta") {
      open.add(id);
    }
    if (event.type === "thinking.completed") {
      expect(open.delete(id)).toBe(true);
    }
    if (event.type === "turn.completed") {
      expect([...open, ...deltas.keys()]).toEqual([]);
    }
  }
}
