/**
 * A child with all that came of it: its process group, and on Linux the processes that left the group, found by the
 * marker in their environment and by their parents.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endGroup, type Rung, signalGroup, sweepLadder } from "./process-group.js";
import { markedProcesses } from "./process-marker.js";
import { parseProcStat } from "./processes.js";

const pollMs = 50;

type Found = { started: number; group: number; parent: number };

function find(pid: number): Found | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const found = parseProcStat(stat, "");
    return found && { started: found.started, group: found.group, parent };
  } catch {
    return undefined;
  }
}

function allProcesses(): Map<number, Found> {
  const pids = process.platform === "linux" ? readdirSync("/proc").map(Number).filter(Number.isInteger) : [];
  return new Map(
    pids.flatMap((pid) => {
      const found = find(pid);
      return found ? [[pid, found] as const] : [];
    }),
  );
}

/** What each thread of the process started and is still its child; `undefined` where that cannot be read. */
function childrenOf(pid: number): number[] | undefined {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks)
      .flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" "))
      .filter(Boolean)
      .map(Number);
  } catch {
    return undefined;
  }
}

export class ProcessTree {
  readonly #leader: number;
  /** Another process may get its number one day. */
  readonly #leaderStarted: number | undefined;
  readonly #marker: string;
  /** The processes that were found so far, those in the group included, by pid, with their start. */
  readonly #known = new Map<number, number>();

  /** `leader` leads the group; what it starts inherits `marker`. */
  constructor(leader: number, marker: string) {
    this.#leader = leader;
    this.#leaderStarted = find(leader)?.started;
    this.#marker = marker;
  }

  /** Signals every process, now. */
  signal(signal: NodeJS.Signals): void {
    const strays = this.#findStrays();
    signalGroup(this.#leader, signal);
    signalEach(strays, signal);
  }

  /** Goes down the ladder until nothing is left. */
  async end(ladder: readonly Rung[]): Promise<void> {
    // Before the signal, which makes orphans of them.
    const strays = this.#strayChildren() ?? this.#findStrays();
    await Promise.all([endGroup(this.#leader, ladder), this.#endStrays(strays, ladder)]);
    // What was started meanwhile.
    await this.#endStrays(this.#findStrays(), sweepLadder);
  }

  /** Each look goes through all processes of the machine: there is another one only while `found` had some. */
  async #endStrays(found: readonly number[], ladder: readonly Rung[]): Promise<void> {
    let strays = found;
    for (const { signal, graceMs } of ladder) {
      signalEach(strays, signal);
      const deadline = Date.now() + graceMs;
      while (strays.length > 0 && Date.now() < deadline) {
        await sleep(pollMs);
        strays = this.#findStrays();
      }
      if (strays.length === 0) {
        return;
      }
    }
  }

  /**
   * The processes outside of the group whose parents are all there, by the kernel's lists of children: a few reads,
   * where `#findStrays` reads every process of the machine. `undefined` where the kernel keeps no such lists.
   */
  #strayChildren(): number[] | undefined {
    const leader = find(this.#leader);
    if (leader?.started !== this.#leaderStarted) {
      return undefined;
    }
    this.#add(this.#leader, leader);
    const strays: number[] = [];
    const waiting = [this.#leader];
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const children = childrenOf(pid);
      if (!children) {
        return undefined;
      }
      for (const child of children) {
        const found = find(child);
        this.#add(child, found);
        if (found && found.group !== this.#leader) {
          strays.push(child);
        }
        waiting.push(child);
      }
    }
    return strays;
  }

  #findStrays(): number[] {
    const all = allProcesses();
    // Before what has their numbers by now is followed to its children.
    for (const [pid, started] of this.#known) {
      if (all.get(pid)?.started !== started) {
        this.#known.delete(pid);
      }
    }
    for (const pid of markedProcesses(this.#marker, this.#youngerThanLeader(all))) {
      this.#add(pid, all.get(pid));
    }
    const leader = all.get(this.#leader);
    if (leader?.started === this.#leaderStarted) {
      this.#add(this.#leader, leader);
    }
    let before = -1;
    while (before !== this.#known.size) {
      before = this.#known.size;
      for (const [pid, found] of all) {
        if (this.#known.has(found.parent)) {
          this.#add(pid, found);
        }
      }
    }
    return [...this.#known.keys()].filter((pid) => all.get(pid)?.group !== this.#leader);
  }

  /** What the leader started is not older than the leader. */
  #youngerThanLeader(all: ReadonlyMap<number, Found>): number[] {
    const since = this.#leaderStarted ?? 0;
    return [...all].filter(([, { started }]) => started >= since).map(([pid]) => pid);
  }

  #add(pid: number, found: Found | undefined): void {
    if (found) {
      this.#known.set(pid, found.started);
    }
  }
}

function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

/** Ends what a dead process's children left outside of their groups. `marker` is that process's own. */
export async function endMarked(marker: string): Promise<void> {
  for (const { signal, graceMs } of sweepLadder) {
    signalEach(markedProcesses(marker), signal);
    const deadline = Date.now() + graceMs;
    while (markedProcesses(marker).length > 0 && Date.now() < deadline) {
      await sleep(pollMs);
    }
  }
}
