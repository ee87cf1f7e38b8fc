/** The processes of this machine: which one has a number, whether it still runs, which ones are in a group. */
import { readdir, readFile } from "node:fs/promises";
import { execa } from "execa";
import * as z from "zod";
import { errorCode } from "../files/file-errors.js";

/** A process for as long as it lives: nothing else on this machine ever has the same three. */
export const processIdentity = z.object({
  pid: z.int().positive(),
  /** Which start of the machine; empty where that is unknown. */
  boot: z.string(),
  /** When it started: clock ticks since the boot on Linux, seconds since the epoch elsewhere, 0 where unknown. */
  started: z.number(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** A process that runs, and the number of its group. */
export type RunningProcess = ProcessIdentity & { group: number };

const onLinux = process.platform === "linux";

/** Reads the text of `/proc/<pid>/stat`; the name in parentheses may itself hold any character. */
export function parseProcStat(stat: string, boot: string): RunningProcess | undefined {
  const pid = Number.parseInt(stat, 10);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  // A zombie has ended; only its parent does not know it yet.
  if (state === "Z" || state === "X") {
    return undefined;
  }
  return { pid, group: Number(group), boot, started: Number(fields[19]) };
}

/** Reads the lines of `ps -o pid=,pgid=,stat=,lstart=`. */
export function parsePs(output: string): RunningProcess[] {
  return output.split("\n").flatMap((line) => {
    const [, pid, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (started === undefined || state?.startsWith("Z")) {
      return [];
    }
    return [{ pid: Number(pid), group: Number(group), boot: "", started: Date.parse(started) / 1000 }];
  });
}

let bootId: Promise<string> | undefined;

async function readProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    bootId ??= readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
    return parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"), (await bootId).trim());
  } catch {
    return undefined;
  }
}

async function readPs(selection: string[]): Promise<RunningProcess[]> {
  const columns = "pid=,pgid=,stat=,lstart=";
  const { stdout } = await execa("ps", [...selection, "-o", columns], {
    reject: false,
    env: { LC_ALL: "C" },
  });
  return parsePs(stdout ?? "");
}

async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  return onLinux ? readProc(pid) : (await readPs(["-p", String(pid)])).at(0);
}

/** The running processes of a group, its leader included. */
export async function membersOf(group: number): Promise<RunningProcess[]> {
  if (!onLinux) {
    return (await readPs(["-A"])).filter((found) => found.group === group);
  }
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProc(Number(pid))));
  return found.filter((one) => one !== undefined).filter((one) => one.group === group);
}

/** Whether the process that gave a group its number still runs, and is in it. */
export async function leaderRuns(group: number): Promise<boolean> {
  return (await findProcess(group))?.group === group;
}

/** The identity of the running process with this number; only the number where the system reports no more. */
export async function identify(pid: number): Promise<ProcessIdentity> {
  const { boot, started } = (await findProcess(pid)) ?? { boot: "", started: 0 };
  return { pid, boot, started };
}

/** Whether it still runs. Where the system reports no start times, a process of the same number is believed. */
export async function isRunning({ pid, boot, started }: ProcessIdentity): Promise<boolean> {
  const found = await findProcess(pid);
  if (found) {
    return started === 0 || (found.boot === boot && found.started === started);
  }
  return !onLinux && exists(pid);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
