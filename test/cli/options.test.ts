import { describe, expect, it } from "vitest";
import { CopperheadError } from "../../source/base/failure.js";
import { formatOf, parseOptions } from "../../source/cli/options.js";

function misuse(...argv: string[]): string {
  try {
    parseOptions(argv);
  } catch (error) {
    if (error instanceof CopperheadError) {
      expect(error.failure).toMatchObject({ code: "usage", exitCode: 2 });
      return error.message;
    }
    throw error;
  }
  throw new Error("it was accepted");
}

describe("parseOptions", () => {
  it("tells commands, requests and their flags apart", () => {
    expect(parseOptions(["do", "move", "R1", "--model", "cursor:gpt-5"])).toMatchObject({
      command: "do",
      words: ["move", "R1"],
      flags: { model: "cursor:gpt-5", onFailure: "restore", color: true },
    });
    expect(parseOptions(["-p", "check the board"])).toMatchObject({
      command: undefined,
      words: ["check the board"],
      flags: { print: true },
    });
    expect(parseOptions([])).toMatchObject({ command: undefined, words: [] });
    expect(parseOptions(["--no-color", "--max-steps=7"]).flags).toMatchObject({ color: false, maxSteps: 7 });
    expect(parseOptions(["replay", "-"])).toMatchObject({ command: "replay", words: ["-"] });
    expect(parseOptions(["-p", "--", "--not-a-flag"]).words).toEqual(["--not-a-flag"]);
  });

  it.each([
    [["--colour"], "There is no option --colour."],
    [["undo", "--json"], "--json is for check, sessions, models, doctor; a run has --output-format json."],
    [["--max-steps", "many"], "--max-steps: must be a whole number"],
    [["--max-steps", "0"], "--max-steps: must be at least 1"],
    [["--model", "gpt-5"], "--model: must be cursor or cursor:<id>; see: copperhead models"],
    [["--model", "cursor:"], "--model: must be cursor or cursor:<id>; see: copperhead models"],
    [["--repo", ""], "--repo: needs a folder"],
    [["--repo", "a", "--repo=b"], "--repo: is given 2 times."],
    [["--speed", "fast"], "--speed: must be a number, 0 or more"],
  ])("refuses %j by name", (argv, message) => {
    expect(misuse(...argv)).toBe(message);
  });

  it.each([
    ["--approval", "sometimes"],
    ["--tripwire", "loose"],
    ["--output-format", "xml"],
    ["--on-failure", "panic"],
  ])("refuses %s %s and names what it takes", (flag, value) => {
    expect(misuse(flag, value)).toMatch(new RegExp(`^${flag}: .*"`));
  });
});

describe("formatOf", () => {
  it("reads the format although other words are wrong", () => {
    expect(formatOf(["--nonsense", "--output-format", "json"])).toBe("json");
    expect(formatOf(["--output-format=stream-json"])).toBe("stream-json");
    expect(formatOf(["--output-format", "xml"])).toBe("text");
    expect(formatOf([])).toBe("text");
  });
});
