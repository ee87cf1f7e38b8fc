/**
 * Takes the lock of a repository, starts a child that leads a group of its own, with a helper in it that ignores
 * SIGTERM, and waits to be killed. Bundled and started by repository-lock.test.ts.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { RepositoryLock } from "../../source/workspace/repository-lock.js";

const [root = "", leaderLives = ""] = process.argv.slice(2);
const helper = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("helper", process.pid);`;
const leader = `
  const { spawn } = require("node:child_process");
  const helper = spawn(process.execPath, ["-e", ${JSON.stringify(helper)}], { stdio: ["ignore", "pipe", "ignore"] });
  helper.stdout.once("data", (line) => { process.stdout.write(line); });
  process.stdin.resume().once("data", () => process.exit());
  setInterval(() => {}, 1000);
`;

const lock = await RepositoryLock.acquire({ root, sessionId: "20261130-132255-4f2a9c", turn: 7 });
const child = spawn(process.execPath, ["-e", leader], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
const [line] = (await once(child.stdout, "data")) as [Buffer];
await lock.setGroup(child.pid);
if (leaderLives !== "yes") {
  child.stdin.write("go");
  await once(child, "exit");
}
process.stdout.write(JSON.stringify({ leader: child.pid, helper: Number(line.toString().split(" ")[1]) }));
setInterval(() => {}, 1000);
