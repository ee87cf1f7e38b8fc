/** What Cursor may print wrongly or against the rules, seen on the built program with the scripted agent. */
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { Reply } from "../../../fixtures/agent/scenario-types.js";
import { printedResult } from "../../../source/print/printed.js";
import { isAlive } from "../../processes.js";
import { asked, Bench } from "../../program.js";

const modes = [
  ["reasoning", []],
  ["native", ["--native", "--approval", "never"]],
] as const;

async function print(reply: Reply, flags: readonly string[] = [], request = "go") {
  const one = await Bench.create({ replies: [reply] });
  const { stdout, exitCode } = await one.start(["-p", request, "--output-format", "json", ...flags]);
  return { one, exitCode, result: printedResult.parse(JSON.parse(String(stdout))) };
}

describe.each(modes)("in %s mode", (_, flags) => {
  it.each([{ subtype: "error_during_execution", is_error: null }, { subtype: null }])(
    "a result with the fields %j is a failure with its text",
    async (fields) => {
      const { exitCode, result } = await print(
        { say: "Half", result: { ...fields, result: "It broke." } },
        flags,
      );
      expect(exitCode).toBe(1);
      expect(result.status).toBe("failed");
      expect(result.error?.message).toBe("Cursor reported an error: It broke.");
    },
  );

  it.each([
    "Error: RetriableError: WritableIterable is closed",
    "Error: RetriableError: [unavailable] HTTP 503",
    "I look at it now.\n\nConnectError: [aborted] read ECONNRESET",
  ])("the text of a transport failure is no answer: %s", async (say) => {
    const { exitCode, result } = await print({ say }, flags);
    expect(exitCode).toBe(1);
    expect(result.error?.code).toBe("transport");
  });

  it("an answer that quotes such a line is an answer", async () => {
    const say = "Your log ends with ConnectError: [aborted] read ECONNRESET, so the network failed.";
    const { exitCode, result } = await print({ say }, flags);
    expect(exitCode).toBe(0);
    expect(result.answer).toBe(say);
  });
});

describe.each(modes)("what Cursor prints, in %s mode", (_, flags) => {
  it("may hold raw control characters in a string, and notices on the line of an event", async () => {
    const text = "one\ttab\n\nthree";
    const event = {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "text", text }] },
      timestamp_ms: 1,
    };
    const broken = JSON.stringify(event).replaceAll("\\n", "\n").replaceAll("\\t", "\t");
    const { exitCode, result } = await print(
      { steps: [{ line: `\u001b[2KUpdate available.${broken}\u0000` }], result: { result: text } },
      flags,
    );
    expect(exitCode).toBe(0);
    expect(result.answer).toBe(text);
  });

  it("is shown and kept whole where it is why Cursor did not start", async () => {
    const lines = ["Could not start.", "  The disk is full.", "  Free some space."];
    const one = await Bench.create({
      replies: [{ prelude: [...lines.map((stderr) => ({ stderr })), { exit: 1 }] }],
    });
    const { stdout, exitCode } = await one.start(["-p", "go", "--output-format", "json", ...flags]);
    expect(exitCode).toBe(1);
    const { error } = printedResult.parse(JSON.parse(String(stdout)));
    expect(error?.message).toMatch(/: Could not start\.\nThe disk is full\.\nFree some space\.$/);
    const { stderr } = await one.start(["-p", "go", ...flags]);
    expect(stderr).toContain("Free some space.");
    const [log] = await one.nativeLogs();
    expect(log?.split("\n").slice(0, 3)).toEqual(lines);
  });

  it("warns of very many plain lines a few times, and logs 64 kB of them", async () => {
    const one = await Bench.create({
      replies: [{ prelude: [{ noise: { lines: 200_000, bytes: 100 } }], say: "Done." }],
    });
    const { stdout, exitCode } = await one.start(["-p", "go", "--output-format", "stream-json", ...flags]);
    expect(exitCode).toBe(0);
    const warnings = String(stdout)
      .split("\n")
      .filter((line) => line.includes('"runtime.warning"'));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toContain("199980 more such lines");
    const [log = ""] = await one.nativeLogs();
    expect(log.length).toBeLessThan(80 * 1024);
  });
});

