import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { identify, isRunning } from "../../source/base/processes/processes.js";
import { clearDeadLock, RepositoryLock } from "../../source/workspace/repository-lock.js";
import { bundleProgram } from "../bundle-program.js";
import { endAfterTest } from "../processes.js";
import { makeFolder, removeFolder, temporaryFolder } from "../temporary-folder.js";
import { put } from "./folders.js";

const session = { sessionId: "20261130-132255-4f2a9c", turn: 7 };
let folder: string;
let holder: string;

beforeAll(async () => {
  folder = makeFolder();
  holder = await bundleProgram(new URL("./lock-holder.ts", import.meta.url), folder);
});

afterAll(() => removeFolder(folder));

/** A process that holds the lock, and the pids of what it started. */
async function startHolder(root: string, leaderLives: "yes" | "no") {
  const child = spawn(process.execPath, [holder, root, leaderLives], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => kill(child));
  const [output] = (await once(child.stdout, "data")) as [Buffer];
  const pids = JSON.parse(output.toString()) as { leader: number; helper: number };
  endAfterTest(pids.leader);
  return { child, ...pids };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
}

describe("the lock", () => {
  it("is held until a child has gone, and this process waits for that", async () => {
    const root = temporaryFolder();
    const lock = await RepositoryLock.acquire({ root, ...session });
    let childGone = () => {};
    const released = lock.releaseAfter(
      new Promise((resolve) => {
        childGone = resolve;
      }),
    );
    const order: string[] = [];
    const next = RepositoryLock.acquire({ root, ...session, turn: 8 }).then((held) => {
      order.push("taken");
      return held;
    });
    await new Promise(setImmediate);
    expect(JSON.parse(await readFile(join(root, ".copperhead", "lock"), "utf8"))).toMatchObject({ turn: 7 });
    order.push("gone");
    childGone();
    await released;
    await (await next).release();
    expect(order).toEqual(["gone", "taken"]);
  });

  it("is held by one, who is named, and free again when given back", async () => {
    const root = temporaryFolder();
    const lock = await RepositoryLock.acquire({ root, ...session });
    expect(lock.abandoned).toBeUndefined();
    await expect(RepositoryLock.acquire({ root, sessionId: "other", turn: 1 })).rejects.toMatchObject({
      failure: {
        code: "lock-held",
        exitCode: 1,
        message: `Another copperhead works in this repository: process ${process.pid}, session ${session.sessionId}, turn 7.`,
      },
    });
    expect(await clearDeadLock(root)).toBeUndefined();
    await lock.setGroup(process.pid);
    await lock.setGroup(undefined);
    await lock.release();
    await lock.release();
    const next = await RepositoryLock.acquire({ root, ...session });
    await lock.release();
    await expect(RepositoryLock.acquire({ root, ...session })).rejects.toMatchObject({
      failure: { code: "lock-held" },
    });
    await next.release();
    expect((await readdir(join(root, ".copperhead"))).sort()).toEqual([".gitignore", "sessions"]);
  });

  it("goes to exactly one of many who want it, also when a dead one's is in the way", async () => {
    const root = temporaryFolder();
    const lock = await RepositoryLock.acquire({ root, ...session });
    const record = JSON.parse(await readFile(join(root, ".copperhead/lock"), "utf8"));
    await lock.release();
    await put(
      root,
      ".copperhead/lock",
      JSON.stringify({ ...record, holder: { ...record.holder, started: 1 } }),
    );
    const tries = Array.from({ length: 12 }, () => RepositoryLock.acquire({ root, ...session }));
    const results = await Promise.allSettled(tries);
    const won = results.filter((result) => result.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await readdir(join(root, ".copperhead"))).toHaveLength(3);
  });

  it("of a process whose number is used again is not believed", async () => {
    const root = temporaryFolder();
    for (const change of [{ started: 1 }, { boot: "an earlier one" }]) {
      await RepositoryLock.acquire({ root, ...session });
      const record = JSON.parse(await readFile(join(root, ".copperhead/lock"), "utf8"));
      await put(
        root,
        ".copperhead/lock",
        JSON.stringify({ ...record, holder: { ...record.holder, ...change } }),
      );
      const next = await RepositoryLock.acquire({ root, sessionId: "next", turn: 1 });
      expect(next.abandoned).toEqual(session);
      await next.release();
    }
  });

  it("of another machine is believed, and the advice names the file to remove", async () => {
    const root = temporaryFolder();
    const lock = await RepositoryLock.acquire({ root, ...session });
    const path = join(root, ".copperhead/lock");
    const record = JSON.parse(await readFile(path, "utf8"));
    expect(record.host).toBe(hostname());
    await lock.release();
    await put(
      root,
      ".copperhead/lock",
      JSON.stringify({ ...record, host: "elsewhere", holder: { ...record.holder, pid: 1 } }),
    );
    await expect(RepositoryLock.acquire({ root, ...session })).rejects.toMatchObject({
      failure: {
        message: expect.stringContaining("process 1 on elsewhere"),
        advice: `Wait until it is done. If it is gone for good, remove ${path}.`,
      },
    });
  });

  it("of a dead process that this user's copperhead did not take is cleared, and nothing is ended for it", async () => {
    const root = temporaryFolder();
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    endAfterTest(child.pid ?? 0);
    const group = await identify(child.pid ?? 0);
    const holder = { ...group, pid: 2 ** 22 - 1, started: 1 };
    const forged = { id: randomUUID(), host: hostname(), holder, ...session, group };
    await put(root, ".copperhead/lock", JSON.stringify(forged));
    expect(await clearDeadLock(root)).toBeUndefined();
    expect(await readdir(join(root, ".copperhead"))).toEqual([]);
    expect(await isRunning(group)).toBe(true);
  });

  it("that cannot be understood is cleared", async () => {
    const root = temporaryFolder();
    await put(root, ".copperhead/lock", "\0\0\0");
    expect((await RepositoryLock.acquire({ root, ...session })).abandoned).toBeUndefined();
  });
});

describe("after a SIGKILL", () => {
  it.each(["yes", "no"] as const)(
    "the next start ends what was left behind and names the turn (leader still there: %s)",
    async (leaderLives) => {
      const root = temporaryFolder();
      const { child, leader, helper } = await startHolder(root, leaderLives);
      await expect(RepositoryLock.acquire({ root, ...session })).rejects.toMatchObject({
        failure: { message: expect.stringContaining(`process ${child.pid},`) },
      });
      await kill(child);
      expect(await isRunning(await identify(helper))).toBe(true);
      const lock = await RepositoryLock.acquire({ root, sessionId: "next", turn: 1 });
      expect(lock.abandoned).toEqual(session);
      const left = await Promise.all([leader, helper].map(async (pid) => (await identify(pid)).started));
      expect(left).toEqual([0, 0]);
    },
  );
});
