import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { RuntimeEvent } from "../../../source/base/events.js";
import { AdapterError } from "../../../source/cursor/library/adapter-errors.js";
import { isAlive } from "../../processes.js";
import { checkTimeline, of } from "../native/timeline.js";
import { AdapterBench } from "./adapter-bench.js";

let bench: AdapterBench;

beforeEach(async () => {
  bench = await AdapterBench.create({ replies: [{ say: "one" }, { say: "two" }, { say: "three" }] });
});

const resumeCursor = { chatId: "chat-12345" };

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AdapterError);
  return error instanceof AdapterError ? `${error.kind}: ${error.message}` : "";
}

describe("starting a session", () => {
  it("makes a chat, taking the last line that the CLI prints", async () => {
    await bench.agent.play({ commands: { "create-chat": [{ line: "A new version is available" }] } });
    const session = await bench.startFresh({ model: "composer-3" });
    expect(session).toEqual({
      sessionId: session.sessionId,
      threadId: session.resumeCursor.chatId,
      provider: "cursor",
      cwd: bench.cwd,
      model: "composer-3",
      status: "ready",
      resumeCursor: { chatId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(bench.adapter.listSessions()).toEqual([session]);
    expect(bench.adapter.hasSession(session.sessionId)).toBe(true);
    expect(await bench.stop()).toMatchObject([{ type: "session.started" }, { type: "session.exited" }]);
  });

  it("makes no chat where one is resumed", async () => {
    expect(await bench.start({ resumeCursor })).toMatchObject({ resumeCursor });
    expect((await bench.agent.recorded("start")).map(({ command }) => command)).not.toContain("create-chat");
  });

  it("refuses what makes no sense, and names it", async () => {
    const refused = (request: object) => kindOf(bench.startFresh(request as never));
    expect(await refused({ provider: "other" })).toMatch(/^validation: provider/);
    expect(await refused({ cwd: join(bench.cwd, "nowhere") })).toMatch(
      /^validation: cwd: .*nowhere is no folder/,
    );
    expect(await refused({ cwd: join(bench.cwd, "NOTES.md") })).toMatch(/^validation: cwd/);
    expect(await refused({ model: "--force" })).toMatch(/^validation: model/);
    expect(await refused({ resumeCursor: { chatId: "-x" } })).toMatch(/^validation: resumeCursor.chatId/);
    expect(await refused({ apiKey: "secret" })).toMatch(/^validation: .*apiKey/);
    expect(bench.adapter.listSessions()).toEqual([]);
  });

  it("keeps two sessions out of one chat", async () => {
    await bench.start({ resumeCursor });
    expect(await kindOf(bench.start({ resumeCursor }))).toMatch(
      /^validation: another session is in the chat/,
    );
  });

  it("fails as the CLI fails", async () => {
    await bench.agent.play({ account: { loggedIn: false } });
    expect(await kindOf(bench.startFresh())).toMatch(/^process: .*not logged in/);
  });

  it("replaces a session of the same id, after a graceful end", async () => {
    await bench.agent.play({
      countBy: "start",
      replies: [{ steps: [{ touch: "up" }, { hang: true }] }, { say: "new" }],
    });
    const old = await bench.start({ sessionId: "mine" });
    await bench.adapter.sendTurn({ sessionId: "mine", input: "x" });
    await bench.agent.reached("up");
    const renewed = await bench.startFresh({ sessionId: "mine" });
    const [run] = await bench.agent.runs();
    expect(isAlive(run?.pid ?? 0)).toBe(false);
    expect(renewed.resumeCursor).not.toEqual(old.resumeCursor);
    await bench.turn("mine");
    const types = (await bench.stop()).map(({ type }) => type);
    expect(types.filter((type) => !type.startsWith("message") && !type.startsWith("usage"))).toEqual([
      ...["session.started", "turn.started", "thread.started", "turn.completed", "session.exited"],
      ...["session.started", "turn.started", "thread.started", "turn.completed", "session.exited"],
    ]);
  });
});

describe("what cannot be done", () => {
  it("is known by the kind of the error", async () => {
    const { adapter } = bench;
    const { sessionId } = await bench.start({ resumeCursor });
    const send = (input: string, id = sessionId) => adapter.sendTurn({ sessionId: id, input });
    expect(await kindOf(send("x", "nobody"))).toMatch(/^session-not-found/);
    expect(await kindOf(adapter.readThread("nobody"))).toMatch(/^session-not-found/);
    expect(await kindOf(adapter.interruptTurn("nobody"))).toMatch(/^session-not-found/);
    expect(await kindOf(adapter.stopSession("nobody"))).toMatch(/^session-not-found/);
    expect(await kindOf(send(" \n"))).toMatch(/^validation: input/);
    expect(await kindOf(adapter.respondToRequest(sessionId, "r", "accept"))).toMatch(
      /^request: .*no interface/,
    );
    expect(await kindOf(adapter.rollbackThread(sessionId, 1))).toMatch(/^request: .*no interface/);
    const turn = await send("x");
    expect(await kindOf(send("y"))).toMatch(/^validation: .*in a turn/);
    await turn.completed;
    await adapter.stopSession(sessionId);
    await adapter.stopSession(sessionId);
    expect(await kindOf(send("z"))).toMatch(/^session-closed/);
    expect(adapter.hasSession(sessionId)).toBe(false);
  });

  it("does not keep a turn from being sent the moment another has ended", async () => {
    const { sessionId } = await bench.start();
    const events = bench.adapter.streamEvents();
    await bench.adapter.sendTurn({ sessionId, input: "first" });
    for await (const event of events) {
      if (event.type === "turn.completed") {
        break;
      }
    }
    expect(await bench.turn(sessionId)).toMatchObject({ status: "completed" });
    checkTimeline(await bench.stop());
  });
});

describe("the events", () => {
  it("reach every reader in order, a slow one too, until all is stopped", async () => {
    const gather = async (wait: () => Promise<void>) => {
      const gathered: RuntimeEvent[] = [];
      for await (const event of bench.adapter.streamEvents()) {
        gathered.push(event);
        await wait();
      }
      return gathered;
    };
    const eager = gather(async () => {});
    const slow = gather(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
    const { sessionId } = await bench.start();
    await bench.turn(sessionId);
    await bench.stop();
    expect(bench.events.at(-1)?.type).toBe("session.exited");
    expect(await eager).toEqual(bench.events);
    expect(await slow).toEqual(bench.events);
  });

  it("keep the sessions apart", async () => {
    const other = join(bench.folder, "other");
    await mkdir(other);
    const [a, b] = await Promise.all([bench.start(), bench.start({ cwd: other })]);
    await Promise.all([bench.turn(a.sessionId), bench.turn(b.sessionId)]);
    const events = await bench.stop();
    for (const { sessionId } of [a, b]) {
      checkTimeline(events.filter((event) => event.sessionId === sessionId));
    }
    expect(of(events, "turn.completed").map(({ status }) => status)).toEqual(["completed", "completed"]);
  });
});

describe("a thread", () => {
  it("is a copy of what was asked and what came of it", async () => {
    const { sessionId, resumeCursor: chat } = await bench.start();
    await bench.turn(sessionId, "What?");
    const thread = await bench.adapter.readThread(sessionId);
    expect(thread).toMatchObject({
      sessionId,
      threadId: chat.chatId,
      turns: [{ input: "What?", status: "completed", items: [{ type: "message", text: "one" }] }],
    });
    thread.turns.length = 0;
    expect((await bench.adapter.readThread(sessionId)).turns).toHaveLength(1);
  });

  it("shows the turn that runs", async () => {
    await bench.agent.play({ replies: [{ steps: [{ say: "so far" }, { touch: "up" }, { hang: true }] }] });
    const { sessionId } = await bench.start();
    const { turnId } = await bench.adapter.sendTurn({ sessionId, input: "x" });
    await bench.emitted("message.delta");
    const { turns } = await bench.adapter.readThread(sessionId);
    expect(turns).toMatchObject([{ turnId, status: "running", items: [{ type: "message" }] }]);
    expect(bench.adapter.listSessions()).toMatchObject([{ status: "running", activeTurnId: turnId }]);
    expect(bench.adapter.processGroup(sessionId)).toBe((await bench.agent.runs())[0]?.pid);
  });

  it("is restored from the log, with the same ids, a torn last line left out", async () => {
    const log = join(bench.folder, "thread.jsonl");
    const { sessionId, resumeCursor: chat } = await bench.start({ log });
    await bench.turn(sessionId, "first");
    const before = await bench.adapter.readThread(sessionId);
    await bench.adapter.stopSession(sessionId);
    await writeFile(log, `${await readFile(log, "utf8")}{"turnId":"to`);
    await bench.start({ sessionId, log, resumeCursor: chat });
    expect(await bench.adapter.readThread(sessionId)).toEqual(before);
    await bench.turn(sessionId, "second");
    const { turns } = await bench.adapter.readThread(sessionId);
    expect(turns.map(({ input, items }) => [input, items])).toMatchObject([
      ["first", [{ text: "one" }]],
      ["second", [{ text: "two" }]],
    ]);
    await writeFile(log, '{"odd":1}\n');
    expect(await kindOf(bench.start({ log }))).toMatch(/^process: Line 1 of .* is no turn/);
  });

  it("is kept without secrets, one that came in pieces neither", async () => {
    const secret = "correct-horse-battery";
    const said = ["It is correct-", "horse-battery", "."];
    bench = await AdapterBench.create(
      { replies: [{ steps: [{ say: said }] }] },
      { env: { DEPLOY_TOKEN: secret } },
    );
    const log = join(bench.folder, "thread.jsonl");
    const { sessionId } = await bench.start({ log });
    await bench.turn(sessionId, `The token is ${secret}.`);
    const kept = await readFile(log, "utf8");
    expect(kept).toContain("The token is ");
    expect(kept).not.toContain(secret);
    expect(JSON.stringify(await bench.adapter.readThread(sessionId))).toContain(secret);
  });
});

describe("one agent in a folder", () => {
  it("refuses a turn while another session is in one in the same folder, by whatever path", async () => {
    const one = await AdapterBench.create({
      countBy: "start",
      replies: [{ steps: [{ waitForFile: "go" }, { say: "First." }] }, { say: "Second." }],
    });
    const link = join(one.folder, "link");
    await symlink(one.cwd, link);
    const first = await one.start();
    const second = await one.start({ cwd: link });
    const running = await one.adapter.sendTurn({ sessionId: first.sessionId, input: "Go." });
    await expect(one.adapter.sendTurn({ sessionId: second.sessionId, input: "Go." })).rejects.toMatchObject({
      kind: "request",
      failure: { code: "workspace-busy" },
    });
    await writeFile(join(one.agent.folder, "go"), "");
    expect((await running.completed).status).toBe("completed");
    expect((await one.turn(second.sessionId)).status).toBe("completed");
  });
});

describe("a session", () => {
  it("has its chat as threadId, and readers have a turn's last event when it has completed", async () => {
    const one = await AdapterBench.create({ replies: [{ say: "Done." }] });
    const session = await one.start();
    expect(session.threadId).toBe(session.resumeCursor.chatId);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of one.adapter.streamEvents()) {
        seen.push(type);
      }
    })();
    await one.turn(session.sessionId);
    expect(seen.at(-1)).toBe("turn.completed");
    await one.adapter.stopAll();
    await reading;
  });
});
