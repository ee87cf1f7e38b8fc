import { describe, expect, it } from "vitest";
import { classifyExit, classifyResult } from "../../../source/cursor/stream/classify-failure.js";
import { classifyLine } from "../../../source/cursor/stream/error-lines.js";
import { cursorMissing, otherVendor, silent, tripped } from "../../../source/cursor/stream/failures.js";

const exited = (stderr: string, lines: string[] = []) =>
  classifyExit({ stderr, lines, code: 1, signal: null });

describe("classifyExit", () => {
  it.each([
    [
      "Error: Authentication required. Please run 'agent login' first, or set CURSOR_API_KEY.",
      "not-logged-in",
      3,
    ],
    ["Error: The provided API key is invalid.", "not-logged-in", 3],
    ["Cannot use this model: nope. Available models: auto, gpt-6", "model-unknown", 2],
    ["Cannot use this model: nope", "model-unknown", 2],
    ["ConnectError: [resource_exhausted] Error", "limit-reached", 3],
    ["Error: T: [resource_exhausted] Error", "limit-reached", 3],
    ["ActionRequiredError: You've reached your usage limit", "limit-reached", 3],
    ["Error: You've hit your usage limit", "limit-reached", 3],
    ["Workspace Trust Required", "workspace-untrusted", 1],
    ["Error: Sandbox mode is enabled but not available on this system.", "sandbox-unavailable", 1],
    [
      "Error: ENOENT: no such file or directory, rename '/h/cli-config.json.tmp' -> '/h/cli-config.json'",
      "config-race",
      1,
    ],
    ["Error: EPERM: operation not permitted, rename 'C:\\h\\cli-config.json.1.2.tmp'", "config-race", 1],
    ["SyntaxError: Unexpected end of JSON input", "config-race", 1],
    ["Error: Invalid project config /w/.cursor/cli.json", "rules-unreadable", 1],
    ['Error: Session ID "51ef" is already in use.', "chat-in-use", 1],
    ["Error: Chat 51ef not found", "chat-gone", 1],
    ["Invalid conversation history: cannot decode it", "chat-gone", 1],
    ["error: unknown option '-X'", "option-unknown", 1],
    ["RetriableError: [invalid_argument] unknown option '--x'", "option-unknown", 1],
    ["RetriableError: [invalid_argument] Workspace context exclusion is not allowed", "request-refused", 1],
    ["Failed to load native binding for linux/x64", "cursor-broken", 1],
    ["Error: T: [canceled]", "transport", 1],
    ["Error: RetriableError: [unavailable]", "transport", 1],
    ["Connection failed. Check your internet connection.", "transport", 1],
    ["Connection lost, reconnecting to https://example.com (attempt 1)...", "transport", 1],
    ["Retry attempt 1...", "transport", 1],
    ["Segmentation fault", "no-result", 1],
  ])("knows %s", (line, code, exitCode) => {
    expect(exited(line)).toMatchObject({ code, exitCode });
    expect(exited("", [line])).toMatchObject({ code, exitCode });
    expect(exited(`A new version is available.\r\n\r\n${line}\r\n`).code).toBe(code);
    const { message, advice = "" } = exited(line);
    expect(message.length).toBeLessThan(500);
    expect(`${message} ${advice}`).not.toMatch(/[\u0000-\u001f]/);
  });

  it("names the way in for a missing login", () => {
    const { advice } = exited("Authentication required");
    for (const name of ["agent login", "agent status", "COPPERHEAD_CURSOR_PATH"]) {
      expect(advice).toContain(name);
    }
  });

  it("names the model and the three nearest of hundreds, in a short text", () => {
    const ids = Array.from({ length: 400 }, (_, index) => `other-vendor-model-${index}-with-a-long-name`);
    ids.splice(200, 0, "gpt-6.1-high", "gpt-6.1-low", "gpt-6.2-high");
    const line = `Cannot use this model: gpt-6.1-hihg. Available models: ${ids.join(", ")}`;
    expect(line.length).toBeGreaterThan(10_000);
    const { message, advice = "" } = exited(line);
    expect(message).toBe('Cursor does not offer the model "gpt-6.1-hihg".');
    expect(advice).toContain("The nearest are gpt-6.1-high, gpt-6.2-high, gpt-6.1-low.");
    expect(advice.length).toBeLessThan(200);
  });

  it("gives the date of the reset where the CLI does", () => {
    const line = "Error: You've hit your usage limit for Pro. Your limit will reset in 3 days on 12/31/2026.";
    expect(exited(line).message).toContain("resets on 12/31/2026");
    expect(exited("Error: You've hit your usage limit").message).not.toContain("reset");
  });

  it("does not decide between an overload and a usage limit where the CLI does not, and quotes it", () => {
    const { message } = exited("ConnectError: [resource_exhausted] Error");
    expect(message).toBe(
      "Cursor is overloaded, or your subscription is at its usage limit (ConnectError: [resource_exhausted] Error).",
    );
    const overload = exited("ConnectError: [resource_exhausted] The model is at capacity");
    expect(overload).toMatchObject({ code: "overloaded", exitCode: 1 });
    expect(exited("ConnectError: [resource_exhausted] Monthly usage is used up").message).toContain(
      "at its usage limit (ConnectError: [resource_exhausted] Monthly usage is used up)",
    );
  });

  it.each([
    ["Your usage limit will reset on December 31, 2026", "December 31, 2026"],
    ["Your limits reset at 2026-12-31", "2026-12-31"],
    ["It resets 31 Dec 2026", "31 Dec 2026"],
    ["It will reset when your monthly cycle ends on 1/2/2027", "1/2/2027"],
  ])("finds the date of the reset on another line: %s", (line, date) => {
    expect(exited(`Error: You've hit your usage limit\n${line}`).message).toContain(`resets on ${date} (`);
  });

  it("does not take an invalid key for a missing login", () => {
    expect(exited("Error: The provided API key is invalid.").message).toBe(
      "Cursor rejected the API key that its CLI uses (Error: The provided API key is invalid.).",
    );
  });

  it("shows a failure of several lines whole, up to 20 of them", () => {
    expect(exited("Could not start.\n\n  The disk is full.\n  Free some space.").message).toBe(
      "Cursor ended without an answer (exit code 1): Could not start.\nThe disk is full.\nFree some space.",
    );
    const many = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
    const shown = exited(many).message.split("\n");
    expect(shown).toHaveLength(20);
    expect(shown[0]).toContain("line 0");
    expect(shown.at(-1)).toBe("line 99");
  });

  it("shows the error of a crash, not what Node prints around it", () => {
    const crash = [
      "/opt/agent/index.js:12",
      "    throw new TypeError('boom');",
      "    ^",
      "",
      "TypeError: Cannot read properties of undefined",
      "    at start (/opt/agent/index.js:12:11)",
      "    at node:internal/main/run_main_module:28:49",
      "",
      "Node.js v20.11.0",
    ].join("\n");
    expect(exited(crash).message).toBe(
      "Cursor ended without an answer (exit code 1): TypeError: Cannot read properties of undefined",
    );
  });

  it("prefers the line that explains most, and any line to what is only progress", () => {
    const connection = "Connection lost, reconnecting to x (attempt 1)...";
    expect(exited(`Authentication required\nError: T: [canceled]\n${connection}`).code).toBe("not-logged-in");
    expect(exited(`${connection}\nSomething odd happened`)).toMatchObject({
      code: "no-result",
      message: expect.stringContaining("Something odd happened"),
    });
  });

  it("shows how a process that printed nothing ended", () => {
    const ended = { stderr: "", lines: [] };
    expect(classifyExit({ ...ended, code: 0, signal: null }).message).toContain("exit code 0");
    expect(classifyExit({ ...ended, code: null, signal: "SIGKILL" }).message).toContain("SIGKILL");
  });

  it("shows no control characters and no walls of text", () => {
    const { message } = exited(`\u001b[31mbad\u001b]0;title\u0007 \u202e${"x".repeat(5000)}`);
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(message.length).toBeLessThan(400);
  });
});

