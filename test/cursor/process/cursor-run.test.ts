import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { shellWord } from "../../../source/base/text/shell-word.js";
import { CursorRun } from "../../../source/cursor/process/cursor-run.js";
import { acquireStart } from "../../../source/cursor/process/start-lock.js";
import type { StreamItem } from "../../../source/cursor/stream/stream-reader.js";
import { isAlive } from "../../processes.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { makeScript, say, stay, trap, until, waitForFile } from "../made-program.js";
import * as stream from "../stream.js";

type Options = { idleTimeoutMs?: number; startLock?: string; onItem?: (item: StreamItem) => void };

function start(body: string, options: Options = {}) {
  const folder = temporaryFolder();
  const items: StreamItem[] = [];
  const startLock = options.startLock ?? join(folder, "start.lock");
  const run = new CursorRun({
    binary: makeScript(folder, body),
    args: [],
    cwd: folder,
    env: {},
    prompt: "prompt",
    startLock,
    idleTimeoutMs: options.idleTimeoutMs ?? 120_000,
    onItem: (item) => {
      items.push(item);
      options.onItem?.(item);
    },
    lines: () => items.flatMap((item) => (item.kind === "text" ? [item.text] : [])),
  });
  onTestFinished(async () => {
    run.kill();
    await run.closed;
  });
  return { run, items, folder, startLock };
}

describe("CursorRun", () => {
  it("ends 500 ms after the result although the process stays, ends the process, drops what comes late", async () => {
    const late = `while :; do ${say(stream.delta("late"))} sleep 0.01; done`;
    const { run, items } = start(`${say(stream.init(), stream.delta("hi"), stream.result("hi"))} ${late}`);
    expect(await run.result).toMatchObject({ result: "hi" });
    const { length } = items;
    const pid = run.processGroup;
    expect(pid).toBeDefined();
    await run.closed;
    expect(run.processGroup).toBeUndefined();
    expect(isAlive(pid ?? 0)).toBe(false);
    expect(items).toHaveLength(length);
  });

  it("passes on what is printed within the grace before it settles with the result", async () => {
    const late = `sleep 0.05; ${say(stream.started("1", "shell"))}`;
    const { run, items } = start(`${say(stream.init(), stream.result("hi"))} ${late}`);
    expect(await run.result).toMatchObject({ result: "hi" });
    expect(items.map(({ line }) => JSON.parse(line).type)).toEqual(["system", "result", "tool_call"]);
  });

  it("rejects with what the listener throws at an event after the result", async () => {
    const { run } = start(say(stream.init(), stream.result("hi"), stream.started("1", "shell")) + stay, {
      onItem: (item) => {
        if (item.kind === "event" && item.event.type === "tool_call") {
          throw new Error("tripped");
        }
      },
    });
    await expect(run.result).rejects.toThrow("tripped");
    await run.closed;
  });

  it("reads a result on a last line without an end", async () => {
    const { run } = start(`printf %s ${shellWord(JSON.stringify(stream.result("hi")))}`);
    expect(await run.result).toMatchObject({ type: "result" });
  });

  it("fails where the process exits without a result, with the end of stderr", async () => {
    const { run } = start(`${say(stream.init())} printf 'no network' >&2; exit 1`);
    await expect(run.result).rejects.toMatchObject({
      failure: { code: "no-result", message: "Cursor ended without an answer (exit code 1): no network" },
    });
  });

  describe("with a clock of its own", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it("ends a process that is silent for too long", async () => {
      const { run, items } = start(say(stream.init()) + stay, { idleTimeoutMs: 60_000 });
      await until(() => items.length === 1);
      vi.advanceTimersByTime(60_000);
      await expect(run.result).rejects.toMatchObject({ failure: { code: "cursor-silent" } });
    });

    it("waits for as long as one of Cursor's own tools runs", async () => {
      const done = say(stream.completed("1", "shell", {}, { success: {} }), stream.result("done"));
      const { run, items, folder } = start(
        say(stream.init(), stream.started("1", "shell")) + waitForFile("go") + done,
        { idleTimeoutMs: 60_000 },
      );
      await until(() => items.length === 2);
      vi.advanceTimersByTime(200_000);
      writeFileSync(join(folder, "go"), "");
      expect(await run.result).toMatchObject({ type: "result" });
    });

    it("counts anything printed as a sign of life", async () => {
      const { run, items, folder } = start(
        say(stream.init()) +
          waitForFile("go") +
          say("notice") +
          waitForFile("end") +
          say(stream.result("done")),
        { idleTimeoutMs: 60_000 },
      );
      await until(() => items.length === 1);
      vi.advanceTimersByTime(40_000);
      writeFileSync(join(folder, "go"), "");
      await until(() => items.length === 2);
      vi.advanceTimersByTime(40_000);
      writeFileSync(join(folder, "end"), "");
      expect(await run.result).toMatchObject({ type: "result" });
    });
  });

  it("ends the group at once when the reader throws, and passes the error on", async () => {
    const { run, items } = start(trap("TERM", "") + say(stream.init(), stream.delta("x")) + stay, {
      onItem: (item) => {
        if (item.line.includes("assistant")) {
          throw new Error("tripped");
        }
      },
    });
    await expect(run.result).rejects.toThrow("tripped");
    await run.closed;
    expect(items).toHaveLength(2);
  });

  it("holds the lock of starts from its start to its init", async () => {
    const { run, folder, startLock } = start(waitForFile("go") + say(stream.init()) + waitForFile("end"));
    await until(() => existsSync(startLock));
    writeFileSync(join(folder, "go"), "");
    const release = await acquireStart(startLock);
    expect(run.finished).toBe(false);
    release();
    writeFileSync(join(folder, "end"), "");
    await run.closed;
  });

  it("can be interrupted while it waits to start, and then starts nothing", async () => {
    const startLock = join(temporaryFolder(), "start.lock");
    const release = await acquireStart(startLock);
    const { run, folder } = start(": > started", { startLock });
    run.interrupt();
    await expect(run.result).rejects.toMatchObject({ failure: { code: "interrupted" } });
    await run.closed;
    expect(existsSync(join(folder, "started"))).toBe(false);
    release();
  });

  it("frees the lock of starts when it fails to start", async () => {
    const { run, startLock } = start("exit 1");
    await run.closed;
    await until(() => !existsSync(startLock));
  });
});
