import { describe, expect, it } from "vitest";
import { identify, isRunning, parseProcStat, parsePs } from "../../../source/base/processes/processes.js";

describe("what the system reports of a process", () => {
  it("is read from /proc, whatever the program is called", () => {
    const rest = "1 4242 4242 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 1 0 987654 1000 100 18446744073709551615";
    expect(parseProcStat(`4242 (a) S (b c) S ${rest}`, "boot")).toEqual({
      pid: 4242,
      group: 4242,
      boot: "boot",
      started: 987654,
    });
    expect(parseProcStat(`4242 (node) Z ${rest}`, "boot")).toBeUndefined();
  });

  it("is read from ps elsewhere", () => {
    const output = "  501   500 Ss   Mon Nov 30 13:25:11 2026\n  502   500 Z+   Mon Nov 30 13:25:11 2026\n\n";
    expect(parsePs(output)).toEqual([
      { pid: 501, group: 500, boot: "", started: Date.parse("Mon Nov 30 13:25:11 2026") / 1000 },
    ]);
  });

  it("is the same for as long as the process lives", async () => {
    const self = await identify(process.pid);
    expect(self).toEqual(await identify(process.pid));
    expect(self.started).toBeGreaterThan(0);
    expect(await isRunning(self)).toBe(true);
    expect(await isRunning({ ...self, pid: 2 ** 22 + 1 })).toBe(false);
  });
});
