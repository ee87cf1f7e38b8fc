import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inBackground, onLongWait, waitFor } from "../../source/base/waits.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What is shown, in order; "" is nothing. */
function shown() {
  const words: string[] = [];
  const stop = onLongWait((wait) => words.push(wait?.what ?? ""));
  return { words, stop };
}

test("a wait is shown once it has lasted a second, until it is over", async () => {
  const { words, stop } = shown();
  const work = waitFor("DRC", () => after(3000));
  await vi.advanceTimersByTimeAsync(999);
  expect(words).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(words).toEqual(["DRC"]);
  await vi.advanceTimersByTimeAsync(2000);
  await work;
  expect(words).toEqual(["DRC", ""]);
  stop();
});

test("a short one is not shown, and one that fails is over too", async () => {
  const { words, stop } = shown();
  await Promise.all([vi.advanceTimersByTimeAsync(900), waitFor("ERC", () => after(900))]);
  const failing = waitFor("BOM", async () => {
    await after(1500);
    throw new Error("no");
  });
  await Promise.all([vi.advanceTimersByTimeAsync(5000), expect(failing).rejects.toThrow("no")]);
  expect(words).toEqual(["BOM", ""]);
  stop();
});

test("of several the oldest is shown, then the next", async () => {
  const { words, stop } = shown();
  const one = waitFor("ERC", () => after(2000));
  const other = waitFor("DRC", () => after(4000));
  await vi.advanceTimersByTimeAsync(4000);
  await Promise.all([one, other]);
  expect(words).toEqual(["ERC", "DRC", ""]);
  stop();
});

test("nothing is shown to one who has stopped listening", async () => {
  const { words, stop } = shown();
  const work = waitFor("DRC", () => after(3000));
  stop();
  await vi.advanceTimersByTimeAsync(3000);
  await work;
  expect(words).toEqual([]);
});

test("work in the background is not waited for, and what then waits for it is", async () => {
  const { words, stop } = shown();
  const work = inBackground(() => waitFor("DRC", () => after(3000)));
  await vi.advanceTimersByTimeAsync(1500);
  expect(words).toEqual([]);
  const verification = waitFor("its outcome", () => work);
  await vi.advanceTimersByTimeAsync(1500);
  await verification;
  expect(words).toEqual(["its outcome", ""]);
  stop();
});
