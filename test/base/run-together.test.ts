import { expect, test } from "vitest";
import { runTogether } from "../../source/base/run-together.js";

const never = new AbortController().signal;

test("the results come in the order of the work", async () => {
  const work = [1, 2, 3].map((one) => async () => one);
  expect(await runTogether(work, never)).toEqual([1, 2, 3]);
});

test("where one fails, the others are aborted, and it rejects when they have ended", async () => {
  const ended: string[] = [];
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        ended.push("other");
        reject(new Error("aborted"));
      });
    });
  const fails = async () => {
    throw new Error("no netlist");
  };
  await expect(runTogether([untilAborted, fails], never)).rejects.toThrow("no netlist");
  expect(ended).toEqual(["other"]);
});

test("all are aborted from outside", async () => {
  const outside = new AbortController();
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const running = runTogether([untilAborted, untilAborted], outside.signal);
  outside.abort(new Error("Ctrl-C"));
  await expect(running).rejects.toThrow("Ctrl-C");
});
