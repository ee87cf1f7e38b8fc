/**
 * A session of 2,000 turns beside one of 10: listed, replayed, gone on with in the panes, read in the pager, undone; and
 * 200 sessions of 10 turns, listed by the command and in the panes. Linux only: times and memory of the processes are read from /proc.
 */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.js";
import { Measured } from "./measured.js";

const lengths = [10, 2000];
const manySessions = 200;
const runs = 3;

const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const agent = fileURLToPath(new URL("../fixtures/agent/agent", import.meta.url));

/** Tells at the end what the process took: seconds of CPU and megabytes at the most. */
const spy = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process.stderr.write("\\nspent " + (userCPUTime + systemCPUTime) / 1e6 + " " + maxRSS / 1024 + "\\n"); });',
)}`;

/**
 * A command without a terminal: the least of a few runs.
 * @param {{root: string, env: NodeJS.ProcessEnv}} place @param {string[]} args
 */
function command({ root, env }, ...args) {
  const spent = Array.from({ length: runs }, () => {
    const { stderr } = spawnSync(process.execPath, ["--import", spy, program, ...args], {
      cwd: root,
      env,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    return (/spent (\S+) (\S+)/.exec(stderr) ?? []).slice(1).map(Number);
  });
  const [cpu, memory] = [0, 1].map((which) => Math.min(...spent.map((one) => one[which] ?? Number.NaN)));
  return `${cpu?.toFixed(2)} s  ${memory?.toFixed(0)} MB`;
}

/** @param {string} text */
const shows = (text) => (/** @type {string} */ output) => stripVTControlCharacters(output).includes(text);

/**
 * The panes that go on with a session: until the last turn and a typed letter are on the screen, until it takes a request,
 * and from Ctrl-O until a pager that reads one page has given the terminal back.
 * @param {{root: string, env: NodeJS.ProcessEnv}} place @param {string} id @param {number} turns
 */
async function panes({ root, env }, id, turns) {
  const measured = new Measured({
    command: [program, "--resume", id],
    prompt: "Ctrl-C twice leaves",
    cwd: root,
    env: /** @type {Record<string, string>} */ ({ ...env, PAGER: "head -n 30" }),
  });
  await measured.until(shows(`turn ${turns} is as it was`), 0);
  const typed = measured.until(shows("qzx"), 0);
  measured.pty.write("qzx");
  await typed;
  const start = measured.cpu();
  await measured.until(shows("ready |"), 0);
  const ready = measured.cpu();
  await wait(1000);
  const memory = measured.memory();
  const [from, before] = [measured.output.length, measured.cpu()];
  measured.pty.write("\x0f");
  await measured.until(shows("Request 1: "), from);
  await measured.until(shows("Ctrl-C clears"), from);
  const pager = measured.cpu() - before;
  await measured.end();
  return {
    start: `${start.toFixed(2)} s`,
    ready: `${ready.toFixed(2)} s  ${memory.toFixed(0)} MB`,
    pager: `${pager.toFixed(2)} s`,
  };
}

/**
 * `/sessions` in the panes, from the key on: until it is said what is waited for, and until the list is there.
 * @param {{root: string, env: NodeJS.ProcessEnv}} place
 */
async function listed({ root, env }) {
  const measured = new Measured({
    command: [program],
    prompt: "Ctrl-C twice leaves",
    cwd: root,
    env: /** @type {Record<string, string>} */ (env),
  });
  await measured.until(shows("ready |"), 0);
  const typed = measured.until(shows("> /sessions"), 0);
  measured.pty.write("/sessions");
  await typed;
  await wait(1000);
  const [from, before] = [measured.output.length, measured.cpu()];
  const begin = performance.now();
  measured.pty.write("\r");
  const said = await measured.until((output) => /reading the sessions|completed/.test(output), from);
  await measured.until(shows("completed"), from);
  const shown = performance.now() - begin;
  await wait(500);
  const cpu = measured.cpu() - before;
  await measured.end();
  return `said after ${said.toFixed(0)} ms, shown after ${shown.toFixed(0)} ms, ${cpu.toFixed(2)} s`;
}

/**
 * A repository with a session of each of these lengths.
 * @param {string} name @param {readonly number[]} turns
 */
async function repositoryOf(name, turns) {
  const [root, home] = [join(folder, name), join(folder, `${name}-home`)];
  await cp(fileURLToPath(new URL("../fixtures/board", import.meta.url)), root, { recursive: true });
  await mkdir(home);
  spawnSync("git", ["init", "-q"], { cwd: root });
  const { CI: _, XDG_STATE_HOME: __, XDG_CONFIG_HOME: ___, ...own } = process.env;
  const env = { ...own, HOME: home, COPPERHEAD_CURSOR_PATH: agent, CURSOR_CONFIG_DIR: home };
  const { writeLongSession } = await import(pathToFileURL(join(folder, "session.mjs")).href);
  let id = "";
  for (const length of turns) {
    id = await writeLongSession(root, length, env);
  }
  return { place: { root, env }, id };
}

const folder = await realpath(await mkdtemp(join(tmpdir(), "copperhead-bench-")));
try {
  await build({
    ...bundleOptions,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    entryPoints: { session: fileURLToPath(new URL("long-session.ts", import.meta.url)) },
  });
  /** @type {Record<string, string>[]} */
  const columns = [];
  for (const turns of lengths) {
    const { place, id } = await repositoryOf(`${turns}`, [turns]);
    const { start, ready, pager } = await panes(place, id, turns);
    columns.push({
      sessions: command(place, "sessions"),
      "replay --print": command(place, "replay", "--print", `.copperhead/sessions/${id}/transcript.jsonl`),
      "--resume: the last turn, a typed key": start,
      "… until it takes a request": ready,
      "Ctrl-O: the first page": pager,
      "undo of the last turn": command(place, "undo"),
    });
  }
  console.log(`${"CPU, memory".padEnd(46)}${lengths.map((turns) => `${turns} turns`.padStart(24)).join("")}`);
  for (const name of Object.keys(columns[0] ?? {})) {
    console.log(name.padEnd(46) + columns.map((column) => (column[name] ?? "").padStart(24)).join(""));
  }
  const { place } = await repositoryOf("many", Array(manySessions).fill(lengths[0]));
  console.log(`\n${manySessions} sessions of ${lengths[0]} turns`);
  console.log(`sessions: ${command(place, "sessions")}\n/sessions: ${await listed(place)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
