/** Ends process groups: signals go to every process of a group, gentle ones first. */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { leaderRuns, membersOf, type ProcessIdentity } from "./processes.js";

/** One rung of a ladder: a signal, and how long the group has to go after it, in milliseconds. */
export type Rung = { signal: NodeJS.Signals; graceMs: number };

/** How a step is interrupted: asked, ordered, made. */
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
  // 0 would be this process's own group, and 1 every process of this user.
  if (!(pid > 1)) {
    return false;
  }
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
 * well as live ones, and in a container without an init they stay for ever: where /proc shows that, they do not count.
 */
async function groupRuns(pid: number): Promise<boolean> {
  if (!signalGroup(pid, 0)) {
    return false;
  }
  if (process.platform !== "linux") {
    return true;
  }
  // While its leader runs, the other processes of the machine need not be looked at.
  if (await leaderRuns(pid)) {
    return true;
  }
  const members = await membersOf(pid).catch(() => undefined);
  return members?.length !== 0;
}

/** Resolves when nothing is left of the group, or after `graceMs`; returns whether it is gone. */
export async function groupGone(pid: number, graceMs: number): Promise<boolean> {
  const deadline = Date.now() + graceMs;
  while (await groupRuns(pid)) {
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
    if (!signalGroup(pid, signal) || (await groupGone(pid, graceMs))) {
      return;
    }
  }
}

/**
 * Ends what is left of the group that `leader` led, a process of a copperhead that died. A group of the same number
 * that another process leads by now, or that has an older process in it, is left alone.
 */
export async function endLeftoverGroup(leader: ProcessIdentity): Promise<void> {
  const isOurs = ({ pid, boot, started }: ProcessIdentity) =>
    boot === leader.boot && (pid === leader.pid ? started === leader.started : started >= leader.started);
  if (leader.started === 0) {
    return;
  }
  // No SIGINT: what has lost its user need not ask.
  for (const rung of interruptLadder.filter(({ signal }) => signal !== "SIGINT")) {
    const members = await membersOf(leader.pid);
    if (members.length === 0 || !members.every(isOurs)) {
      return;
    }
    await endGroup(leader.pid, [rung]);
  }
}
