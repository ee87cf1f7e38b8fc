/** The printed run, as scripts and CI use it: the built program, a real repository, the scripted agent. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../fixtures/agent/scenario-types.js";
import { type RuntimeEvent, runtimeEvent } from "../../../source/base/events.js";
import { printedResult } from "../../../source/print/printed.js";
import { asked, Bench, programPath } from "../../program.js";

/** A scenario that answers with these texts, one a step. */
function replies(...texts: string[]): Scenario {
  return { replies: texts.map((say) => ({ say })) };
}

function eventsOf(stdout: string): RuntimeEvent[] {
  expect(stdout.endsWith("\n")).toBe(true);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => runtimeEvent.parse(JSON.parse(line)) as RuntimeEvent);
}

describe("--print", () => {
  it("as text writes the answer alone to stdout, progress to stderr, and no control character to either", async () => {
    const one = await Bench.create(
      replies(`Looking.\n\n${asked("list_files")}`, "Two \u001b[31mfiles\u0007 here."),
    );
    await one.write("a.txt", "x\n");
    const { stdout, stderr, exitCode } = await one.start(["--print", "what is here?"]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("Two ␛[31mfiles␇ here.\n");
    expect(stderr).toContain("List files");
    expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it("as json writes one object that fits its schema", async () => {
    const one = await Bench.create(
      replies(asked("write_file", { path: "notes.md", content: "hi\n" }), "Wrote it."),
    );
    const { stdout, exitCode } = await one.start(["-p", "write", "--output-format", "json"]);
    const result = printedResult.parse(JSON.parse(String(stdout)));
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({
      status: "completed",
      exitCode: 0,
      answer: "Wrote it.",
      filesChanged: ["notes.md"],
    });
    expect(result.usage.outputTokens).toBeGreaterThan(0);
    expect(await one.read("notes.md")).toBe("hi\n");
  });

  it("as stream-json writes canonical events in order: one session, one chat, deltas that join, the end last", async () => {
    const one = await Bench.create(
      replies(`Reading.\n\n${asked("read_file", { path: "a.txt" })}`, "It says x."),
    );
    await one.write("a.txt", "x\n");
    const { stdout } = await one.start(["-p", "read a.txt", "--output-format", "stream-json"]);
    const events = eventsOf(String(stdout));
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe("session.started");
    expect(types.filter((type) => type === "thread.started")).toHaveLength(1);
    expect(types.at(-2)).toBe("turn.completed");
    expect(types.at(-1)).toBe("session.exited");
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
    for (const completed of events) {
      if (completed.type === "message.completed") {
        const deltas = events.flatMap((event) =>
          event.type === "message.delta" && event.itemId === completed.itemId ? [event.delta] : [],
        );
        expect(deltas.join("")).toBe(completed.text);
      }
    }
    expect(JSON.stringify(events)).not.toContain("```json");
  });

  it("sends from the second step on only what is new, to the same chat", async () => {
    const one = await Bench.create(replies(asked("list_files"), "Done."));
    await one.start(["-p", "list the files"]);
    const [first, second] = await one.agent.recorded("prompt");
    const runs = await one.agent.runs();
    expect(first?.stdin).toContain("list the files");
    expect(second?.stdin).not.toContain("list the files");
    expect(second?.stdin).toContain("[result of list_files]");
    expect(runs[1]?.argv).toContain("--resume");
    expect(second?.chatId).toBe(first?.chatId);
  });

  it("discards invented results, reports how many, and keeps their text in the transcript alone", async () => {
    const invented = "[result of write_file]\nwritten: INVENTED";
    const first = `${asked("list_files")}\n\n${invented}\n${asked("write_file", { path: "b.txt", content: "b" })}`;
    const one = await Bench.create(replies(first, "I see."));
    const { stdout, stderr } = await one.start(["-p", "go", "--output-format", "stream-json"]);
    expect(stdout).not.toContain("INVENTED");
    expect(eventsOf(String(stdout))).toContainEqual(
      expect.objectContaining({ type: "reply.discarded", blocks: 1, calls: 1 }),
    );
    expect(stderr).toBe("");
    const transcript = await one.transcript();
    const fabricated = transcript.find(({ type }) => type === "fabricated-results");
    expect(fabricated?.data.text).toContain("INVENTED");
    const [, second] = await one.agent.recorded("prompt");
    const prompt = second?.stdin ?? "";
    expect(prompt.indexOf("[result of list_files]")).toBeLessThan(prompt.indexOf("[user]"));
    expect(prompt.slice(prompt.indexOf("[user]"))).toMatch(/1 /);
    await expect(one.read("b.txt")).rejects.toThrow();
  });

  it("reads the request from stdin, and from the arguments and stdin together", async () => {
    const one = await Bench.create(replies("ok", "ok"));
    await one.start(["-p"], { stdin: "from stdin" });
    await one.start(["-p", "from argv"], { stdin: "from stdin" });
    const [alone, both] = await one.agent.recorded("prompt");
    expect(alone?.stdin).toContain("[user]\nfrom stdin");
    expect(both?.stdin).toContain("[user]\nfrom argv\n\nfrom stdin");
  });

  it("passes a request of 5 MB on whole", async () => {
    const one = await Bench.create(replies("Long."));
    const request = "R".repeat(5_000_000);
    const { stdout } = await one.start(["-p"], { stdin: request });
    expect(stdout).toBe("Long.\n");
    const [prompt] = await one.agent.recorded("prompt");
    expect(prompt?.stdin.includes(request)).toBe(true);
  });

  it("passes the agent no variables of the environment but those of the allow-list", async () => {
    const vendors = [
      "ANTHROPIC",
      "OPENAI",
      "CURSOR",
      "GEMINI",
      "GOOGLE",
      "MISTRAL",
      "COHERE",
      "GROQ",
      "XAI",
      "DEEPSEEK",
    ];
    const more = [
      "AZURE",
      "AWS",
      "HF",
      "REPLICATE",
      "TOGETHER",
      "FIREWORKS",
      "PERPLEXITY",
      "OPENROUTER",
      "GITHUB",
      "NPM",
    ];
    const keys = Object.fromEntries(
      [...vendors, ...more].map((vendor) => [`${vendor}_API_KEY`, `secret-${vendor}`]),
    );
    const one = await Bench.create(replies("ok"));
    await one.start(["-p", "go"], { env: { ...keys, LC_ALL: "C.UTF-8", NODE_OPTIONS: "", CI: "true" } });
    const [run] = await one.agent.runs();
    const allowed =
      /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TERM|TZ|TMPDIR|TEMP|TMP|XDG_.*|CURSOR_CONFIG_DIR|CURSOR_DATA_DIR|COPPERHEAD_CHILD_MARKER)$/;
    const names = Object.keys(run?.env ?? {});
    expect(names).toContain("LC_ALL");
    expect(names.filter((name) => !allowed.test(name))).toEqual([]);
    expect(JSON.stringify(run)).not.toContain("secret-");
  });

  it("starts the agent in plan mode, in the sandbox and outside of the repository", async () => {
    const one = await Bench.create(replies("ok"));
    await one.start(["-p", "go"]);
    const [run] = await one.agent.runs();
    expect(run?.argv).toEqual(
      expect.arrayContaining(["--mode", "plan", "--sandbox", "enabled", "--output-format", "stream-json"]),
    );
    expect(run?.argv).not.toContain("--model");
    expect(run?.argv).not.toContain("--force");
    expect(run?.cwd.startsWith(one.repository)).toBe(false);
  });

  it("passes on the model that the user named", async () => {
    const one = await Bench.create({ models: [{ id: "gpt-5", label: "GPT" }], ...replies("ok") });
    await one.start(["-p", "go", "--model", "cursor:gpt-5"]);
    const [run] = await one.agent.runs();
    expect(run?.argv.join(" ")).toContain("--model gpt-5");
  });
});

describe("the end of a printed run", () => {
  const edit = asked("write_file", { path: "a.txt", content: "changed\n", overwrite: true });

  async function ending(scenario: Scenario, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
    const one = await Bench.create(scenario);
    await one.write("a.txt", "before\n");
    const { stdout, stderr, exitCode } = await one.start(["-p", "go", "--output-format", "json", ...args], {
      env,
    });
    return {
      one,
      exitCode,
      stderr: String(stderr),
      result: JSON.parse(String(stdout)),
      after: await one.read("a.txt"),
    };
  }

  it("is 0 when the turn is done, and the changed files stay", async () => {
    const { exitCode, after, result } = await ending(replies(edit, "Done."));
    expect({ exitCode, after }).toEqual({ exitCode: 0, after: "changed\n" });
    expect(result.status).toBe("completed");
  });

  it("is 0 when the model refuses", async () => {
    const { exitCode, result } = await ending(
      replies(asked("finish", { outcome: "refused", summary: "Not mine to do." })),
    );
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ status: "refused", answer: "Not mine to do." });
  });

  it("is 1 when a step fails; its files are put back, or stay under --on-failure keep", async () => {
    const scenario: Scenario = {
      replies: [{ say: edit }, { steps: [{ stderr: "Error: T: [canceled]" }, { exit: 1 }] }],
    };
    const restored = await ending(scenario);
    expect(restored).toMatchObject({
      exitCode: 1,
      after: "before\n",
      result: { status: "failed", filesChanged: [] },
    });
    const kept = await ending(scenario, ["--on-failure", "keep"]);
    expect(kept).toMatchObject({ exitCode: 1, after: "changed\n", result: { filesChanged: ["a.txt"] } });
  });

  it("is 2 for wrong options and unknown models, with an object on stdout", async () => {
    const usage = await ending(replies("ok"), ["--max-steps", "x"]);
    expect(usage).toMatchObject({ exitCode: 2, result: { status: "failed", error: { code: "usage" } } });
    const model = await ending({ models: [{ id: "gpt-5", label: "GPT" }], ...replies("ok") }, [
      "--model",
      "cursor:gpt-6",
    ]);
    expect(model.exitCode).toBe(2);
    expect(model.result.error.message + model.result.error.advice).toContain("gpt-5");
    const asking = await ending(replies("ok"), ["--approval", "on-request"]);
    expect(asking).toMatchObject({ exitCode: 2 });
  });

  it("is 2 when the settings want changes to be approved and there is no terminal", async () => {
    const one = await Bench.create(replies(edit, "Done."));
    await mkdir(join(one.repository, ".copperhead"));
    await one.write(".copperhead/config.json", '{"approval": "on-request"}');
    const { exitCode, stdout } = await one.start(["do", "go", "--output-format", "json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(String(stdout)).error.code).toBe("usage");
  });

  it("is 1 when the answer cannot be written", async () => {
    const one = await Bench.create(replies("Lost."));
    const { exitCode, stderr } = await one.startIn("sh", ["-c", `node "$0" -p go > /dev/full`, programPath]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("cannot be written");
  });

  it("has no line of progress that the name of a file has forged", async () => {
    const path = "x\nERC: 0 new errors, 0 fixed, 0 known";
    const one = await Bench.create(replies(asked("write_file", { path, content: "x" }), "Done."));
    const { stderr } = await one.start(["-p", "go"]);
    expect(
      String(stderr)
        .split("\n")
        .filter((line) => line.startsWith("ERC")),
    ).toEqual([]);
  });

  it("is 3 when the CLI is missing, not logged in or at its limit, with advice for each", async () => {
    const missing = await ending(replies("ok"), [], { COPPERHEAD_CURSOR_PATH: "/nowhere/agent" });
    expect(missing.exitCode).toBe(3);
    const login = await ending({ account: { loggedIn: false }, ...replies("ok") });
    expect(login.exitCode).toBe(3);
    for (const { result } of [missing, login]) {
      const shown = `${result.error.message} ${result.error.advice}`;
      for (const word of ["agent login", "agent status", "COPPERHEAD_CURSOR_PATH"]) {
        expect(shown).toContain(word);
      }
    }
    const limit = await ending({
      replies: [
        { say: edit },
        {
          steps: [{ stderr: "Error: You've hit your usage limit, it will reset on 12/24/2026" }, { exit: 1 }],
        },
      ],
    });
    expect(limit).toMatchObject({ exitCode: 3, after: "before\n" });
    expect(JSON.stringify(limit.result.error)).toContain("12/24/2026");
  });

  it("is 4 when Cursor uses a tool of its own, and nothing is dispatched", async () => {
    const { exitCode, after, result, one } = await ending({
      replies: [{ steps: [{ say: edit }, { call: { tool: "shell", args: { command: "touch x" } } }] }],
    });
    expect({ exitCode, after }).toEqual({ exitCode: 4, after: "before\n" });
    expect(result.error.message).toMatch(/shell/i);
    expect((await one.transcript()).map(({ type }) => type)).toContain("tripwire");
  });

  it("is 4 when Cursor reads a file itself, and 0 under --tripwire actions", async () => {
    const scenario: Scenario = {
      replies: [{ steps: [{ call: { tool: "read", args: { path: "x" } } }, { say: "Read." }] }],
    };
    expect((await ending(scenario)).exitCode).toBe(4);
    expect((await ending(scenario, ["--tripwire", "actions"])).result).toMatchObject({
      exitCode: 0,
      answer: "Read.",
    });
  });

  it("is 5 when the steps are used up; the work stays, and the advice is to continue or to undo", async () => {
    const { exitCode, after, result } = await ending(replies(edit, asked("list_files"), "never asked"), [
      "--max-steps",
      "2",
    ]);
    expect({ exitCode, after }).toEqual({ exitCode: 5, after: "changed\n" });
    expect(result.error.advice).toContain("--continue");
    expect(result.error.advice).toContain("undo");
  });

  it("is 5 after three replies in which there is nothing to run", async () => {
    const broken = '{"tool": "read_file", "args": {"path": ';
    const { exitCode, result } = await ending(replies(broken, broken, broken));
    expect(exitCode).toBe(5);
    expect(result.error.code).toBe("stalled");
  });

  it("is in the transcript even when the agent fails", async () => {
    const { one } = await ending({ replies: [{ steps: [{ exit: 1 }] }] });
    expect((await one.transcript()).map(({ type }) => type).slice(-2)).toEqual(["turn-end", "session-end"]);
  });

  it("is 0 for a dry run, which shows its diff and changes nothing", async () => {
    const { exitCode, after, result } = await ending(replies(edit, "Done."), ["--dry-run"]);
    expect({ exitCode, after }).toEqual({ exitCode: 0, after: "before\n" });
    expect(result.diff).toContain("+changed");
    expect(result.filesChanged).toEqual([]);
  });
});
