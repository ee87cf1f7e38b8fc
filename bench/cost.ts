/** What a piece of work costs: CPU time, which a busy machine changes less than the clock. Linux only. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** /proc counts the CPU time of children in hundredths of a second. */
const ticksPerSecond = 100;

function childrenSeconds(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** CPU seconds of `work`, in this process and in the children that end meanwhile; the least of so many runs. */
export async function costOf(runs: number, work: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < runs; run++) {
    const [own, children] = [process.cpuUsage(), childrenSeconds()];
    await work();
    const { user, system } = process.cpuUsage(own);
    costs.push((user + system) / 1e6 + childrenSeconds() - children);
  }
  return Math.min(...costs);
}

/** Runs a program to its end, whatever comes of it. */
export function run(file: string, args: readonly string[], cwd: string, env = process.env): void {
  spawnSync(file, args, { cwd, env, stdio: "ignore" });
}

/** One row: what was measured beside what, both in seconds of CPU, and how many times as much that is. */
export function row(name: string, seconds: number, beside: string, comparison: number): void {
  const ratio = (seconds / comparison).toFixed(1);
  const [own, other] = [seconds, comparison].map((one) => (one * 1000).toFixed(one < 0.1 ? 1 : 0));
  const words = [own ?? "", `${beside} ${other}`, `${ratio} ×`];
  console.log(name.padEnd(46) + words.map((word) => word.padStart(24)).join(""));
}
