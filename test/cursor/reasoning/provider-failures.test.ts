import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../processes.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { fail, say, stay } from "../made-program.js";
import * as stream from "../stream.js";
import { answer, makeProvider } from "./stepping.js";

describe("a step that fails", () => {
  it.each([
    [
      "a result that is an error",
      say(stream.init(), stream.result("The model is down", { is_error: true })),
      "cursor-error",
      /model is down/,
    ],
    ["a transport line for an answer", answer("Error: T: [canceled]"), "transport", /T: \[canceled\]/],
    [
      "a limit for an answer",
      answer("ConnectError: [resource_exhausted] Error"),
      "limit-reached",
      /usage limit/,
    ],
    ["no result", say(stream.init(), stream.delta("Hi")), "no-result", /exit code 0/],
    [
      "a plain line at the end",
      `${say(stream.init(), stream.reconnecting(1), "RetriableError: [unavailable] gone")} exit 1`,
      "transport",
      /RetriableError: \[unavailable\] gone/,
    ],
    ["an unknown model", fail("Cannot use this model: x. Available models: auto, y"), "model-unknown", /"x"/],
    [
      "no sandbox",
      fail("Error: Sandbox mode is enabled but not available on this system."),
      "sandbox-unavailable",
      /sandbox/,
    ],
  ])("with %s has that failure", async (_, step, code, message) => {
    const { chat, of } = makeProvider([step]);
    await expect(chat()).rejects.toMatchObject({
      failure: { code, message: expect.stringMatching(message) },
    });
    expect(of("warning")).toEqual([]);
  });

  it("has a failure of its own where Cursor cannot be started", async () => {
    const { chat } = makeProvider([], { binary: join(temporaryFolder(), "absent") });
    await expect(chat()).rejects.toMatchObject({ failure: { code: "cursor-missing", exitCode: 3 } });
  });

  it("is over when Cursor has printed nothing for too long, and leaves no process", async () => {
    const { chat, folder } = makeProvider([say(stream.init()) + stay], { idleTimeoutMs: 1500 });
    await expect(chat()).rejects.toMatchObject({ failure: { code: "cursor-silent", exitCode: 1 } });
    expect(isAlive(Number(readFileSync(join(folder, "pid"), "utf8")))).toBe(false);
  });

  it("is tried once more after a race for the configuration file, and only once", async () => {
    const race = fail("Error: ENOENT: rename '/h/cli-config.json.tmp'");
    const once = makeProvider([race, answer("Hi.")]);
    expect(await once.chat()).toMatchObject({ text: "Hi." });
    const twice = makeProvider([race, race, answer("Hi.")]);
    await expect(twice.chat()).rejects.toMatchObject({ failure: { code: "config-race" } });
    expect(twice.starts()).toHaveLength(2);
  });

  it("is tried without the permissions file where Cursor rejects it, from then on", async () => {
    const refuses = `if [ -e .cursor/cli.json ]; then ${fail("Error: Invalid project config .cursor/cli.json")} fi; ${answer("Hi.")}`;
    const { chat, starts, of } = makeProvider([refuses]);
    await chat();
    await chat();
    expect(starts().map(({ rules }) => rules)).toEqual([true, false, false]);
    expect(of("warning")).toMatchObject([{ code: "rules-unreadable" }]);
  });
});
