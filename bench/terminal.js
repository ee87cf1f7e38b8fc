/**
 * The pseudo-terminal part of the measurements: the built copperhead on the scripted agent beside a minimal Ink program,
 * in one run, 100 × 30. Linux only: times and memory of the processes are read from /proc.
 */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.js";
import { Measured } from "./measured.js";

/** @import { Program } from "./measured.js" */

const starts = 10;
const idleSeconds = 5;
const interruptions = 10;

const deltas = 5000;
const streamMilliseconds = 10_000;
/** Deltas between two pauses: timers are no finer than that. */
const burst = 10;

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** @param {number[]} values */
const quantiles = (values) => `${quantile(values, 0.5).toFixed(0)}/${quantile(values, 0.95).toFixed(0)}`;

/** Milliseconds of `node -e 0`: what any program pays. */
function bareNode() {
  const begin = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begin;
}

/**
 * Milliseconds until the prompt is there and shows what is typed into it.
 * @param {Program} program
 */
async function startTime(program) {
  const begin = performance.now();
  const measured = new Measured(program);
  await measured.until((output) => output.includes(program.prompt), 0);
  const seen = measured.until((output) => output.includes("q"));
  measured.pty.write("q");
  await seen;
  const time = performance.now() - begin;
  await measured.end();
  return time;
}

/**
 * The start of each program as a multiple of the start of Node. They take turns, so that a busy moment of the machine
 * meets them alike; the fastest of each counts.
 * @param {Program[]} programs
 */
async function startRatios(programs) {
  /** @type {number[]} */
  const node = [];
  const times = programs.map(() => /** @type {number[]} */ ([]));
  for (let run = 0; run < starts; run++) {
    node.push(bareNode());
    for (const [index, program] of programs.entries()) {
      times[index]?.push(await startTime(program));
    }
  }
  return times.map((own) => Math.min(...own) / Math.min(...node));
}

/**
 * Key to screen, in milliseconds.
 * @param {Measured} measured @param {() => boolean} goesOn
 */
async function keyTimes(measured, goesOn) {
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

/**
 * Asks for the stream, and waits until it runs. Answers where in the output that begins.
 * @param {Measured} measured
 */
async function request(measured) {
  measured.pty.write("bench");
  await wait(100);
  const from = measured.output.length;
  measured.pty.write("\r"); // Ink loses an Enter that shares its read with text
  await measured.until((output) => output.includes("Section"), from);
  return from;
}

/** @param {Program} program */
async function measure(program) {
  const measured = new Measured(program);
  await measured.until((output) => output.includes(program.prompt), 0);
  await wait(1500);
  const memory = measured.memory();
  const idleFrom = measured.cpu();
  await wait(idleSeconds * 1000);
  const idle = (measured.cpu() - idleFrom) / idleSeconds;
  let left = 60;
  const idleKeys = await keyTimes(measured, () => left-- > 0);

  const cpuFrom = measured.cpu();
  const bytesFrom = await request(measured);
  await measured.until((output) => output.includes("Section 34"), bytesFrom);
  await measured.until((output) => output.includes(program.prompt), bytesFrom);
  const [cpu, bytes] = [measured.cpu() - cpuFrom, Buffer.byteLength(measured.output.slice(bytesFrom))];
  const memoryAfter = measured.memory();

  await request(measured);
  const end = performance.now() + 7000;
  const streamKeys = await keyTimes(measured, () => performance.now() < end);
  const interrupts = [];
  for (let run = 0; run < interruptions; run++) {
    const stopped = measured.until((output) => output.includes(program.prompt));
    measured.pty.write("\x03");
    interrupts.push(await stopped);
    await request(measured);
  }
  const clears = measured.output.match(/\x1b\[[23]J/g)?.length ?? 0;
  await measured.end();
  return { memory, memoryAfter, idle, idleKeys, streamKeys, cpu, bytes, clears, interrupts };
}

/** @param {number} start @param {Awaited<ReturnType<typeof measure>>} result */
const rowsOf = (start, result) => ({
  "first usable prompt, × node -e 0": start.toFixed(2),
  "memory at the prompt, MB": result.memory.toFixed(0),
  "memory after the stream, MB": result.memoryAfter.toFixed(0),
  "idle CPU, %": (result.idle * 100).toFixed(1),
  "key to screen idle, p50/p95 ms": quantiles(result.idleKeys),
  "key to screen streaming, p50/p95 ms": quantiles(result.streamKeys),
  "CPU for the stream, s": result.cpu.toFixed(1),
  "bytes for the stream, kB": (result.bytes / 1000).toFixed(0),
  clears: String(result.clears),
  "Ctrl-C to prompt, p50/p95 ms": quantiles(result.interrupts),
});

/**
 * The scenario in which the agent answers every request with the text, in so many deltas over that time.
 * @param {string} text
 */
function scenarioOf(text) {
  const at = (/** @type {number} */ index) => Math.round((index * text.length) / deltas);
  const pieces = Array.from({ length: deltas }, (_, index) => text.slice(at(index), at(index + 1)));
  const steps = Array.from({ length: deltas / burst }, (_, index) => [
    { waitMs: (streamMilliseconds / deltas) * burst },
    { say: pieces.slice(index * burst, (index + 1) * burst) },
  ]);
  return { replies: [{ when: { promptContains: "bench" }, steps: steps.flat() }] };
}

/** Bundles the minimal program as the package is bundled, and the text that both stream. @param {string} folder */
async function bundle(folder) {
  await build({
    ...bundleOptions,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    entryPoints: { minimal: "bench/minimal.tsx", text: "bench/text.ts" },
  });
}

/**
 * The built program in a repository, with a home and an agent of its own.
 * @param {string} folder @param {string} text @returns {Promise<Program>}
 */
async function copperheadIn(folder, text) {
  const home = join(folder, "home");
  const repository = join(folder, "repository");
  const agent = join(folder, "agent");
  await Promise.all([home, repository, agent].map((path) => mkdir(path)));
  spawnSync("git", ["init", "-q"], { cwd: repository });
  await writeFile(join(agent, "scenario.json"), JSON.stringify(scenarioOf(text)));
  const pathOf = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
  return {
    command: [pathOf("../dist/cli.js")],
    cwd: repository,
    prompt: "Ctrl-C twice",
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      CURSOR_CONFIG_DIR: agent,
      COPPERHEAD_CURSOR_PATH: pathOf("../fixtures/agent/agent"),
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  await bundle(folder);
  const { benchText } = await import(join(folder, "text.mjs"));
  /** @type {Record<string, Program>} */
  const programs = {
    minimal: { command: [join(folder, "minimal.mjs")], prompt: "ready" },
    copperhead: await copperheadIn(folder, benchText()),
  };
  const ratios = await startRatios(Object.values(programs));
  const columns = [];
  for (const [index, program] of Object.values(programs).entries()) {
    columns.push(Object.entries(rowsOf(ratios[index] ?? Number.NaN, await measure(program))));
  }
  const line = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    name.padEnd(38) + values.map((value) => value.padStart(12)).join("");
  console.log(line("", Object.keys(programs)));
  for (const [row, [name]] of columns[0]?.entries() ?? []) {
    console.log(
      line(
        name,
        columns.map((column) => column[row]?.[1] ?? ""),
      ),
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
