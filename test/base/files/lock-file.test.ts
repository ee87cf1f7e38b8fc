import { execFileSync } from "node:child_process";
import { lstat, mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { clearDeadHolder, LockHeldError, takeLock } from "../../../source/base/files/lock-file.js";
import { identify } from "../../../source/base/processes/processes.js";
import { temporaryFolder } from "../../temporary-folder.js";

const note = z.object({ work: z.string() });

function newLock(options: { staleMs?: number; onDead?: (dead: { work: string }) => Promise<void> } = {}) {
  const path = join(temporaryFolder(), "lock");
  return { path, lock: { path, note, ...options } };
}

/** Leaves the lock of a process that is dead. */
async function leaveDead(path: string): Promise<void> {
  const holder = { ...(await identify(process.pid)), started: 1 };
  await writeFile(path, JSON.stringify({ id: "dead", host: hostname(), holder, work: "cut off" }));
}

describe("a lock file", () => {
  it("names its holder and what the holder notes", async () => {
    const { path, lock } = newLock();
    const held = await takeLock(lock, { work: "one" });
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
      work: "one",
      holder: await identify(process.pid),
    });
    void held.note(new Promise((resolve) => setTimeout(resolve, 20, { work: "two" })));
    await held.note(Promise.resolve({ work: "three" }));
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ work: "three" });
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    await held.release();
    await held.note(Promise.resolve({ work: "four" }));
    expect(await readdir(join(path, ".."))).toEqual([]);
  });

  it("is waited for no longer than asked", async () => {
    const { path, lock } = newLock();
    const held = await takeLock(lock, { work: "one" });
    const started = Date.now();
    const error = await takeLock(lock, { work: "two" }, { waitMs: 200 }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(LockHeldError);
    expect(error).toMatchObject({ path, record: { work: "one", holder: { pid: process.pid } } });
    expect(Date.now() - started).toBeGreaterThanOrEqual(200);
    const waiting = takeLock(lock, { work: "three" }, { waitMs: 10_000 });
    await held.release();
    await (await waiting).release();
  });

  it("is waited for until the signal is aborted", async () => {
    const { lock } = newLock();
    const held = await takeLock(lock, { work: "one" });
    const abort = new AbortController();
    const waiting = takeLock(lock, { work: "two" }, { waitMs: 60_000, signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    await expect(takeLock(lock, { work: "two" }, { signal: abort.signal })).rejects.toThrow(/abort/);
    await held.release();
  });

  it("of a dead process is cleared once, after what it left is ended", async () => {
    const onDead = vi.fn(async () => {});
    const { path, lock } = newLock({ onDead });
    await leaveDead(path);
    const found = await Promise.all(Array.from({ length: 8 }, () => clearDeadHolder(lock)));
    expect(found.filter((dead) => dead !== undefined)).toMatchObject([{ work: "cut off" }]);
    expect(onDead).toHaveBeenCalledOnce();
    expect(await readdir(join(path, ".."))).toEqual([]);
  });

  it("of a process that died while it cleared another one's is cleared, too", async () => {
    const { path, lock } = newLock();
    await leaveDead(path);
    await leaveDead(`${path}.clearing`);
    await leaveDead(`${path}.clearing.clearing`);
    const held = await takeLock(lock, { work: "one" });
    expect(held.cleared).toMatchObject({ work: "cut off" });
    await held.release();
    expect(await readdir(join(path, ".."))).toEqual([]);
  });

  it("that is older than a holder may be is cleared, and its holder no longer touches it", async () => {
    const { path, lock } = newLock({ staleMs: 1000 });
    const slow = await takeLock(lock, { work: "slow" });
    const old = Date.now() / 1000 - 60;
    await utimes(path, old, old);
    const held = await takeLock(lock, { work: "next" });
    await slow.note(Promise.resolve({ work: "slow again" }));
    await slow.release();
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ work: "next" });
    await held.release();
  });

  it.each(["", "{", "null", '{"id": "x"}'])("that holds %j is cleared", async (text) => {
    const { path, lock } = newLock();
    await writeFile(path, text);
    await (await takeLock(lock, { work: "one" })).release();
    await writeFile(path, text);
    expect(await clearDeadHolder(lock)).toBeUndefined();
    expect(await readdir(join(path, ".."))).toEqual([]);
  });

  it("is neither followed nor waited for where it is a link, a pipe or a folder", async () => {
    for (const make of [
      (path: string) => execFileSync("mkfifo", [path]),
      (path: string) => symlink("/dev/zero", path),
      (path: string) => mkdir(path),
    ]) {
      const { path, lock } = newLock();
      await make(path);
      await expect(takeLock(lock, { work: "one" })).rejects.toMatchObject({
        failure: { code: "strange-file" },
      });
    }
  });
});
