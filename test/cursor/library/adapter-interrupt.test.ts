import { beforeEach, describe, expect, it } from "vitest";
import { acquireStart } from "../../../source/cursor/process/start-lock.js";
import { isAlive } from "../../processes.js";
import { checkTimeline } from "../native/timeline.js";
import { AdapterBench } from "./adapter-bench.js";

let bench: AdapterBench;

const open = { call: { tool: "shell", args: { command: "make" }, only: "started" as const } };

beforeEach(async () => {
  bench = await AdapterBench.create({
    countBy: "start",
    replies: [{ steps: [{ say: "So far" }, open, { touch: "up" }, { hang: true }] }, { say: "again" }],
  });
});

async function running() {
  const { sessionId } = await bench.start();
  const turn = await bench.adapter.sendTurn({ sessionId, input: "x" });
  await bench.agent.reached("up");
  return { sessionId, ...turn };
}

describe("an interrupt", () => {
  it("ends the turn gracefully, keeps what was said, and leaves the chat usable", async () => {
    const { sessionId, completed } = await running();
    await bench.adapter.interruptTurn(sessionId, 143);
    await bench.adapter.interruptTurn(sessionId);
    expect(await completed).toMatchObject({ status: "interrupted", exitCode: 143 });
    expect((await bench.agent.recorded("signal")).map(({ signal }) => signal)).toEqual(["SIGINT"]);
    const { turns } = await bench.adapter.readThread(sessionId);
    expect(turns[0]?.items).toMatchObject([
      { type: "message", text: "So far" },
      { type: "tool", title: "Shell", outcome: "interrupted" },
    ]);
    await bench.adapter.interruptTurn(sessionId);
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    checkTimeline(await bench.stop());
  });

  it("takes effect before the process is up", async () => {
    const { sessionId } = await bench.start();
    // Another process of ours is starting.
    const release = await acquireStart(bench.startLock);
    const { completed } = await bench.adapter.sendTurn({ sessionId, input: "x" });
    await bench.adapter.interruptTurn(sessionId);
    expect(await completed).toMatchObject({ status: "interrupted", exitCode: 130 });
    expect(await bench.agent.runs()).toEqual([]);
    release();
    checkTimeline(await bench.stop());
  });

  it("reaches an agent that has not said anything yet", async () => {
    await bench.agent.play({ replies: [{ prelude: [{ touch: "starting" }, { hang: true }] }] });
    const { sessionId } = await bench.start();
    const { completed } = await bench.adapter.sendTurn({ sessionId, input: "x" });
    await bench.agent.reached("starting");
    await bench.adapter.interruptTurn(sessionId);
    expect(await completed).toMatchObject({ status: "interrupted" });
  });

  it("does not undo a turn that had its result", async () => {
    await bench.agent.play({ replies: [{ say: "ok", afterResult: [{ touch: "done" }, { hang: true }] }] });
    const { sessionId } = await bench.start();
    const { completed } = await bench.adapter.sendTurn({ sessionId, input: "x" });
    await bench.emitted("message.completed");
    await bench.adapter.interruptTurn(sessionId);
    expect(await completed).toMatchObject({ status: "completed", exitCode: 0 });
  });
});

describe("a kill", () => {
  it("ends an agent that is deaf, and its helpers, at once", async () => {
    await bench.agent.play({
      replies: [
        {
          ignoreSignals: ["SIGINT", "SIGTERM"],
          steps: [{ grandchild: { group: "same", stubborn: true } }, { touch: "up" }, { hang: true }],
        },
      ],
    });
    const { sessionId, completed } = await running();
    await bench.adapter.interruptTurn(sessionId);
    await bench.adapter.killTurn(sessionId);
    expect(await completed).toMatchObject({ status: "interrupted", exitCode: 130 });
    const [run] = await bench.agent.runs();
    const [helper] = await bench.agent.recorded("grandchild");
    expect(isAlive(run?.pid ?? 0)).toBe(false);
    expect(isAlive(helper?.child ?? 0)).toBe(false);
  });
});

describe("stopping", () => {
  it("ends what runs, and what is about to start", async () => {
    const { completed } = await running();
    await bench.agent.play({ commands: { "create-chat": [{ touch: "creating" }, { hang: true }] } });
    const starting = bench.startFresh().catch((error: Error) => error.message);
    await bench.agent.reached("creating");
    const events = await bench.stop();
    expect(await completed).toMatchObject({ status: "interrupted" });
    expect(await starting).toBe("Interrupted.");
    expect(events.at(-1)?.type).toBe("session.exited");
    expect(bench.adapter.listSessions()).toEqual([]);
    for (const { pid } of await bench.agent.recorded("start")) {
      expect(isAlive(pid)).toBe(false);
    }
    checkTimeline(events);
  });

  it("takes no turn while a session closes", async () => {
    const { sessionId, completed } = await running();
    const stopped = bench.adapter.stopSession(sessionId);
    const refused = completed.then(() => bench.adapter.sendTurn({ sessionId, input: "more" }));
    await expect(refused).rejects.toMatchObject({ kind: "session-closed" });
    await stopped;
  });
});
