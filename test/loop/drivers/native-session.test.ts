/** A native session as a front end holds it: several turns, on the scripted agent, in a real repository. */
import { afterEach, describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import type { RuntimeEvent } from "../../../source/base/events.js";
import { parseOptions } from "../../../source/cli/options.js";
import { openSession } from "../../../source/compose/open-session.js";
import type { RunnableSession } from "../../../source/loop/session.js";
import { checkTimeline, of } from "../../cursor/native/timeline.js";
import { Bench } from "../../program.js";

let one: Bench;
let session: RunnableSession;
let events: RuntimeEvent[];

async function open(scenario: Scenario): Promise<void> {
  one = await Bench.create(scenario);
  const output = { out: () => {}, err: () => {}, onClosed: () => {}, flush: async () => {} };
  const invocation = parseOptions(["--native", "--repo", one.repository]);
  session = await openSession(
    { ...invocation, version: "0", env: one.env, output },
    { unattended: false, canAsk: true },
  );
  events = [];
  session.onEvent((event) => events.push(event));
  session.start("0");
}

afterEach(() => session.close());

const waits: Scenario = {
  models: [{ id: "gpt-5", label: "GPT" }],
  countBy: "start",
  replies: [
    { steps: [{ touch: "thinking" }, { waitForFile: "release" }, { say: "One." }] },
    { say: "Two." },
    { say: "Three." },
  ],
};

describe("between and during turns", () => {
  it("another model, and what is typed meanwhile, are for the next turn; a cleared session has a fresh chat", async () => {
    await open(waits);
    expect(session.snapshot()).toMatchObject({ mode: "native", phase: "idle", maxSteps: 1 });
    session.submit("one");
    await one.agent.reached("thinking");
    session.setModel("cursor:gpt-5");
    session.submit("two");
    expect(session.snapshot()).toMatchObject({ phase: "thinking", queued: ["two"] });
    await one.agent.release("release");
    await session.idle();
    session.clear();
    session.submit("three");
    await session.idle();
    await session.close();
    expect(session.results.map(({ request, answer }) => `${request}: ${answer}`)).toEqual([
      "one: One.",
      "two: Two.",
      "three: Three.",
    ]);
    const runs = await one.agent.runs();
    expect(runs.map(({ argv }) => argv.includes("gpt-5"))).toEqual([false, true, true]);
    const [first, second, third] = await one.agent.recorded("prompt");
    expect(second).toMatchObject({ chatId: first?.chatId, stdin: "two" });
    expect(third?.chatId).not.toBe(first?.chatId);
    checkTimeline(events);
    expect(of(events, "thread.started")).toHaveLength(2);
  });

  it("a second interrupt ends a Cursor that does not listen; the changes stay, for somebody is there", async () => {
    await open({
      replies: [
        {
          ignoreSignals: ["SIGINT", "SIGTERM"],
          steps: [
            { call: { tool: "edit", args: { path: "a.txt", streamContent: "after\n" } } },
            { touch: "thinking" },
            { hang: true },
          ],
        },
      ],
    });
    session.submit("one");
    await one.agent.reached("thinking");
    session.interrupt();
    expect(session.snapshot().phase).toBe("stopping");
    session.interrupt();
    await session.idle();
    expect(session.results).toMatchObject([
      { status: "interrupted", exitCode: 130, filesChanged: ["a.txt"] },
    ]);
    expect((await one.agent.recorded("signal")).map(({ signal }) => signal)).not.toContain("SIGTERM");
    expect(await one.read("a.txt")).toBe("after\n");
  });
});
