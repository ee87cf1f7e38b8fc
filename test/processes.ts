/** Processes that a test starts, or makes the program start. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { groupGone, signalGroup } from "../source/base/processes/process-group.js";
import type { OnFinished } from "./temporary-folder.js";

/** Whether a process still runs; one that has ended and was not yet waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Resolves when the process has ended; the test's own time limit bounds the wait. */
export async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) {
    await wait(20);
  }
}

/**
 * Ends the process group when the test has finished, whatever the test did, and waits until nothing is left of it: what
 * was registered before, the removal of its folder above all, comes after. Returns the group.
 */
export function endAfterTest(group: number | undefined, onFinished: OnFinished = onTestFinished): number {
  if (group === undefined || !(group > 1)) {
    // 0 is this process's own group, and 1 every process.
    throw new Error(`The process was not started: ${group}.`);
  }
  onFinished(async () => {
    signalGroup(group, "SIGKILL");
    await groupGone(group, 10_000);
  });
  return group;
}