describe.each(modes)("the start, in %s mode", (_, flags) => {
  it("copes with notices around the version and around the chat's id, and with a relative path", async () => {
    const one = await Bench.create({
      commands: { version: [{ line: "\u001b[33mA new version is available.\u001b[0m" }] },
      replies: [{ say: "Hello." }],
    });
    const path = relative(one.repository, one.agent.binary);
    const { stdout, exitCode } = await one.start(["-p", "go", ...flags], {
      env: { COPPERHEAD_CURSOR_PATH: path },
    });
    expect(stdout).toBe("Hello.\n");
    expect(exitCode).toBe(0);
  });

  it("reports what it waits for where the version takes long", async () => {
    const one = await Bench.create({
      commands: { version: [{ waitMs: 3500 }] },
      replies: [{ say: "Hello." }],
    });
    const { stderr, exitCode } = await one.start(["-p", "go", ...flags]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/Waiting for .+ --version/);
  });
});

describe.runIf(process.platform === "linux").each(modes)(
  "a helper in a session of its own, in %s mode",
  (_, flags) => {
    const grandchild = { group: "own", stubborn: true } as const;

    async function helperOf(one: Bench): Promise<number> {
      for (;;) {
        const [record] = await one.agent.recorded("grandchild");
        if (record) {
          return Number(record.child);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    it("is ended with the turn", async () => {
      const one = await Bench.create({ replies: [{ steps: [{ grandchild }, { say: "Done." }] }] });
      const { exitCode } = await one.start(["-p", "go", ...flags]);
      expect(exitCode).toBe(0);
      expect(isAlive(await helperOf(one))).toBe(false);
    });

    it("is ended when the turn is interrupted", async () => {
      const one = await Bench.create({ replies: [{ steps: [{ grandchild }, { hang: true }] }] });
      const run = one.start(["-p", "go", ...flags]);
      const helper = await helperOf(one);
      run.kill("SIGTERM");
      expect((await run).exitCode).toBe(143);
      expect(isAlive(helper)).toBe(false);
    });

    it("is ended at the next start after a kill -9", async () => {
      const one = await Bench.create({
        countBy: "start",
        replies: [{ steps: [{ grandchild }, { hang: true }] }, { say: "Hello." }],
      });
      const run = one.start(["-p", "go", ...flags]);
      const helper = await helperOf(one);
      run.kill("SIGKILL");
      await run;
      expect(isAlive(helper)).toBe(true);
      const { exitCode } = await one.start(["-p", "go on", ...flags]);
      expect(exitCode).toBe(0);
      expect(isAlive(helper)).toBe(false);
    });
  },
);

describe("the tripwire", () => {
  it.each(["file_change", "function_call", "computer_use"])(
    "trips on an event of the unknown type %s",
    async (type) => {
      const { exitCode } = await print({ steps: [{ emit: { type } }, { say: "Done." }] });
      expect(exitCode).toBe(4);
    },
  );

  it("trips on a tool event after the result before anything is dispatched, and logs it", async () => {
    const late = { type: "tool_call", subtype: "started", call_id: "1", tool_call: { shellToolCall: {} } };
    const { one, exitCode } = await print({
      say: asked("write_file", { path: "a.txt", content: "x" }),
      afterResult: [{ waitMs: 100 }, { line: JSON.stringify(late) }],
    });
    expect(exitCode).toBe(4);
    await expect(one.read("a.txt")).rejects.toThrow();
    const calls = (await one.transcript()).filter(({ type }) => type === "tool");
    expect(calls).toEqual([]);
  });
});

describe("two segments without a call between them", () => {
  it("are two paragraphs, and a call at their border is dispatched", async () => {
    const call = asked("list_files")
      .replaceAll(/```(?:json)?\n?/g, "")
      .trim();
    const one = await Bench.create({
      replies: [
        {
          steps: [
            { say: "I look first." },
            { endSegment: true },
            { say: call },
            { endSegment: true },
            { say: "That is all." },
          ],
        },
        { say: "Done." },
      ],
    });
    const { stdout, exitCode } = await one.start(["-p", "go", "--output-format", "json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(String(stdout)).answer).toBe("Done.");
    const transcript = await one.transcript();
    expect(transcript.find(({ type }) => type === "assistant")?.data).toMatchObject({
      text: "I look first.\n\nThat is all.",
      calls: [{ tool: "list_files" }],
    });
  });

  it("leave the last one as the answer of a native turn", async () => {
    const { result } = await print(
      { steps: [{ say: "I look first." }, { endSegment: true }, { say: "It is fine." }] },
      ["--native"],
    );
    expect(result.answer).toBe("It is fine.");
  });
});
