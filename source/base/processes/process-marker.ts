/**
 * Marks what copperhead starts: a variable in the environment, which every process inherits that such a child starts,
 * whichever group or session it puts itself in. Found again on Linux alone: no other system shows the environment of
 * a process.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** The variable. Only the children of copperhead have it. */
export const markerName = "COPPERHEAD_CHILD_MARKER";

/** Random, and the same for all children of this process: what a later start finds them by. */
export const ownMarker = randomUUID();

let children = 0;

/** The marker of one more child of this process. */
export function nextMarker(): string {
  children += 1;
  return `${ownMarker}.${children}`;
}

/**
 * The pids of running processes that have the marker, or that of a child of the process whose marker it is; those of
 * `candidates` alone where they are named.
 */
export function markedProcesses(marker: string, candidates?: readonly number[]): number[] {
  if (process.platform !== "linux") {
    return [];
  }
  const value = `${markerName}=${marker}`;
  return (candidates ?? readdirSync("/proc").map(Number)).filter(
    (pid) => pid !== process.pid && environmentOf(pid).some((entry) => isOrBelow(entry, value)),
  );
}

function isOrBelow(entry: string, value: string): boolean {
  return entry === value || entry.startsWith(`${value}.`);
}

/** Empty where it cannot be read, as for a process of another user and for one that has ended. */
function environmentOf(pid: number): string[] {
  if (!Number.isInteger(pid)) {
    return [];
  }
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}
