/** From the start of `copperhead --print` until the agent has its prompt, as a multiple of the start of Node. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareNode, copperheadIn } from "./copperhead.js";

const starts = 15;

/** A shell is there at once, unlike the scripted agent. It notes when all of the prompt has come. */
const agentNotingIn = (/** @type {string} */ note) => `#!/bin/sh
case "$*" in *--version*) echo 2026.10.01-e373342; exit;; esac
cat > /dev/null
date +%s%N > '${note}'
exit 1
`;

const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  const { command, cwd, env } = await copperheadIn(folder, {});
  const [binary, note] = [join(folder, "at-once"), join(folder, "note")];
  await writeFile(binary, agentNotingIn(note), { mode: 0o755 });
  const state = join(folder, "state");
  const own = { ...env, COPPERHEAD_CURSOR_PATH: binary, XDG_STATE_HOME: state };
  const identified = join(state, "copperhead", "identified");
  /** @type {number[]} */
  const node = [];
  /** Milliseconds until the prompt is there: in the first run of a day, which asks the agent for its version, and later. */
  const prompt = { first: /** @type {number[]} */ ([]), later: /** @type {number[]} */ ([]) };
  for (let run = 0; run < starts; run++) {
    node.push(bareNode());
    await rm(identified, { recursive: true, force: true });
    for (const times of [prompt.first, prompt.later]) {
      const begin = Date.now();
      spawnSync(process.execPath, [...command, "--print", "hello"], { cwd, env: own, stdio: "ignore" });
      times.push(Number(await readFile(note, "utf8")) / 1e6 - begin);
    }
  }
  const row = (/** @type {string} */ what, /** @type {number[]} */ times) =>
    console.log(what.padEnd(58) + (Math.min(...times) / Math.min(...node)).toFixed(2).padStart(12));
  row("--print to the agent's prompt, × node -e 0", prompt.later);
  row("… the first of a day", prompt.first);
} finally {
  await rm(folder, { recursive: true, force: true });
}
