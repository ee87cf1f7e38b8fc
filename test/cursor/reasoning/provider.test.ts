import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../processes.js";
import { say, stay, trap, until } from "../made-program.js";
import * as stream from "../stream.js";
import { answer, call, goOn, hello, makeProvider } from "./stepping.js";

describe("a step", () => {
  it("starts Cursor where it may do nothing, without anybody's keys", async () => {
    const { provider, chat, starts, workspace } = makeProvider([answer("Hi.")], { model: "gpt-6" });
    await chat();
    const [start] = starts();
    expect(start?.args.join(" ")).toBe(
      `-p --output-format stream-json --stream-partial-output --mode plan --sandbox enabled --trust --workspace ${workspace} --model gpt-6`,
    );
    expect(start?.rules).toBe(true);
    expect(start?.env.OPENAI_API_KEY).toBeUndefined();
    expect(start?.env.PATH).toBe(process.env.PATH);
    expect(start?.input).toMatch(/^You are tested\.\n[\s\S]*read_file[\s\S]*\[user\]\nhello/);
    await provider.dispose();
    expect(existsSync(workspace)).toBe(false);
  });

  it("returns the reply, what the chat knows and the usage", async () => {
    const text = `I look.\n${call}`;
    const { chat, events, prose, printed } = makeProvider([
      answer(text, stream.init(), [stream.thinking("hm"), stream.thinking(""), stream.thought()]),
    ]);
    expect(await chat()).toEqual({
      text: "I look.",
      calls: [{ tool: "read_file", args: { path: "a" } }],
      refusals: [],
      discarded: null,
      chatId: stream.chat,
      known: 2,
      usage: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 30, cacheWriteTokens: 0 },
    });
    expect(events.filter((event) => event.type !== "prose")).toEqual([
      { type: "step-started", chatId: stream.chat, model: "Auto", apiKeySource: "login" },
      { type: "thinking", delta: "hm" },
      { type: "thinking-completed" },
    ]);
    expect(prose()).toBe("I look.");
    expect(printed).toHaveLength(9);
  });

  it("never throws for a malformed reply", async () => {
    const { chat } = makeProvider([answer('{"tool": "read_file", "args": {"path": ')]);
    expect(await chat()).toMatchObject({ calls: [], nudge: expect.any(String) });
  });

  it("joins segments with a blank line, so that calls keep their own lines", async () => {
    const todos = [
      stream.started("1", "updateTodos"),
      stream.completed("1", "updateTodos", {}, { success: {} }),
    ];
    const step = say(
      stream.init(),
      stream.recap("First."),
      ...todos,
      stream.lastRecap(call),
      stream.result(`First.${call}`),
    );
    const { chat, of } = makeProvider([step]);
    expect(await chat()).toMatchObject({ text: "First.", calls: [{ tool: "read_file" }] });
    expect(of("note")).toEqual([{ type: "note", title: "updateTodos" }]);
  });

  it("reads the text of a plan as reply text, once", async () => {
    const args = { plan: `The plan.\n${call}`, name: "Read" };
    const plan = [
      stream.started("1", "createPlan", args),
      stream.completed("1", "createPlan", args, { success: {} }),
    ];
    const { chat, of, prose } = makeProvider([say(stream.init(), ...plan, ...plan, stream.result(""))]);
    const reply = await chat();
    expect(reply).toMatchObject({ text: "The plan." });
    expect(reply.calls).toHaveLength(1);
    expect(of("note")).toEqual([{ type: "note", title: "createPlan", detail: "Read" }]);
    expect(prose()).toBe("The plan.");
  });

  it("lets the result have the last word, with a warning", async () => {
    const step = say(stream.init(), stream.delta("Wrong"), stream.lastRecap("Odd"), stream.result("Right"));
    const { chat, of } = makeProvider([step]);
    expect(await chat()).toMatchObject({ text: "Right" });
    expect(of("warning")).toMatchObject([{ code: "answer-repeated-differently" }]);
  });

  it("reports one pair for each interruption of the connection", async () => {
    const trouble = [1, 2].flatMap((n) => [stream.reconnecting(n), stream.retrying(n), stream.reconnected()]);
    const { chat, of } = makeProvider([answer("Hi.", stream.init(), [...trouble, stream.reconnecting(3)])]);
    await chat();
    expect(of("connection")).toEqual([
      { type: "connection", state: "interrupted", attempt: 1 },
      { type: "connection", state: "restored" },
      { type: "connection", state: "interrupted", attempt: 2 },
      { type: "connection", state: "restored" },
      { type: "connection", state: "interrupted", attempt: 3 },
      { type: "connection", state: "restored" },
    ]);
  });

  it("counts what it does not know, warns of it once, and of lines that are no JSON", async () => {
    const { provider, chat, of } = makeProvider([
      say("Update \u001b[1mavailable") +
        answer("Hi.", stream.init(), [
          { type: "telemetry", n: 1 },
          { type: "telemetry", n: 2 },
        ]),
    ]);
    await chat();
    await chat();
    expect(of("warning")).toEqual([
      { type: "warning", code: "cursor-output", message: "Update available" },
      expect.objectContaining({ code: "unknown-event", message: expect.stringContaining("telemetry") }),
      { type: "warning", code: "cursor-output", message: "Update available" },
    ]);
    expect([...provider.unknownEvents]).toEqual([["telemetry", 4]]);
  });

  it("ends at the result though the process stays, and leaves nothing behind", async () => {
    const { provider, chat, pid } = makeProvider([trap("TERM", "") + answer("Hi.") + stay]);
    await chat();
    expect(isAlive(pid())).toBe(true);
    await provider.dispose();
    expect(isAlive(pid())).toBe(false);
  });

  it("accepts a prompt of 5 MB", async () => {
    const { chat, starts } = makeProvider([answer("Hi.")]);
    await chat([{ role: "user", text: "x".repeat(5_000_000) }]);
    expect(starts()[0]?.input.length).toBeGreaterThan(5_000_000);
  });
});

