import { expect, test, vi } from "vitest";
import type { RuntimeEvent } from "../../../source/base/events.js";
import type { RecordedEvent } from "../../../source/recording/recorded-event.js";
import { ReplaySession } from "../../../source/ui/session/replay-session.js";

test("a recording is replayed as if it happened now, with the time between its events as it was", async () => {
  const now = Date.parse("2026-05-01T10:00:00.000Z");
  vi.setSystemTime(now);
  const recorded = ["2020-01-01T00:00:00.000Z", "2020-01-01T00:00:07.000Z"].map(
    (createdAt, index): RuntimeEvent => ({
      type: "runtime.warning",
      message: String(index),
      eventId: String(index),
      provider: "cursor",
      sessionId: "s",
      createdAt,
    }),
  );
  async function* pieces(): AsyncGenerator<readonly RecordedEvent[]> {
    yield recorded;
  }
  const session = new ReplaySession();
  const times: number[] = [];
  session.onEvent(({ createdAt }) => times.push(Date.parse(createdAt) - now));
  await session.play(pieces(), 0);
  vi.useRealTimers();
  expect(times).toEqual([0, 7000]);
  expect(session.snapshot().mode).toBe("replay");
});
