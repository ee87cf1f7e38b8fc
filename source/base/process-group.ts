import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** One rung of a ladder: a signal, and how long the group has to go after it, in milliseconds. */
export type Rung = { signal: NodeJS.Signals; graceMs: number };

/** How a step is interrupted: asked, told, made. */
export const interruptLadder: readonly Rung[] = [
  { signal: "SIGINT", graceMs: 2000 },
  { signal: "SIGTERM", graceMs: 2000 },
  { signal: "SIGKILL", graceMs: 1000 },
];

/** How what is left of a finished step is ended. */
export const sweepLadder: readonly Rung[] = [
  { signal: "SIGTERM", graceMs: 500 },
  { signal: "SIGKILL", graceMs: 1000 },
];

const pollMs = 20;

/** Signals every process of the group that `pid` leads; 0 only looks. Returns whether there was one to signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (process.platform !== "win32") {
      return process.kill(-pid, signal);
    }
    process.kill(pid, 0);
    // Windows has neither groups nor signals: the tree is ended, or left alone.
    if (signal !== 0) {
      spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a process of the group still runs. Dead ones that their new parent has not collected can be signalled as
 * well as live ones, and in a container without an init they stay for ever: where /proc tells, they do not count.
 */
function groupRuns(pid: number): boolean {
  if (!signalGroup(pid, 0)) {
    return false;
  }
  if (process.platform !== "linux") {
    return true;
  }
  try {
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isLiveMember(name, pid));
  } catch {
    return true;
  }
}

function isLiveMember(process: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "latin1");
    // The name before it is in brackets, and may hold some itself.
    const [state, , of] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(of) === group && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

/** Resolves when nothing is left of the group, or after `graceMs`; tells whether it is gone. */
export async function groupGone(pid: number, graceMs: number): Promise<boolean> {
  const deadline = Date.now() + graceMs;
  while (groupRuns(pid)) {
    if (Date.now() >= deadline) {
      return false;
    }
    await sleep(pollMs);
  }
  return true;
}

/** Goes down the ladder until nothing is left of the group. */
export async function endGroup(pid: number, ladder: readonly Rung[]): Promise<void> {
  for (const { signal, graceMs } of ladder) {
    if (!groupRuns(pid) || !signalGroup(pid, signal) || (await groupGone(pid, graceMs))) {
      return;
    }
  }
}
