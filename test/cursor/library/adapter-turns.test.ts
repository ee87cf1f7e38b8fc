import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import type { CursorAdapterOptions } from "../../../source/cursor/library/adapter.js";
import { isAlive } from "../../processes.js";
import { checkTimeline, of } from "../native/timeline.js";
import { AdapterBench } from "./adapter-bench.js";

let bench: AdapterBench;

async function open(scenario: Scenario, options?: CursorAdapterOptions): Promise<AdapterBench> {
  bench = await AdapterBench.create(scenario, options);
  return bench;
}

const tenTurns: Scenario = JSON.parse(
  await readFile(new URL("../../../fixtures/scenarios/native-ten-turns.json", import.meta.url), "utf8"),
);

describe("a session of ten turns", () => {
  it("has one consistent timeline", async () => {
    const { adapter, cwd } = await open(tenTurns);
    const session = await bench.start({ approvalPolicy: "never" });
    const ends = [];
    for (let turn = 1; turn <= 10; turn++) {
      ends.push(await bench.turn(session.sessionId, `Turn ${turn}`));
    }
    const thread = await adapter.readThread(session.sessionId);
    const events = await bench.stop();

    checkTimeline(events);
    expect(of(events, "thread.started")).toHaveLength(1);
    expect(ends.map(({ status }) => status)).toEqual([...Array(8).fill("completed"), "failed", "completed"]);
    const tools = thread.turns.map(({ items }) =>
      items.flatMap((item) => (item.type === "tool" ? [`${item.title}: ${item.outcome}`] : [])),
    );
    expect(tools).toEqual([
      ["Read: success"],
      ["Shell: success", "Edit: success", "Grep: success"],
      ["Shell: rejected"],
      ["Shell: failure", "Read: error"],
      ["Read: success"],
      ["Read: success"],
      ["Task: interrupted"],
      ["Connection retry: success"],
      ["Shell: interrupted", "Connection retry: interrupted"],
      ["open_board: success", "Delete: success"],
    ]);
    const order = of(events, "tool.completed").filter(({ turnId }) => turnId === thread.turns[1]?.turnId);
    expect(order.map(({ title }) => title)).toEqual(["Grep", "Shell", "Edit"]);
    const notices = thread.turns.map(({ items }) =>
      items.flatMap((item) => (item.type === "notice" ? [item.code] : [])),
    );
    expect(notices[2]).toEqual(["all-rejected"]);
    expect(notices[7]).toEqual(["cursor-output", "unknown-event"]);
    expect(notices[8]).toEqual(["transport"]);
    expect(thread.turns.map(({ answer }) => answer).slice(0, 3)).toEqual([
      "They describe a blinker.",
      "Done.",
      "I removed everything.",
    ]);
    expect(thread.turns[4]?.items.at(-1)).toMatchObject({ type: "message", text: "haha" });
    expect(existsSync(join(cwd, "count.txt"))).toBe(false);

    const prompts = await bench.agent.recorded("prompt");
    expect(prompts.map(({ stdin, turn }) => `${turn} ${stdin}`)).toEqual(
      Array.from({ length: 10 }, (_, turn) => `${turn} Turn ${turn + 1}`),
    );
    expect(new Set(prompts.map(({ chatId }) => chatId))).toEqual(new Set([session.resumeCursor.chatId]));
  });
});

describe("how Cursor is started", () => {
  it("resumes the session's chat in its folder, asking or not asking", async () => {
    await open({ countBy: "start", replies: [{ say: "a" }, { say: "b" }] });
    const asking = await bench.startFresh();
    await bench.turn(asking.sessionId);
    await bench.adapter.stopSession(asking.sessionId);
    const free = await bench.start({
      approvalPolicy: "never",
      model: "composer-3",
      resumeCursor: asking.resumeCursor,
    });
    await bench.turn(free.sessionId);
    const [first, second] = await bench.agent.runs();
    const streaming = ["-p", "--output-format", "stream-json", "--stream-partial-output"];
    const { chatId } = asking.resumeCursor;
    const rest = ["--workspace", bench.cwd];
    expect(first).toMatchObject({
      cwd: bench.cwd,
      argv: [...streaming, "--trust", ...rest, "--resume", chatId],
    });
    expect(second?.argv).toEqual([
      ...streaming,
      "--force",
      ...rest,
      "--model",
      "composer-3",
      "--resume",
      chatId,
    ]);
  });

  it("gets nothing of the environment but the list", async () => {
    const secrets = { CURSOR_API_KEY: "secret", OPENAI_API_KEY: "secret", GITHUB_TOKEN: "secret" };
    await open({ replies: [{ say: "ok" }] }, { env: secrets });
    const { sessionId } = await bench.startFresh();
    await bench.turn(sessionId);
    const starts = await bench.agent.recorded("start");
    expect(starts.map(({ command }) => command)).toEqual(["version", "create-chat", "run"]);
    for (const { env } of starts) {
      expect(JSON.stringify(env)).not.toContain("secret");
    }
  });

  it("takes another model for the turns that follow", async () => {
    await open({ replies: [{ say: "a" }, { say: "b" }] });
    const { sessionId } = await bench.start();
    await (await bench.adapter.sendTurn({ sessionId, input: "x", model: "composer-3" })).completed;
    await bench.turn(sessionId);
    const models = (await bench.agent.runs()).map(({ argv }) => argv[argv.indexOf("--model") + 1]);
    expect(models).toEqual(["composer-3", "composer-3"]);
  });

  it("hands each line to whoever keeps the log", async () => {
    await open({ replies: [{ prelude: [{ line: "banner" }], say: "ok" }] });
    const { sessionId } = await bench.start();
    await bench.turn(sessionId);
    expect(bench.lines[0]).toBe("banner");
    expect(JSON.parse(bench.lines.at(-1) ?? "")).toMatchObject({ type: "result", result: "ok" });
  });
});

