import { expect, test } from "vitest";
import type { RuntimeEvent, RuntimeEventBody } from "../../../source/base/events.js";
import { stampEvent } from "../../../source/base/stamp.js";
import { replayServices } from "../../../source/ui/session/replay-session.js";
import { wholeHistory } from "../../../source/ui/session/whole-history.js";
import { reduceView } from "../../../source/ui/view/reduce-view.js";
import { emptyView, type Item } from "../../../source/ui/view/view.js";

/** A turn with two calls of the same title and two discarded replies of the same size. */
function turn(turnId: string, text: (part: string) => string): RuntimeEvent[] {
  const call = (id: string): RuntimeEventBody => ({
    type: "tool.completed",
    itemId: `${turnId}:${id}`,
    toolKind: "other",
    title: "read_file a",
    origin: "copperhead",
    outcome: "success",
    detail: text(`${turnId} ${id}`),
  });
  const discarded: RuntimeEventBody = { type: "reply.discarded", blocks: 1, calls: 0, notice: text(turnId) };
  const bodies: RuntimeEventBody[] = [{ type: "turn.started" }, call("1"), discarded, call("2"), discarded];
  return bodies.map((body) => stampEvent(body, { sessionId: "s", turnId }));
}

const itemsOf = (events: readonly RuntimeEvent[]) => events.reduce(reduceView, emptyView).history;
const texts = (items: readonly Item[]) =>
  items.flatMap((item) => {
    if (item.kind === "call") {
      return [item.call.detail];
    }
    return item.kind === "discarded" ? [`${item.itemId} ${item.notice}`] : [];
  });

async function* yielded(events: readonly RuntimeEvent[], error?: Error): AsyncGenerator<RuntimeEvent> {
  yield* events;
  if (error) {
    throw error;
  }
}

async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const gathered: Item[] = [];
  for await (const item of items) {
    gathered.push(item);
  }
  return gathered;
}

const brief = (part: string) => part;
const whole = (part: string) => `${part}, whole`;

test("each item is replaced by the recorded one of the same id, however alike they are", async () => {
  const recorded: Record<string, RuntimeEvent[]> = { one: turn("t1", whole), two: turn("t3", whole) };
  const services = { ...replayServices, recorded: (id: string) => yielded(recorded[id] ?? []) };
  const history = [...turn("t1", brief), ...turn("t2", brief), ...turn("t3", brief)];
  const items = await all(wholeHistory(itemsOf(history), { sessionIds: ["one", "two"], services }));
  expect(texts(items)).toEqual(
    texts(itemsOf([...turn("t1", whole), ...turn("t2", brief), ...turn("t3", whole)])),
  );
});

test("a record that cannot be read leaves the history as it is", async () => {
  const recorded = () => yielded([], new Error("no such session"));
  const history = itemsOf(turn("t1", brief));
  const services = { ...replayServices, recorded };
  expect(await all(wholeHistory(history, { sessionIds: ["one"], services }))).toEqual(history);
});

test("earlier turns stand where they were left out, and are not read with the others", async () => {
  const lines = [turn("t1", whole), turn("t2", whole), turn("t3", whole)];
  const asked: (readonly [number | undefined, number | undefined])[] = [];
  const recorded = (_: string, from?: number, to?: number) => {
    asked.push([from, to]);
    return yielded(lines.slice(from, to).flat());
  };
  const history: Item[] = [
    { kind: "earlier", sessionId: "one", turns: 2, lines: 2 },
    ...itemsOf(turn("t3", brief)),
  ];
  const services = { ...replayServices, recorded };
  const items = await all(wholeHistory(history, { sessionIds: ["one"], services }));
  expect(texts(items)).toEqual(texts(itemsOf(lines.flat())));
  expect(asked).toEqual([
    [2, undefined],
    [0, 2],
  ]);
});
