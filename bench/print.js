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
  const own = { ...env, COPPERHEAD_CURSOR_PATH: binary };
  /** @type {number[]} */
  const node = [];
  /** @type {number[]} */
  const prompt = [];
  for (let run = 0; run < starts; run++) {
    node.push(bareNode());
    const begin = Date.now();
    spawnSync(process.execPath, [...command, "--print", "hello"], { cwd, env: own, stdio: "ignore" });
    prompt.push(Number(await readFile(note, "utf8")) / 1e6 - begin);
  }
  const ratio = Math.min(...prompt) / Math.min(...node);
  console.log(`--print to the agent's prompt, × node -e 0`.padEnd(58) + ratio.toFixed(2).padStart(12));
} finally {
  await rm(folder, { recursive: true, force: true });
}