describe("a turn that goes wrong", () => {
  const lastError = () => of(bench.events, "runtime.error").at(-1);

  it("starts again once after the config-file race", async () => {
    await open({ launch: { races: 1 }, replies: [{ say: "ok" }] });
    const { sessionId } = await bench.start();
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    await bench.agent.play({ launch: { races: 9 } });
    expect(await bench.turn(sessionId)).toMatchObject({ status: "failed", exitCode: 1 });
    expect(await bench.agent.runs()).toHaveLength(4);
    checkTimeline(await bench.stop());
  });

  it("goes on in a new chat, with a warning, where its own is gone or another one answers", async () => {
    await open({
      missingChat: "error",
      countBy: "start",
      replies: [{ say: "-" }, { say: "ok" }, { say: "x", otherChat: true }],
    });
    const session = await bench.start({ resumeCursor: { chatId: "gone-12345" } });
    const { sessionId } = session;
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    const [renewed] = bench.adapter.listSessions();
    expect(renewed?.resumeCursor.chatId).not.toBe("gone-12345");
    await bench.turn(sessionId);
    const events = await bench.stop();
    checkTimeline(events);
    expect(of(events, "runtime.warning").map(({ code }) => code)).toEqual(["chat-replaced", "chat-replaced"]);
    expect(of(events, "thread.started")).toHaveLength(2);
  });

  it("fails with what the CLI prints, and the session goes on", async () => {
    await open({ account: { loggedIn: false } });
    const { sessionId } = await bench.start({ resumeCursor: { chatId: "chat-12345" } });
    expect(await bench.turn(sessionId)).toMatchObject({ status: "failed", exitCode: 3 });
    await bench.agent.play({ replies: [{ say: "ok" }] });
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    await bench.stop();
    expect(lastError()).toMatchObject({
      code: "not-logged-in",
      advice: expect.stringContaining("agent login"),
    });
  });

  it("fails where the program cannot be started", async () => {
    await open({});
    const request = { resumeCursor: { chatId: "chat-12345" }, binaryPath: join(bench.folder, "nothing") };
    const { sessionId } = await bench.start(request);
    expect(await bench.turn(sessionId)).toMatchObject({ status: "failed", exitCode: 3 });
  });

  it("is given up after silence", async () => {
    await open({ replies: [{ steps: [{ say: "Hm" }, { hang: true }] }] }, { idleTimeoutMs: 400 });
    const { sessionId } = await bench.start();
    expect(await bench.turn(sessionId)).toMatchObject({
      status: "failed",
      errorMessage: expect.stringContaining("printed nothing"),
    });
  });

  it("ends what lingers after the result before its last event", async () => {
    await open({
      replies: [
        {
          say: "ok",
          ignoreSignals: ["SIGINT", "SIGTERM"],
          afterResult: [{ grandchild: { group: "same", holdsOutput: true } }, { hang: true }],
        },
      ],
    });
    const { sessionId } = await bench.start();
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    const [run] = await bench.agent.runs();
    const [helper] = await bench.agent.recorded("grandchild");
    expect(isAlive(run?.pid ?? 0)).toBe(false);
    expect(isAlive(helper?.child ?? 0)).toBe(false);
  });
});

describe("what the caller brings along", () => {
  it("names the turn, and hears of its process group before the child gets its prompt", async () => {
    const started: { sessionId: string; group: number; prompts: number }[] = [];
    const { adapter } = await open(
      { replies: [{ say: "Hello." }] },
      {
        onStarted: async (sessionId, group) => {
          const prompts = (await bench.agent.recorded("prompt")).length;
          started.push({ sessionId, group, prompts });
        },
      },
    );
    const { sessionId } = await bench.start();
    const turn = await adapter.sendTurn({ sessionId, input: "hi", turnId: "mine" });
    expect((await turn.completed).turnId).toBe("mine");
    const [run] = await bench.agent.runs();
    expect(started).toEqual([{ sessionId, group: run?.pid, prompts: 0 }]);
  });
});