describe("the tripwire", () => {
  const trips = (event: object) =>
    trap("TERM", "") + say(stream.init(), stream.delta(`${call}\n`), event) + stay;

  it.each([
    ["a native tool", stream.started("1", "shell", { command: "rm -rf /" }), "shell (rm -rf /)"],
    ["a tool that only reads", stream.started("1", "read", { path: "/etc/passwd" }), "read (/etc/passwd)"],
    [
      "a query",
      { type: "interaction_query", subtype: "request", query_type: "mcpRequestQuery", query: {} },
      "mcp",
    ],
    ["a subtype that executes", { type: "update", subtype: "apply_patch_started" }, "apply_patch_started"],
  ])("stops everything at %s, and names it", async (_, event, tool) => {
    const { chat, pid } = makeProvider([trips(event)]);
    await expect(chat()).rejects.toMatchObject({
      failure: {
        code: "tripwire",
        exitCode: 4,
        message: expect.stringMatching(`${tool.replace(/[()/]/g, "\\$&")}.*"strict"`),
      },
    });
    expect(isAlive(pid())).toBe(false);
  });

  it("lets reading pass under actions, and nothing more", async () => {
    const read = [
      stream.started("1", "read", { path: "a" }),
      stream.completed("1", "read", {}, { success: {} }),
    ];
    const lenient = makeProvider([answer("Hi.", stream.init(), read)], { tripwire: "actions" });
    expect(await lenient.chat()).toMatchObject({ text: "Hi." });
    expect(lenient.of("note")).toEqual([{ type: "note", title: "read", detail: "a" }]);
    const other = makeProvider([trips(stream.started("1", "edit"))], { tripwire: "actions" });
    await expect(other.chat()).rejects.toMatchObject({
      failure: { message: expect.stringContaining('"actions"') },
    });
  });

  it("logs the line that tripped it", async () => {
    const { chat, printed } = makeProvider([trips(stream.started("1", "shell"))]);
    await expect(chat()).rejects.toThrow();
    expect(printed.at(-1)).toContain("shellToolCall");
  });
});

