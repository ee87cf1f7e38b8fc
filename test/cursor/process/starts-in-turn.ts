/** Takes the lock of starts three times, and writes into `log` when it has it and when it releases it. */
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { acquireStart } from "../../../source/cursor/process/start-lock.js";

const [lock = "", log = ""] = process.argv.slice(2);
for (let turn = 0; turn < 3; turn++) {
  const release = await acquireStart(lock);
  appendFileSync(log, "<");
  await wait(10);
  appendFileSync(log, ">");
  release();
}
