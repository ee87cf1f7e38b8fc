/**
 * The pseudo-terminal part of the measurements: the built copperhead on the scripted agent beside a minimal Ink program,
 * in one run, 100 × 30. Linux only: times and memory of the processes are read from /proc.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.js";
import { bareNode, copperheadIn, streaming } from "./copperhead.js";
import { keyTimes, Measured, quantiles } from "./measured.js";

/** @import { Program } from "./measured.js" */

const starts = 10;
const idleSeconds = 5;
const interruptions = 10;

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

/** Bundles the minimal program as the package is bundled, and the text that both stream. @param {string} folder */
async function bundle(folder) {
  await build({
    ...bundleOptions,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    entryPoints: { minimal: "bench/minimal.tsx", text: "bench/text.ts" },
  });
}

const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  await bundle(folder);
  const { benchText } = await import(join(folder, "text.mjs"));
  /** @type {Record<string, Program>} */
  const programs = {
    minimal: { command: [join(folder, "minimal.mjs")], prompt: "ready" },
    copperhead: await copperheadIn(folder, streaming(benchText(), { deltas: 5000, milliseconds: 10_000 })),
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
