/** A native run that is stopped: by a signal, before Cursor is up, by kill -9. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import which from "which";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { Bench } from "../../program.js";

let one: Bench;

/** Writes with its own tools, then thinks until it is released, or for ever. */
const thinksAfterWriting: Scenario = {
  replies: [
    {
      steps: [
        { call: { tool: "edit", args: { path: "a.txt", streamContent: "changed\n" } } },
        { call: { tool: "shell", args: { command: "echo made > made.txt" } } },
        { touch: "thinking" },
        { waitForFile: "release" },
        { say: "Done." },
      ],
    },
  ],
};

const native = ["-p", "go", "--native", "--approval", "never", "--output-format", "json"];

async function open(scenario: Scenario): Promise<Bench> {
  one = await Bench.create(scenario);
  await one.write("a.txt", "before\n");
  return one;
}

/** In an object, since the run itself can be awaited. */
async function start(scenario: Scenario) {
  return { run: (await open(scenario)).start(native) };
}

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", (signal, exitCode) => {
  it("during a native turn puts the files back, completes the transcript and leaves no process", async () => {
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
    await expect(one.read("made.txt")).rejects.toThrow();
    expect((await one.transcript()).map(({ type }) => type).slice(-2)).toEqual(["turn-end", "session-end"]);
    await one.agent.gone();
  });
});

describe("SIGINT", () => {
  it("ends a Cursor that is still creating the chat", async () => {
    const { run } = await start({ commands: { "create-chat": [{ touch: "creating" }, { hang: true }] } });
    await one.agent.reached("creating");
    run.kill("SIGINT");
    expect((await run).exitCode).toBe(130);
    await one.agent.gone();
  });

  it("ends a snapshot of the files that takes long: Cursor is not started", async () => {
    const { folder, agent } = await open(thinksAfterWriting);
    const slow = `case "$*" in *--directory*) touch '${join(agent.folder, "listing")}'; exec sleep 600;; esac`;
    await writeFile(join(folder, "git"), `#!/bin/sh\n${slow}\nexec ${await which("git")} "$@"\n`, {
      mode: 0o755,
    });
    const run = one.start(native, { env: { PATH: `${folder}:${process.env.PATH}` } });
    await agent.reached("listing");
    run.kill("SIGINT");
    const ended = await run;
    expect(ended.exitCode).toBe(130);
    expect(JSON.parse(String(ended.stdout))).toMatchObject({ status: "interrupted", filesChanged: [] });
    expect(await agent.runs()).toEqual([]);
    expect(await one.read("a.txt")).toBe("before\n");
  });

  it("leaves a chat that can be continued", async () => {
    const { run } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    run.kill("SIGINT");
    await run;
    await one.agent.play({ countBy: "start", replies: [{ say: "?" }, { say: "Again." }] });
    await one.start([...native, "--continue"]);
    const chats = (await one.agent.recorded("prompt")).map(({ chatId }) => chatId);
    expect(chats).toHaveLength(2);
    expect(new Set(chats).size).toBe(1);
  });
});

describe("kill -9 during a native turn", () => {
  it("loses nothing: the next start ends what was left, and undo restores that turn and leaves later work", async () => {
    const { run } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    run.kill("SIGKILL");
    await run;
    expect(await one.read("a.txt")).toBe("changed\n");
    await one.agent.play({ replies: [{ say: "Fine." }] });
    const next = await one.start(["-p", "go on", "--native"]);
    expect(next.stdout).toBe("Fine.\n");
    expect(next.stderr).toMatch(/cut off.*copperhead undo/s);
    await one.agent.gone();
    await one.write("mine.txt", "mine\n");
    expect((await one.start(["undo"])).exitCode).toBe(0);
    expect(await one.read("a.txt")).toBe("before\n");
    await expect(one.read("made.txt")).rejects.toThrow();
    expect(await one.read("mine.txt")).toBe("mine\n");
  });

  it("can be undone without another turn between", async () => {
    const { run } = await start(thinksAfterWriting);
    await one.agent.reached("thinking");
    run.kill("SIGKILL");
    await run;
    expect((await one.start(["undo"])).exitCode).toBe(0);
    expect(await one.read("a.txt")).toBe("before\n");
    await expect(one.read("made.txt")).rejects.toThrow();
    await one.agent.gone();
  });
});
