import { describe, expect, it } from "vitest";
import { terminalCheck } from "../../../source/compose/doctor/terminal-check.js";

const utf8 = { TERM: "xterm-256color", LANG: "en_GB.UTF-8" };
const screen = { isTTY: true, columns: 120, rows: 40, getColorDepth: () => 8 };

describe("the terminal", () => {
  it("is described by its size, its type and its colours", () => {
    expect(terminalCheck(utf8, screen)).toEqual({
      name: "terminal",
      status: "ok",
      detail: "120×40, TERM=xterm-256color, 256 colours",
    });
    expect(terminalCheck(utf8, { ...screen, getColorDepth: () => 1 }).detail).toContain("no colours");
  });

  it("need not be one", () => {
    expect(terminalCheck({}, {})).toMatchObject({ status: "ok", detail: expect.stringContaining("prints") });
  });

  it("is worth a word where it cannot show the panes", () => {
    const advices = [
      terminalCheck({ ...utf8, TERM: "dumb" }, screen),
      terminalCheck({ TERM: "xterm", LANG: "C" }, screen),
      terminalCheck({ TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C" }, screen),
      terminalCheck(utf8, { ...screen, columns: 40 }),
    ].map((check) => (check.status === "warn" ? check.advice : ""));
    expect(advices).toEqual([
      expect.stringContaining("lines"),
      expect.stringContaining("UTF-8"),
      expect.stringContaining("UTF-8"),
      expect.stringContaining("larger"),
    ]);
  });
});
