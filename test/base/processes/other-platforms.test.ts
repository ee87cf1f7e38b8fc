/** Process groups where there is no /proc, and where there are no groups. */
import { type SpawnSyncReturns, spawn } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { onPlatform } from "../../on-platform.js";

/** `taskkill` ends the process itself. */
const taskkill = vi.fn((_command: string, args: readonly string[] = []) => {
  process.kill(Number(args[1]), "SIGKILL");
  return {} as SpawnSyncReturns<string>;
});

let endGroup: typeof import("../../../source/base/processes/process-group.js").endGroup;
let groupGone: typeof import("../../../source/base/processes/process-group.js").groupGone;
let interruptLadder: typeof import("../../../source/base/processes/process-group.js").interruptLadder;
let signalGroup: typeof import("../../../source/base/processes/process-group.js").signalGroup;
let startChild: typeof import("../../../source/cursor/process/child.js").startChild;

// The files of a worker share their modules: the others must neither bring an unmocked one nor get the mocked one.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:child_process", async (original) => ({
    ...(await original<typeof import("node:child_process")>()),
    spawnSync: taskkill,
  }));
  ({ endGroup, groupGone, interruptLadder, signalGroup } = await import(
    "../../../source/base/processes/process-group.js"
  ));
  ({ startChild } = await import("../../../source/cursor/process/child.js"));
});

afterAll(() => {
  vi.doUnmock("node:child_process");
  vi.resetModules();
});

beforeEach(() => {
  taskkill.mockClear();
});

/** A process that leads a group, and does not mind being interrupted. */
async function stubborn(): Promise<number> {
  const script = "process.on('SIGINT', () => {}); process.stdout.write('ready'); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ["-e", script], { detached: true });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child.pid ?? 0;
}

it("ends the tree by taskkill on Windows, whatever the signal, and only looks where none is asked for", async () => {
  const pid = await stubborn();
  onPlatform("win32");
  expect(signalGroup(pid, 0)).toBe(true);
  expect(taskkill).not.toHaveBeenCalled();
  await endGroup(pid, interruptLadder);
  expect(taskkill.mock.calls.map(([command, args]) => [command, args])).toEqual([
    ["taskkill", ["/pid", String(pid), "/T", "/F"]],
  ]);
  expect(signalGroup(pid, "SIGKILL")).toBe(false);
  expect(signalGroup(1, "SIGKILL")).toBe(false);
  expect(taskkill).toHaveBeenCalledTimes(1);
});

it("ends a child by taskkill on Windows, where it leads no group", async () => {
  onPlatform("win32");
  const child = startChild({
    file: process.execPath,
    args: ["-e", "setInterval(() => {}, 1000)"],
    cwd: process.cwd(),
    env: {},
    input: "",
    onStdout: () => {},
  });
  // A group of its own would be led by itself.
  expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow();
  child.interrupt();
  expect(await child.exited).toMatchObject({ signal: "SIGKILL" });
  expect(taskkill).toHaveBeenCalledTimes(1);
});

it("goes down the ladder of signals on macOS, without /proc", async () => {
  const pid = await stubborn();
  onPlatform("darwin");
  await endGroup(pid, [
    { signal: "SIGINT", graceMs: 50 },
    { signal: "SIGTERM", graceMs: 5000 },
  ]);
  expect(await groupGone(pid, 0)).toBe(true);
  expect(taskkill).not.toHaveBeenCalled();
});
