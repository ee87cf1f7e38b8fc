/** A session that is continued: its conversation, its chat, its journal. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { asked, Bench } from "../../program.js";

let one: Bench;

const scenario: Scenario = { replies: [{ say: "First." }, { say: "Second." }, { say: "Third." }] };

async function sessionId(): Promise<string> {
  return (await one.sessionFolder()).split("/").at(-1) ?? "";
}

describe("undo and redo over two sessions", () => {
  it("redo what was undone last, first", async () => {
    const write = (name: string) => asked("write_file", { path: name, content: `${name}\n` });
    one = await Bench.create({
      replies: [{ say: write("a.txt") }, { say: "ok" }, { say: write("b.txt") }, { say: "ok" }],
      countBy: "start",
    });
    await one.start(["-p", "one"]);
    await one.start(["-p", "two"]);
    expect((await one.start(["undo"])).stdout).toContain("b.txt");
    expect((await one.start(["undo"])).stdout).toContain("a.txt");
    expect((await one.start(["redo"])).stdout).toContain("a.txt");
    expect((await one.start(["redo"])).stdout).toContain("b.txt");
    expect(await Promise.all(["a.txt", "b.txt"].map((name) => one.read(name)))).toEqual([
      "a.txt\n",
      "b.txt\n",
    ]);
  });
});

describe("a session that is open", () => {
  it("is not gone on with in a second process, until the first is over", async () => {
    one = await Bench.create({
      replies: [
        { steps: [{ touch: "thinking" }, { waitForFile: "release" }, { say: "First." }] },
        { say: "Second." },
      ],
      countBy: "start",
    });
    const first = one.start(["-p", "one"]);
    await one.agent.reached("thinking");
    const second = await one.start(["-p", "two", "--resume", await sessionId(), "--output-format", "json"]);
    expect(second.exitCode).toBe(1);
    expect(JSON.parse(String(second.stdout)).error.code).toBe("session-open");
    await one.agent.release("release");
    expect((await first).exitCode).toBe(0);
    expect((await one.start(["-p", "two", "--continue"])).stdout).toBe("Second.\n");
  });
});

describe("--continue and --resume", () => {
  it("send only the new request, to the same chat", async () => {
    one = await Bench.create(scenario);
    await one.start(["-p", "one"]);
    const id = await sessionId();
    expect((await one.start(["-p", "two", "--continue"])).stdout).toBe("Second.\n");
    expect((await one.start(["-p", "three", "--resume", id])).stdout).toBe("Third.\n");
    const [first, second, third] = await one.agent.recorded("prompt");
    expect(new Set([first?.chatId, second?.chatId, third?.chatId]).size).toBe(1);
    expect(third?.stdin.trim()).toBe("[user]\nthree");
    expect(await sessionId()).toBe(id);
  });

  it("send the whole conversation to a new chat when the old one is gone", async () => {
    one = await Bench.create({ ...scenario, missingChat: "error", countBy: "start" });
    await one.start(["-p", "one"]);
    await one.forgetChats();
    const { exitCode } = await one.start(["-p", "two", "--continue"]);
    expect(exitCode).toBe(0);
    const last = (await one.agent.recorded("prompt")).at(-1);
    for (const text of ["[user]\none", "[assistant]\nFirst.", "[user]\ntwo"]) {
      expect(last?.stdin).toContain(text);
    }
  });

  it("leave a session whose turns are undone one by one", async () => {
    const write = (content: string) => asked("write_file", { path: "a.txt", content, overwrite: true });
    one = await Bench.create({
      replies: [{ say: write("1\n") }, { say: "ok" }, { say: write("2\n") }, { say: "ok" }],
    });
    await one.write("a.txt", "0\n");
    await one.start(["-p", "one"]);
    await one.start(["-p", "two", "--continue"]);
    expect(await one.read("a.txt")).toBe("2\n");
    await one.start(["undo"]);
    expect(await one.read("a.txt")).toBe("1\n");
    await one.start(["undo"]);
    expect(await one.read("a.txt")).toBe("0\n");
    expect((await one.start(["undo"])).stdout).toBe("There is nothing to undo.\n");
  });

  it("prefer the model of the environment to the session's", async () => {
    one = await Bench.create({ models: [{ id: "gpt-5", label: "GPT" }], ...scenario });
    expect((await one.start(["-p", "one", "--model", "cursor:nope"])).exitCode).toBe(2);
    const again = await one.start(["-p", "two", "--continue"], { env: { COPPERHEAD_MODEL: "cursor:gpt-5" } });
    expect(again.exitCode).toBe(0);
  });

  it("exit with 2 when there is no such session", async () => {
    one = await Bench.create(scenario);
    expect((await one.start(["-p", "x", "--continue"])).exitCode).toBe(2);
    expect((await one.start(["-p", "x", "--resume", "nonsense"])).exitCode).toBe(2);
  });
});
