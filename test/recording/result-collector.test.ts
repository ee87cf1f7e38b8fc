import { describe, expect, it } from "vitest";
import type { RuntimeEventBody } from "../../source/base/events.js";
import { stampEvent } from "../../source/base/stamp.js";
import { ResultCollector } from "../../source/recording/result-collector.js";

const said = (delta: string, itemId = "t:assistant"): RuntimeEventBody => ({
  type: "message.delta",
  itemId,
  delta,
});
const called = (itemId: string): RuntimeEventBody => ({
  type: "tool.started",
  itemId,
  toolKind: "other",
  title: "Read",
  origin: "cursor",
});
const changed = (path: string): RuntimeEventBody => ({ type: "file.changed", path, added: 1, removed: 0 });
const done: RuntimeEventBody = { type: "turn.completed", status: "completed", exitCode: 0 };
const failed = (exitCode: number): RuntimeEventBody => ({
  type: "turn.completed",
  status: "failed",
  exitCode,
  errorMessage: "It failed.",
});

function gather(...bodies: RuntimeEventBody[]) {
  const collector = new ResultCollector();
  for (const body of [{ type: "turn.started" } as const, ...bodies]) {
    collector.push(stampEvent(body, { sessionId: "s", turnId: "t" }));
  }
  return collector.lastTurn;
}

describe("the answer", () => {
  it("is the text after the last call", () => {
    expect(
      gather(said("Look"), said("ing."), called("t:1"), said("Two"), said(" layers."), done)?.answer,
    ).toBe("Two layers.");
  });

  it("is the text before it, where there is none after it", () => {
    expect(gather(said("Done."), called("t:1"), done)?.answer).toBe("Done.");
  });

  it("goes on over an interruption of the connection", () => {
    expect(gather(said("One "), called("t:connection_1"), said("answer."), done)?.answer).toBe("One answer.");
  });

  it("is the last message, in deltas or whole", () => {
    expect(gather(said("Step 1."), said("Step 2.", "t:assistant:2"), done)?.answer).toBe("Step 2.");
    const whole: RuntimeEventBody = { type: "message.completed", itemId: "t:answer", text: "Whole." };
    expect(gather(said("Step 1."), whole, done)?.answer).toBe("Whole.");
  });

  it("is none where the turn failed, unless only its checks did", () => {
    expect(gather(said("Half"), failed(1))?.answer).toBe("");
    expect(gather(said("All done."), failed(6))?.answer).toBe("All done.");
  });
});

describe("the rest of the result", () => {
  it("sums what was discarded, and has the last usage and verification", () => {
    const tokens = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
    const check = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 1, known: 0 } as const;
    const discarded: RuntimeEventBody = { type: "reply.discarded", blocks: 1, calls: 2, notice: "n" };
    const turn = gather(
      { type: "usage.updated", ...tokens, inputTokens: 0 },
      { type: "usage.updated", ...tokens },
      discarded,
      discarded,
      { type: "verification.completed", drc: check },
      { type: "verification.completed", erc: check },
      done,
    );
    expect(turn).toMatchObject({
      usage: tokens,
      discarded: { blocks: 2, calls: 4 },
      verification: { erc: check },
    });
    expect(turn?.verification.drc).toBeUndefined();
  });

  it("has what changed in each project of the last verification", () => {
    const erc = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 0, known: 0 } as const;
    const nets = { added: [], removed: [], joined: [], split: [], renamed: [], pins: [] };
    const parts = { added: [], removed: [], changed: [] };
    const verified = (project: string): RuntimeEventBody => {
      return { type: "verification.completed", project, erc, nets, parts, findings: "x" };
    };
    const result = gather(verified("old"), changed("x"), verified("a"), verified("b"), done);
    expect(result?.verification).toEqual({
      erc,
      projects: [
        { project: "a", erc, nets, parts },
        { project: "b", erc, nets, parts },
      ],
    });
  });

  it("names each changed file once, sorted, and none after a restore", () => {
    expect(gather(changed("b"), changed("a"), changed("b"), done)?.filesChanged).toEqual(["a", "b"]);
    const restored: RuntimeEventBody = { type: "runtime.warning", code: "restored", message: "Put back: a" };
    expect(gather(changed("a"), restored, failed(1))?.filesChanged).toEqual([]);
  });

  it("has the failure that was reported, or the turn's own message", () => {
    const error: RuntimeEventBody = {
      type: "runtime.error",
      code: "tripwire",
      message: "Tripped.",
      advice: "Try.",
    };
    expect(gather(error, failed(4))?.failure).toEqual({
      code: "tripwire",
      message: "Tripped.",
      advice: "Try.",
      exitCode: 4,
    });
    expect(gather(failed(3))?.failure).toEqual({ code: "failed", message: "It failed.", exitCode: 3 });
    expect(gather(error, done)?.failure).toBeUndefined();
  });

  it("fails on an exit code that no turn has", () => {
    expect(gather(failed(77))?.exitCode).toBe(1);
  });

  it("forgets the turn before", () => {
    const turn = gather(said("Old."), changed("a"), done, { type: "turn.started" }, done);
    expect(turn).toMatchObject({ answer: "", filesChanged: [] });
  });
});
