import { describe, expect, it } from "vitest";
import { CopperheadError } from "../../source/base/failure.js";
import { formatOf, helpAdvice, parseOptions } from "../../source/cli/options.js";

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

it.each([
  [["explain"], "See: copperhead explain --help"],
  [["--prnt", "hi"], "See: copperhead --help"],
  [["--json", "check", "x"], "See: copperhead check --help"],
  [["-p", "check"], "See: copperhead --help"],
])("has the help of the command that %j names", (argv, advice) => {
  expect(helpAdvice(argv)).toBe(advice);
});

describe("parseOptions", () => {
  it("distinguishes commands, requests and their flags", () => {
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
    expect(parseOptions(["--native", "--resume"]).flags).toMatchObject({ native: true, resume: "" });
    expect(parseOptions([])).toMatchObject({ command: undefined, words: [] });
    expect(parseOptions(["--no-color", "--max-steps=7"]).flags).toMatchObject({ color: false, maxSteps: 7 });
    expect(parseOptions(["replay", "-"])).toMatchObject({ command: "replay", words: ["-"] });
    expect(parseOptions(["-p", "--", "--not-a-flag"]).words).toEqual(["--not-a-flag"]);
  });

  it.each([
    [["--colour"], "There is no option --colour."],
    [["--prnt", "hi"], "There is no option --prnt; did you mean --print?"],
    [
      ["undo", "--json"],
      "--json is for diff, check, export, explain, sessions, models, doctor; a run has --output-format json.",
    ],
    [["--max-steps", "many"], "--max-steps: must be a whole number"],
    [["--max-steps", "0"], "--max-steps: must be at least 1"],
    [["--model", "gpt-5"], "--model: must be cursor or cursor:<id>; see: copperhead models"],
    [["--model", "cursor:"], "--model: must be cursor or cursor:<id>; see: copperhead models"],
    [["--repo", ""], "--repo needs a value: <dir>"],
    [["--model"], "--model needs a value: cursor|cursor:<id>"],
    [["--resume", "--native"], "--resume needs a value: <session>"],
    [
      ["chekc"],
      "There is no command chekc; did you mean check? For a request of one word: copperhead do chekc",
    ],
    [["--repo", "a", "--repo=b"], "--repo: is given 2 times."],
    [["check", "--base", "HEAD~1"], "--base is for diff."],
    [["diff", "--json", "--markdown"], "--json and --markdown exclude each other."],
    [["--speed", "fast"], "--speed: must be a number, 0 or more"],
  ])("refuses %j by name", (argv, message) => {
    expect(misuse(...argv)).toBe(message);
  });

  it.each([
    ["--approval", "sometimes"],
    ["--tripwire", "loose"],
    ["--output-format", "xml"],
    ["--on-failure", "panic"],
  ])("refuses %s %s and names the values that are accepted", (flag, value) => {
    expect(misuse(flag, value)).toMatch(new RegExp(`^${flag}: .*"`));
  });
});

describe("a word that names a command", () => {
  it("is the command before --print, and the request after it", () => {
    expect(parseOptions(["replay", "x", "--print"])).toMatchObject({ command: "replay", words: ["x"] });
    expect(parseOptions(["-p", "check"])).toMatchObject({ command: undefined, words: ["check"] });
    expect(parseOptions(["--print", "undo", "that"])).toMatchObject({ words: ["undo", "that"] });
    expect(parseOptions(["do", "check"])).toMatchObject({ command: "do", words: ["check"] });
  });

  it("is only nearly one: one word is refused, more words or a printed run are a request", () => {
    expect(misuse("sesions")).toContain("did you mean sessions?");
    expect(parseOptions(["chekc", "it"]).words).toEqual(["chekc", "it"]);
    expect(parseOptions(["-p", "chekc"]).words).toEqual(["chekc"]);
    expect(parseOptions(["chekc the board"]).words).toEqual(["chekc the board"]);
    expect(parseOptions(["hello"]).words).toEqual(["hello"]);
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
