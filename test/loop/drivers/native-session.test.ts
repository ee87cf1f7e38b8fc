/** Several turns of a native session. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { checkTimeline, of } from "../../cursor/native/timeline.js";
import { open } from "../opened-session.js";

const waits: Scenario = {
  models: [{ id: "gpt-5", label: "GPT" }],
  countBy: "start",
  replies: [
    { steps: [{ touch: "thinking" }, { waitForFile: "release" }, { say: "One." }] },
    { say: "Two." },
    { say: "Three." },
  ],
};

const deaf: Scenario = {
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
};

describe("between and during turns", () => {
  it("another model, and what is typed meanwhile, are for the next turn; a cleared session has a fresh chat", async () => {
    const { bench, session, events } = await open(waits, "--native");
    expect(session.snapshot()).toMatchObject({ mode: "native", phase: "idle", maxSteps: 1 });
    session.submit("one");
    await bench.agent.reached("thinking");
    session.setModel("cursor:gpt-5");
    session.submit("two");
    expect(session.snapshot()).toMatchObject({ phase: "thinking", queued: ["two"] });
    await bench.agent.release("release");
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
    const runs = await bench.agent.runs();
    expect(runs.map(({ argv }) => argv.includes("gpt-5"))).toEqual([false, true, true]);
    const [first, second, third] = await bench.agent.recorded("prompt");
    expect(second).toMatchObject({ chatId: first?.chatId, stdin: "two" });
    expect(third?.chatId).not.toBe(first?.chatId);
    checkTimeline(events);
    expect(of(events, "thread.started")).toHaveLength(2);
  });

  it("a second interrupt ends a Cursor that does not listen; the changes stay in an attended session", async () => {
    const { bench, session } = await open(deaf, "--native");
    session.submit("one");
    await bench.agent.reached("thinking");
    session.interrupt();
    expect(session.snapshot().phase).toBe("stopping");
    session.interrupt();
    await session.idle();
    expect(session.results).toMatchObject([
      { status: "interrupted", exitCode: 130, filesChanged: ["a.txt"] },
    ]);
    expect((await bench.agent.recorded("signal")).map(({ signal }) => signal)).not.toContain("SIGTERM");
    expect(await bench.read("a.txt")).toBe("after\n");
  });
});
