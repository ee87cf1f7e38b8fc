import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const pauses: number[] = [];
let paced: typeof import("../../source/recording/pace.js").paced;

// The files of a worker share their modules: the others must neither bring an unmocked one nor get the mocked one.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:timers/promises", () => ({
    setTimeout: async (ms: number) => {
      pauses.push(ms);
    },
  }));
  ({ paced } = await import("../../source/recording/pace.js"));
});

afterAll(() => {
  vi.doUnmock("node:timers/promises");
  vi.resetModules();
});

afterEach(() => {
  pauses.splice(0);
});

async function* happened(...seconds: number[]) {
  for (const second of seconds) {
    yield [{ second, createdAt: new Date(second * 1000).toISOString() }];
  }
}

async function play(speed: number, ...seconds: number[]): Promise<number[]> {
  const shown: number[] = [];
  for await (const piece of paced(happened(...seconds), speed, new AbortController().signal)) {
    shown.push(...piece.map(({ second }) => second));
  }
  return shown;
}

describe("the pace of a replay", () => {
  it("is the recording's, by the factor", async () => {
    expect(await play(1, 0, 1, 1, 3)).toEqual([0, 1, 1, 3]);
    expect(pauses).toEqual([1000, 2000]);
    pauses.splice(0);
    await play(4, 0, 1);
    expect(pauses).toEqual([250]);
  });

  it("is at once with the factor 0, and where time goes back", async () => {
    expect(await play(0, 0, 100)).toEqual([0, 100]);
    expect(await play(1, 100, 0)).toEqual([100, 0]);
    expect(pauses).toEqual([]);
  });

  it("does not wait for a night between two turns", async () => {
    await play(1, 0, 40_000);
    expect(pauses).toEqual([5000]);
  });

  it("ends when it is aborted", async () => {
    const reader = new AbortController();
    const shown: number[] = [];
    for await (const piece of paced(happened(0, 1, 2), 1, reader.signal)) {
      shown.push(...piece.map(({ second }) => second));
      reader.abort();
    }
    expect(shown).toEqual([0]);
  });
});
