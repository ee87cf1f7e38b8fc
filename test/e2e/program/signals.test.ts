/** A run that is stopped: by a signal, by a reader that leaves, by kill -9. */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";

let one: Bench;

const edit = asked("write_file", { path: "a.txt", content: "changed\n", overwrite: true });

/** Writes a file, then thinks until it is released, or for ever. */
const thinksAfterWriting: Scenario = {
  replies: [
    { say: edit },
    { steps: [{ think: "hm" }, { touch: "thinking" }, { waitForFile: "release" }, { say: "Done." }] },
  ],
};

/** In an object, since the run itself can be awaited. */
async function start(scenario: Scenario, format = "json") {
  one = await Bench.create(scenario);
  await one.write("a.txt", "before\n");
  return { run: one.start(["-p", "go", "--output-format", format]) };
}

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", (signal, exitCode) => {
  it("while Cursor thinks puts the files back, completes the transcript and leaves no process", async () => {
    const { run } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    run.kill(signal);
    const ended = await run;
    expect(ended.exitCode).toBe(exitCode);
    expect(JSON.parse(String(ended.stdout))).toMatchObject({
      status: "interrupted",
      exitCode,
      filesChanged: [],
    });
    expect(await one.read("a.txt")).toBe("before\n");
    expect((await one.transcript()).map(({ type }) => type).slice(-2)).toEqual(["turn-end", "session-end"]);
    await one.agent.gone();
  });
});

describe("SIGINT", () => {
  it("ends an agent that ignores SIGINT and SIGTERM, and the agent's own child", async () => {
    const { run } = await start({
      replies: [
        {
          ignoreSignals: ["SIGINT", "SIGTERM"],
          steps: [{ grandchild: { group: "same", stubborn: true } }, { touch: "thinking" }, { hang: true }],
        },
      ],
    });
    await one.agent.reached("thinking");
    run.kill("SIGINT");
    expect((await run).exitCode).toBe(130);
    await one.agent.gone();
  });

  it("ends an agent that is still starting", async () => {
    const { run } = await start({ launch: { delayMs: 60_000 }, ...thinksAfterWriting });
    while ((await one.agent.runs()).length === 0) {
      await wait(10);
    }
    run.kill("SIGINT");
    expect((await run).exitCode).toBe(130);
    await one.agent.gone();
  });
});

describe("a reader that closes stdout", () => {
  it("interrupts the turn and restores its files, without a message: exit code 130", async () => {
    const { run } = await start(thinksAfterWriting, "stream-json");
    await one.agent.reached("thinking");
    run.stdout?.destroy();
    // The next event is written to nobody.
    await one.agent.release("release");
    const { exitCode, stderr } = await run;
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: "" });
    expect(await one.read("a.txt")).toBe("before\n");
    await one.agent.gone();
  });
});

describe("kill -9", () => {
  it("loses nothing: the next start ends and reports what was left, and undo restores the files", async () => {
    const { run } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    run.kill("SIGKILL");
    await run;
    expect(await one.read("a.txt")).toBe("changed\n");
    await one.agent.play({ replies: [{ say: "Fine." }] });
    const next = await one.start(["-p", "go on"]);
    expect(next.stdout).toBe("Fine.\n");
    expect(next.stderr).toMatch(/cut off.*copperhead undo/s);
    await one.agent.gone();
    expect((await one.start(["undo"])).exitCode).toBe(0);
    expect(await one.read("a.txt")).toBe("before\n");
  });
});

describe("the lock", () => {
  it("keeps a second turn out of the repository, and names the process that holds it", async () => {
    const { run: first } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    const second = await one.start(["-p", "me too", "--output-format", "json"]);
    expect(second.exitCode).toBe(1);
    expect(JSON.parse(String(second.stdout)).error).toMatchObject({ code: "lock-held" });
    await one.agent.release("release");
    expect((await first).exitCode).toBe(0);
    expect(await readFile(`${one.repository}/a.txt`, "utf8")).toBe("changed\n");
  });
});
