import { describe, expect, it } from "vitest";
import { type Attempt, nextAttempt } from "../../../source/cursor/stream/recoveries.js";

const resumed: Attempt = { resume: "chat-1", deniesTools: true, raced: false };
const fresh: Attempt = { ...resumed, resume: undefined };

const next = (mode: "reasoning" | "native", code: string, attempt: Attempt, hasBegun = false) =>
  nextAttempt({ ...attempt, mode, code, hasBegun });

describe.each(["reasoning", "native"] as const)("in %s mode", (mode) => {
  it("a race for the configuration is run once more, and only once", () => {
    expect(next(mode, "config-race", resumed)).toEqual({ ...resumed, raced: true });
    expect(next(mode, "config-race", { ...resumed, raced: true })).toBeUndefined();
    expect(next(mode, "config-race", resumed, true)).toBeUndefined();
  });

  it("rules that cannot be read are left out, where they are copperhead's", () => {
    expect(next(mode, "rules-unreadable", resumed)).toEqual({ ...resumed, deniesTools: false });
    expect(next(mode, "rules-unreadable", { ...resumed, deniesTools: false })).toBeUndefined();
  });

  it("a chat that is gone is replaced, after a race too, and a fresh one is not", () => {
    expect(next(mode, "chat-gone", { ...resumed, raced: true })).toEqual({ ...fresh, raced: true });
    expect(next(mode, "chat-gone", fresh)).toBeUndefined();
  });

  it("any other failure is final", () => {
    for (const code of ["not-logged-in", "limit-reached", "transport", "tripwire", "internal"]) {
      expect(next(mode, code, resumed)).toBeUndefined();
    }
  });
});

it("only a reasoning chat, whose conversation a fresh one gets, is replaced for less", () => {
  for (const code of ["chat-in-use", "chat-other", "no-result"]) {
    expect(next("reasoning", code, resumed)).toEqual(fresh);
    expect(next("native", code, resumed)).toBeUndefined();
  }
  expect(next("reasoning", "no-result", resumed, true)).toBeUndefined();
});

it("a native turn that has begun is not tried again: it may have acted", () => {
  expect(next("reasoning", "chat-gone", resumed, true)).toEqual(fresh);
  expect(next("native", "chat-gone", resumed, true)).toBeUndefined();
});
