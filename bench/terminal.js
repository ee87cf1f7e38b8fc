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
import { Measured } from "./measured.js";

/** @import { Program } from "./measured.js" */

const starts = 5;
const idleSeconds = 5;

const deltas = 5000;
const streamMilliseconds = 10_000;
/** Deltas between two pauses: timers are no finer than that. */
const burst = 10;

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Milliseconds of the fastest `node -e 0`: what any program pays. */
function bareNode() {
  const times = Array.from({ length: starts }, () => {
    const begin = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    return performance.now() - begin;
  });
  return Math.min(...times);
}

/** @param {Program} program */
async function startTime(program) {
  const times = [];
  for (let run = 0; run < starts; run++) {
    const measured = new Measured(program);
    times.push(await measured.until((output) => output.includes(program.prompt), 0));
    await measured.end();
  }
  return Math.min(...times);
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

/** @param {Program} program */
async function measure(program) {
  const start = await startTime(program);
  const measured = new Measured(program);
  await measured.until((output) => output.includes(program.prompt), 0);
  await wait(1500);
  const memory = measured.memory();
  const idleFrom = measured.cpu();
  await wait(idleSeconds * 1000);
  const idle = (measured.cpu() - idleFrom) / idleSeconds;
  let left = 60;
  const idleKeys = await keyTimes(measured, () => left-- > 0);

  measured.pty.write("bench");
  await wait(100);
  const [cpuFrom, bytesFrom] = [measured.cpu(), measured.output.length];
  measured.pty.write("\r");
  await measured.until((output) => output.includes("Section 34"));
  await measured.until((output) => output.includes(program.prompt), bytesFrom);
  const [cpu, bytes] = [measured.cpu() - cpuFrom, Buffer.byteLength(measured.output.slice(bytesFrom))];
  const memoryAfter = measured.memory();

  measured.pty.write("bench");
  await wait(100);
  measured.pty.write("\r"); // Ink loses an Enter that shares its read with text
  await wait(300);
  const end = performance.now() + 7000;
  const streamKeys = await keyTimes(measured, () => performance.now() < end);
  const stopped = measured.until((output) => output.includes(program.prompt));
  measured.pty.write("\x03");
  const interrupt = await stopped;
  const clears = measured.output.match(/\x1b\[[23]J/g)?.length ?? 0;
  await measured.end();
  return { start, memory, memoryAfter, idle, idleKeys, streamKeys, cpu, bytes, clears, interrupt };
}

/** @param {Awaited<ReturnType<typeof measure>>} result @param {number} node */
const rowsOf = (result, node) => ({
  "first usable prompt, × node -e 0": (result.start / node).toFixed(1),
  "memory at the prompt, MB": result.memory.toFixed(0),
  "memory after the stream, MB": result.memoryAfter.toFixed(0),
  "idle CPU, %": (result.idle * 100).toFixed(1),
  "key to screen idle, p50/p95 ms": `${quantile(result.idleKeys, 0.5).toFixed(0)}/${quantile(result.idleKeys, 0.95).toFixed(0)}`,
  "key to screen streaming, p50/p95 ms": `${quantile(result.streamKeys, 0.5).toFixed(0)}/${quantile(result.streamKeys, 0.95).toFixed(0)}`,
  "CPU for the stream, s": result.cpu.toFixed(1),
  "bytes for the stream, kB": (result.bytes / 1000).toFixed(0),
  clears: String(result.clears),
  "Ctrl-C to prompt, ms": result.interrupt.toFixed(0),
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
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minify: true,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    plugins: [
      {
        name: "without-devtools",
        setup(bundle) {
          bundle.onResolve({ filter: /^react-devtools-core$/ }, () => ({
            path: "devtools",
            namespace: "stub",
          }));
          bundle.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "export default {}" }));
        },
      },
    ],
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
    command: [pathOf("../dist/cli.js"), "--repo", repository],
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
  const node = bareNode();
  const minimal = rowsOf(await measure({ command: [join(folder, "minimal.mjs")], prompt: "ready" }), node);
  const copperhead = rowsOf(await measure(await copperheadIn(folder, benchText())), node);
  console.log(`${"".padEnd(38)}${"minimal".padStart(12)}${"copperhead".padStart(12)}`);
  for (const [name, value] of Object.entries(minimal)) {
    const ours = /** @type {Record<string, string>} */ (copperhead)[name] ?? "";
    console.log(`${name.padEnd(38)}${value.padStart(12)}${ours.padStart(12)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
