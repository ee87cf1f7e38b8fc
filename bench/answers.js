/** Keys while an answer streams that is made to hurt: copperhead's panes on the scripted agent, 100 × 30. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { copperheadIn, streaming } from "./copperhead.js";
import { keyTimes, Measured, quantiles } from "./measured.js";

/** @import { Program } from "./measured.js" */

const milliseconds = 10_000;
const deltas = 1000;

const answers = {
  "5,000 × http://a.b/(": "http://a.b/(".repeat(5000),
  "50,000 Chinese characters": "漢".repeat(50_000),
  "50,000 [ in a fence": `\`\`\`\n${"[".repeat(50_000)}\n\`\`\``,
  prose: "A sentence of a usual answer. ".repeat(1700),
};

/** Milliseconds from key to screen while the answer comes. @param {Program} program */
async function keysDuring(program) {
  const measured = new Measured(program);
  await measured.until((output) => output.includes(program.prompt), 0);
  measured.pty.write("bench");
  await wait(100);
  const began = measured.output.length;
  measured.pty.write("\r");
  // The status line says so from the first text on.
  await measured.until((output) => output.includes("answering"), began);
  const end = performance.now() + milliseconds * 0.8;
  const times = await keyTimes(measured, () => performance.now() < end);
  await measured.end();
  return times;
}

const folder = await mkdtemp(join(tmpdir(), "copperhead-bench-"));
try {
  for (const [name, answer] of Object.entries(answers)) {
    const own = join(folder, String(answer.length));
    await mkdir(own);
    const times = await keysDuring(await copperheadIn(own, streaming(answer, { deltas, milliseconds })));
    console.log(`key to screen, p50/p95 ms: ${name}`.padEnd(58) + quantiles(times).padStart(12));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