/** Prints on being asked to end, and ends on the second signal alone. */
const stubborn =
  trap("INT", `${say("asked", stream.delta("too late"))} echo asked >&2; : > "$folder/asked"`) +
  trap("TERM", ': > "$folder/gone"; exit') +
  say(stream.init()) +
  stay;

/** Ends when asked to. */
const obedient = trap("INT", "exit 130") + say(stream.init()) + stay;

/** Notes whether an earlier start is gone. */
const inOrder = `if [ -e "$folder/gone" ]; then echo true; else echo false; fi > "$folder/order"\n`;

describe("interrupting", () => {
  it("asks the process to end, and a fresh chat follows", async () => {
    const { provider, chat, abort, events, pid } = makeProvider([obedient]);
    const step = chat();
    await until(() => events.some((event) => event.type === "step-started"));
    abort.abort();
    await expect(step).rejects.toMatchObject({ failure: { code: "interrupted", exitCode: 130 } });
    await provider.lingering;
    expect(isAlive(pid())).toBe(false);
    await expect(chat()).rejects.toMatchObject({ failure: { code: "interrupted" } });
  });

  it("ends a process at once that does not listen", async () => {
    const { provider, chat, abort, events, folder, pid } = makeProvider([stubborn]);
    const step = chat();
    await until(() => events.some((event) => event.type === "step-started"));
    const failed = expect(step).rejects.toMatchObject({ failure: { code: "interrupted" } });
    abort.abort();
    await until(() => existsSync(join(folder, "asked")));
    provider.kill();
    await failed;
    await provider.lingering;
    expect(isAlive(pid())).toBe(false);
  });

  it("does not wait for the process, whose late output is dropped, but the next step does", async () => {
    const made = makeProvider([stubborn, inOrder + answer("Bye.")]);
    const { provider, chat, abort, events, printed, folder, pid } = made;
    const step = chat();
    await until(() => events.some((event) => event.type === "step-started"));
    const seen = [events.length, printed.length];
    abort.abort();
    await expect(step).rejects.toMatchObject({ failure: { code: "interrupted" } });
    expect(isAlive(pid())).toBe(true);
    expect(provider.lingering).toBeDefined();
    await until(() => existsSync(join(folder, "asked")));
    await made.chatAfresh();
    expect(readFileSync(join(folder, "order"), "utf8").trim()).toBe("true");
    const late = [events, printed].map((list, index) => JSON.stringify(list.slice(seen[index])));
    expect(late.join()).not.toMatch(/asked|too late/);
    await provider.lingering;
    expect(provider.lingering).toBeUndefined();
  });

  it("starts nothing where the signal came first", async () => {
    const { chat, abort, starts } = makeProvider([answer("Hi.")]);
    abort.abort();
    await expect(chat()).rejects.toMatchObject({ failure: { code: "interrupted" } });
    expect(starts()).toEqual([]);
  });

  it("is what disposing does to a step that runs", async () => {
    const { provider, chat, events, pid, workspace } = makeProvider([obedient]);
    const step = chat();
    await until(() => events.some((event) => event.type === "step-started"));
    const failed = expect(step).rejects.toMatchObject({ failure: { code: "interrupted" } });
    await provider.dispose();
    await failed;
    expect(isAlive(pid())).toBe(false);
    expect(existsSync(workspace)).toBe(false);
  });

  it("waits for no more than the process: a step after one that lingers has its chat to itself", async () => {
    const { chat, starts, folder } = makeProvider([
      trap("TERM", ': > "$folder/gone"; exit') + answer("Hi.") + stay,
      inOrder + answer("Bye."),
    ]);
    await chat();
    await chat(goOn(hello, "Hi."));
    expect(starts()).toHaveLength(2);
    expect(readFileSync(join(folder, "order"), "utf8").trim()).toBe("true");
  });
});
