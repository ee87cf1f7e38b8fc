/** The built program, as the measurements start it. */
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @import { Program } from "./measured.js" */

/** Milliseconds of `node -e 0`: what any program pays. */
export function bareNode() {
  const begin = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begin;
}

/** Deltas between two pauses: timers are no finer than that. */
const burst = 10;

/**
 * The scenario in which the agent answers a request for `bench` with the text, in so many deltas over that time.
 * @param {string} text @param {{ deltas: number, milliseconds: number }} pace
 */
export function streaming(text, { deltas, milliseconds }) {
  const at = (/** @type {number} */ index) => Math.round((index * text.length) / deltas);
  const pieces = Array.from({ length: deltas }, (_, index) => text.slice(at(index), at(index + 1)));
  const steps = Array.from({ length: deltas / burst }, (_, index) => [
    { waitMs: (milliseconds / deltas) * burst },
    { say: pieces.slice(index * burst, (index + 1) * burst) },
  ]);
  return { replies: [{ when: { promptContains: "bench" }, steps: steps.flat() }] };
}

/**
 * The built program in a repository, with a home and an agent of its own, in a folder that is empty.
 * @param {string} folder @param {object} scenario what the agent does @returns {Promise<Program>}
 */
export async function copperheadIn(folder, scenario) {
  const home = join(folder, "home");
  const repository = join(folder, "repository");
  const agent = join(folder, "agent");
  await Promise.all([home, repository, agent].map((path) => mkdir(path)));
  spawnSync("git", ["init", "-q"], { cwd: repository });
  await writeFile(join(agent, "scenario.json"), JSON.stringify(scenario));
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
