/** A program on a pseudo-terminal, and what it costs. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";

/** /proc counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * @typedef {object} Program
 * @property {string[]} command what Node runs
 * @property {string} prompt what is on the screen when it waits for a request
 * @property {Record<string, string>} [env] its whole environment; ours when absent
 * @property {string} [cwd] the folder it is started in; ours when absent
 */

/** One program on one terminal. */
export class Measured {
  output = "";
  onData = () => {};

  /** @param {Program} program */
  constructor({ command, env, cwd }) {
    const { CI: _, ...inherited } = process.env;
    this.pty = spawn(process.execPath, command, {
      name: "xterm-256color",
      cols: 100,
      rows: 30,
      ...(cwd !== undefined && { cwd }),
      env: /** @type {any} */ (env ?? inherited),
    });
    this.pty.onData((data) => {
      this.output += data;
      this.onData();
    });
    this.exited = new Promise((resolve) => this.pty.onExit(resolve));
  }

  /**
   * Milliseconds until the output since `from` satisfies the condition.
   * @param {(output: string) => boolean} condition
   * @param {number} [from]
   */
  until(condition, from = this.output.length) {
    const begin = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`never came: ${condition} in …${JSON.stringify(this.output.slice(-300))}`)),
        60_000,
      );
      this.onData = () => {
        if (condition(this.output.slice(from))) {
          clearTimeout(timer);
          this.onData = () => {};
          resolve(performance.now() - begin);
        }
      };
      this.onData();
    });
  }

  /** Seconds of CPU used so far. */
  cpu() {
    const fields = readFileSync(`/proc/${this.pty.pid}/stat`, "utf8").split(" ");
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  }

  /** Resident megabytes. */
  memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pty.pid}/status`, "utf8"))?.[1]) / 1024;
  }

  async end() {
    this.pty.kill("SIGKILL");
    await this.exited;
  }
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** @param {number[]} values */
export const quantiles = (values) =>
  `${quantile(values, 0.5).toFixed(0)}/${quantile(values, 0.95).toFixed(0)}`;

/**
 * Key to screen, in milliseconds.
 * @param {Measured} measured @param {() => boolean} goesOn
 */
export async function keyTimes(measured, goesOn) {
  const times = [];
  for (let count = 0; goesOn(); count++) {
    const letters = "qxzjkvwyQXZJKVWY";
    const typed = letters.slice(0, (count % letters.length) + 1);
    if (typed.length === 1) {
      measured.pty.write("\x15");
      await wait(60);
    }
    const seen = measured.until((output) => output.includes(typed));
    measured.pty.write(typed.slice(-1));
    times.push(await seen);
    await wait(80);
  }
  measured.pty.write("\x15");
  await wait(60);
  return times;
}
