import { describe, expect, it } from "vitest";
import { examineTerminal } from "../../../source/compose/doctor/examine.js";

const utf8 = { TERM: "xterm-256color", LANG: "en_GB.UTF-8" };
const screen = { isTTY: true, columns: 120, rows: 40, getColorDepth: () => 8 };

describe("the terminal", () => {
  it("is described by its size, its type and its colours", () => {
    expect(examineTerminal(utf8, screen)).toEqual({
      name: "terminal",
      status: "ok",
      detail: "120×40, TERM=xterm-256color, 256 colours",
    });
    expect(examineTerminal(utf8, { ...screen, getColorDepth: () => 1 }).detail).toContain("no colours");
  });

  it("need not be one", () => {
    expect(examineTerminal({}, {})).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("prints"),
    });
  });

  it("is worth a word where it cannot show the panes", () => {
    const advices = [
      examineTerminal({ ...utf8, TERM: "dumb" }, screen),
      examineTerminal({ TERM: "xterm", LANG: "C" }, screen),
      examineTerminal({ TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C" }, screen),
      examineTerminal(utf8, { ...screen, columns: 40 }),
    ].map((check) => (check.status === "warn" ? check.advice : ""));
    expect(advices).toEqual([
      expect.stringContaining("lines"),
      expect.stringContaining("UTF-8"),
      expect.stringContaining("UTF-8"),
      expect.stringContaining("larger"),
    ]);
  });
});
