import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { endGroup, endLeftoverGroup, groupGone } from "../../../source/base/processes/process-group.js";
import { identify, isRunning } from "../../../source/base/processes/processes.js";
import { endAfterTest } from "../../processes.js";

/** Starts a process that leads a group and does not end by itself; `body` runs before it is ready. */
async function startLeader(body = ""): Promise<number> {
  const leader = spawn(process.execPath, ["-e", `${body}; setInterval(() => {}, 1000); console.log()`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const group = endAfterTest(leader.pid);
  await once(leader.stdout, "data");
  return group;
}

describe("ending a group", () => {
  it("goes on to the next signal only where the one before is ignored", async () => {
    const polite = await startLeader(`process.on("SIGTERM", () => process.exit())`);
    await endGroup(polite, [
      { signal: "SIGTERM", graceMs: 10_000 },
      { signal: "SIGKILL", graceMs: 0 },
    ]);
    expect(await groupGone(polite, 0)).toBe(true);
    const deaf = await startLeader(`process.on("SIGTERM", () => {})`);
    await endGroup(deaf, [{ signal: "SIGTERM", graceMs: 50 }]);
    expect(await groupGone(deaf, 0)).toBe(false);
    await endGroup(deaf, [
      { signal: "SIGTERM", graceMs: 50 },
      { signal: "SIGKILL", graceMs: 10_000 },
    ]);
    expect(await groupGone(deaf, 0)).toBe(true);
  });

  it("does nothing where there is no such group", async () => {
    await endGroup(2 ** 22 + 1, [{ signal: "SIGTERM", graceMs: 60_000 }]);
  });
});

describe("ending what a dead process left", () => {
  it("leaves a group alone that only has the same number", async () => {
    const leader = await identify(await startLeader());
    for (const change of [
      { started: leader.started - 1 },
      { started: leader.started + 1 },
      { boot: "x" },
      { started: 0 },
    ]) {
      await endLeftoverGroup({ ...leader, ...change });
    }
    expect(await isRunning(leader)).toBe(true);
    await endLeftoverGroup(leader);
    expect(await isRunning(leader)).toBe(false);
  });
});