const classifyAnswer = (answer: string, lines: string[]) =>
  classifyResult({ type: "result", subtype: "success", result: answer }, answer, lines);
const classifyErrorResult = (text: string) =>
  classifyResult({ type: "result", is_error: true, result: text }, "", []);

describe("an answer that is a failure", () => {
  it.each([
    ["Error: T: [canceled]", "transport"],
    [" RetriableError: [unavailable]\n", "transport"],
    ["v: [resource_exhausted] Error", "limit-reached"],
    ["ActionRequiredError: You've reached your usage limit", "limit-reached"],
    ["Error: RetriableError: WritableIterable is closed", "transport"],
    ["Error: RetriableError: [unavailable] HTTP 503", "transport"],
    ["ConnectError: [aborted] read ECONNRESET", "transport"],
    ["I read the sheet and change it now.\n\nConnectError: [aborted] read ECONNRESET", "transport"],
    ["The part is placed.\n\n  Error: X: [internal] \n", "transport"],
  ])("knows %j for what it is", (answer, code) => {
    expect(classifyAnswer(answer, [])?.code).toBe(code);
  });

  it.each([
    "Error: T: [canceled] means that the request was given up.",
    "The log says:\nError: T: [canceled]",
    "Error: T: [canceled]\nError: T: [canceled]",
    "The log ends with ConnectError: [aborted] read ECONNRESET",
    "ConnectError: [aborted] read ECONNRESET means that the other side hung up.",
    "It failed.\n\n```\nConnectError: [aborted] read ECONNRESET\n```",
    "ConnectError: [aborted] read ECONNRESET\n\nThat line is from your log.",
    "Authentication required",
    "Cannot use this model: x",
    "You may be at your usage limit.",
  ])("leaves an answer that only speaks of it alone: %j", (answer) => {
    expect(classifyAnswer(answer, ["Authentication required"])).toBeUndefined();
  });

  it("judges an empty answer by the lines beside it", () => {
    expect(classifyAnswer("\n", ["Error: T: [canceled]"])?.code).toBe("transport");
    expect(classifyAnswer("", ["Retry attempt 1...", "Welcome"])).toBeUndefined();
  });
});

