import { describe, expect, it } from "vitest";
import { Broadcast } from "../../../source/cursor/library/broadcast.js";

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const value of values) {
    gathered.push(value);
  }
  return gathered;
}

describe("a broadcast", () => {
  it("gives everything to everybody in order, to the slow ones too", async () => {
    const broadcast = new Broadcast<number>();
    const eager = all(broadcast.subscribe());
    const slow = broadcast.subscribe();
    const numbers = Array.from({ length: 10_000 }, (_, n) => n);
    for (const n of numbers) {
      broadcast.publish(n);
    }
    broadcast.end();
    expect(await eager).toEqual(numbers);
    expect(await all(slow)).toEqual(numbers);
  });

  it("gives what is published from the subscription on", async () => {
    const broadcast = new Broadcast<string>();
    broadcast.publish("before");
    const values = broadcast.subscribe();
    broadcast.publish("after");
    broadcast.end();
    broadcast.publish("too late");
    expect(await all(values)).toEqual(["after"]);
  });

  it("forgets who leaves, and goes on for the others", async () => {
    const broadcast = new Broadcast<number>();
    const leaving = broadcast.subscribe();
    const staying = broadcast.subscribe();
    broadcast.publish(1);
    for await (const _ of leaving) {
      break;
    }
    broadcast.publish(2);
    broadcast.end();
    expect(await all(staying)).toEqual([1, 2]);
  });
});
