import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it, vi } from "vitest";
import { identify, type ProcessIdentity } from "../../../source/base/processes/processes.js";
import { acquireStart, startHoldMs } from "../../../source/cursor/process/start-lock.js";
import { bundleProgram } from "../../bundle-program.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { until } from "../made-program.js";

const lockPath = () => join(temporaryFolder(), "state", "start.lock");

describe("acquireStart", () => {
  it("lets one start at a time", async () => {
    const path = lockPath();
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const release = await acquireStart(path);
        inside++;
        most = Math.max(most, inside);
        await readFile(path);
        inside--;
        release();
        release();
      }),
    );
    expect(most).toBe(1);
    await until(() => !existsSync(path));
  });

  it("lets one process start at a time", async () => {
    const folder = temporaryFolder();
    const [path, log] = [join(folder, "start.lock"), join(folder, "log")];
    const program = await bundleProgram(new URL("./starts-in-turn.ts", import.meta.url), folder);
    await Promise.all([1, 2, 3].map(() => execa(process.execPath, [program, path, log])));
    expect(readFileSync(log, "utf8")).toBe("<>".repeat(9));
  });

  it("clears the lock of a dead process, and of one that held it too long", async () => {
    const path = lockPath();
    (await acquireStart(path))();
    await until(() => !existsSync(path));
    const { pid } = spawnSync(process.execPath, ["-e", "0"]);
    const lock = (holder: ProcessIdentity) => JSON.stringify({ id: "theirs", host: hostname(), holder });
    writeFileSync(path, lock({ pid, boot: "", started: 1 }));
    // So that its age never clears it.
    const later = Date.now() / 1000 + 3600;
    utimesSync(path, later, later);
    (await acquireStart(path))();
    await until(() => !existsSync(path));

    writeFileSync(path, lock(await identify(process.pid)));
    const old = Date.now() / 1000 - 60;
    utimesSync(path, old, old);
    const release = await acquireStart(path);
    expect(readFileSync(path, "utf8")).not.toContain("theirs");
    release();
  });

  it("waits for a live holder until aborted", async () => {
    const path = lockPath();
    const release = await acquireStart(path);
    const abort = new AbortController();
    const waiting = acquireStart(path, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(existsSync(path)).toBe(true);
    release();
  });

  it("frees the others by itself after its time", async () => {
    const path = lockPath();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await acquireStart(path);
      vi.advanceTimersByTime(startHoldMs);
    } finally {
      vi.useRealTimers();
    }
    await until(() => !existsSync(path));
  });

  it("does not stop a start where no lock can be written", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    chmodSync(folder, 0o500);
    const release = await acquireStart(join(folder, "file", "start.lock"));
    release();
    chmodSync(folder, 0o700);
  });
});