describe("a result that is no success", () => {
  it.each([
    { subtype: "error_during_execution" },
    { subtype: "error", is_error: false },
    {},
    { is_error: false },
    { subtype: "success", is_error: true },
  ])("is a failure with its text: %j", (fields) => {
    expect(classifyResult({ type: "result", ...fields, result: "It broke" }, "", [])).toMatchObject({
      code: "cursor-error",
      exitCode: 1,
      message: "Cursor reported an error: It broke",
    });
  });
});

describe("the other failures", () => {
  it("carries the text of a result that is an error", () => {
    expect(classifyErrorResult("The model\u0007 is down")).toMatchObject({
      code: "cursor-error",
      message: "Cursor reported an error: The model is down",
    });
    expect(classifyErrorResult("You've hit your usage limit")?.code).toBe("limit-reached");
    expect(classifyErrorResult("")?.message).toBe("Cursor reported an error.");
    expect(classifyErrorResult("Long story.\nYou've hit your usage limit")?.code).toBe("cursor-error");
  });

  it("names the ways out of a missing CLI", () => {
    for (const { failure } of [
      cursorMissing(),
      cursorMissing("/no/agent"),
      otherVendor("/usr/bin/agent", "agent 1.0"),
    ]) {
      expect(failure.exitCode).toBe(3);
      for (const name of ["agent login", "agent status", "COPPERHEAD_CURSOR_PATH"]) {
        expect(`${failure.message} ${failure.advice}`).toContain(name);
      }
    }
    expect(cursorMissing("/no/agent").message).toContain("/no/agent");
    expect(otherVendor("/usr/bin/agent", "agent 1.0").message).toContain("agent 1.0");
  });

  it("names the tool and the policy of a tripped wire", () => {
    const { failure } = tripped("shell (ls)", "strict");
    expect(failure).toMatchObject({ code: "tripwire", exitCode: 4 });
    expect(failure.message).toContain("shell (ls)");
    expect(failure.message).toContain('"strict"');
    expect(silent(600_000).message).toContain("600 s");
  });

  it("knows no failure in an ordinary line", () => {
    expect(classifyLine("Welcome to Cursor")).toBeUndefined();
  });
});
