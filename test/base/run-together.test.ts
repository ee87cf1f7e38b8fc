import { expect, test } from "vitest";
import { runTogether } from "../../source/base/run-together.js";

const never = new AbortController().signal;

test("both results come, in the order of the work", async () => {
  const later = () => new Promise<number>((resolve) => setImmediate(() => resolve(1)));
  const sooner = async () => "two";
  expect(await runTogether(later, sooner, never)).toEqual([1, "two"]);
});

test("where one fails, the other is aborted, and it rejects when both have ended", async () => {
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
  await expect(runTogether(untilAborted, fails, never)).rejects.toThrow("no netlist");
  expect(ended).toEqual(["other"]);
});

test("both are aborted from outside", async () => {
  const outside = new AbortController();
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const running = runTogether(untilAborted, untilAborted, outside.signal);
  outside.abort(new Error("Ctrl-C"));
  await expect(running).rejects.toThrow("Ctrl-C");
});
