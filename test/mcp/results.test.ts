/** The results of the server's tools fit the schemas that it lists. */
import { expect, it } from "vitest";
import type { ChangeResult } from "../../source/mcp/host.js";
import {
  changeAnswer,
  changeOutput,
  checkAnswer,
  checkOutput,
  moveAnswer,
  moveOutput,
  readAnswer,
  readOutput,
} from "../../source/mcp/results.js";

const erc = { status: "findings", newErrors: 1, newWarnings: 2, fixed: 3, known: 4 } as const;
const drc = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 1, known: 0 } as const;
const change = { outcome: "success", text: "R1 Value 1k → 2k", checks: { erc, drc } } satisfies ChangeResult;

it("counts a change as made whatever the checks find, and shows what they find", () => {
  const made = changeAnswer({
    ...change,
    changed: [{ path: "a.kicad_sch", added: 1, removed: 1 }],
    problem: "Bad.",
  });
  expect(made.isError).toBe(false);
  expect(changeOutput.parse(made.structured)).toMatchObject({
    files: ["a.kicad_sch"],
    checks: { newErrors: 1, newWarnings: 2, fixed: 4, known: 4 },
  });
  expect(made.text).toContain("Bad.");
});

it("says why a change was not made, without sums of checks that did not run", () => {
  const skipped = { ...erc, status: "not-run" } as const;
  const refused = changeAnswer({
    outcome: "rejected",
    text: "\u001b[31mNo.",
    checks: { erc: skipped },
    problem: "Bad.",
  });
  expect(refused).toMatchObject({ isError: true, structured: { outcome: "rejected", files: [] } });
  expect(refused.structured).not.toHaveProperty("checks");
  expect(refused.text).toMatch(/^␛\[31mNo\./);
  expect(refused.text).not.toContain("Bad.");
  changeOutput.parse(refused.structured);
});

it("reads: only success is none of an error", () => {
  for (const outcome of ["success", "failure", "rejected", "error", "interrupted"] as const) {
    const answer = readAnswer({ outcome, text: "a\u0007" });
    expect(answer.isError).toBe(outcome !== "success");
    expect(readOutput.parse(answer.structured)).toEqual({ outcome, text: "a␇" });
  }
});

it("lists the checks of each project", () => {
  const answer = checkAnswer({ text: "x", projects: [{ project: "a.kicad_pro", erc, drc }, { erc }] });
  expect(checkOutput.parse(answer.structured).checks).toMatchObject([
    { project: "a.kicad_pro", check: "ERC", status: "findings", known: 4 },
    { project: "a.kicad_pro", check: "DRC", status: "clean" },
    { check: "ERC" },
  ]);
});

it("says what was undone, what was not touched, and that there was nothing", () => {
  const conflict = { path: "a", reason: "somebody else changed it meanwhile" };
  const both = moveAnswer("undo", { turns: [2], reported: [], restored: ["b"], conflicts: [conflict] });
  expect(both).toMatchObject({ text: `Undone: b\nNot touched: a: ${conflict.reason}`, isError: true });
  expect(moveOutput.parse(both.structured)).toEqual({ turns: [2], files: ["b"], conflicts: [conflict] });
  const none = moveAnswer("redo", { turns: [2], reported: [], restored: [], conflicts: [conflict] });
  expect(none.text).toBe(`Not touched: a: ${conflict.reason}`);
  const same = moveAnswer("redo", { turns: [2], reported: [], restored: [], conflicts: [] });
  expect(same).toMatchObject({ text: "Done again: no file had to be changed", isError: false });
  expect(moveAnswer("undo", { turns: [], reported: [], restored: [], conflicts: [] }).text).toBe(
    "There is nothing to undo.",
  );
});
