import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type Extent, renderItem } from "../../../source/ui/rows/render-item.js";
import type { CallView, Item } from "../../../source/ui/view/view.js";

const rows = (item: Item, extent: Extent = "brief", previous?: Item) =>
  renderItem(item, previous, 60, extent).map(stripVTControlCharacters);

const call = (rest: Partial<CallView> = {}): Item => ({
  kind: "call",
  call: {
    itemId: "t:1",
    kind: "other",
    title: "Search R1",
    origin: "copperhead",
    startedAt: 0,
    outcome: "success",
    ...rest,
  },
});

test("short steps are close together; an empty row precedes a long one and a notice", () => {
  const thought: Item = { kind: "thought", text: "hm", durationMs: 500 };
  const warning: Item = { kind: "notice", tone: "warning", message: "Slow." };
  const isApart = (item: Item, previous: Item) => rows(item, "brief", previous)[0] === "";
  expect(isApart(call(), thought)).toBe(false);
  expect(isApart(thought, call({ detail: "3 lines" }))).toBe(false);
  expect(isApart(call(), call({ detail: "2 errors\n1. one\n2. two" }))).toBe(true);
  expect(isApart(thought, call({ diff: "@@ -1 +1 @@\n-a\n+b\n" }))).toBe(true);
  expect(isApart(warning, call())).toBe(true);
  expect(isApart(call(), warning)).toBe(true);
  expect(isApart(warning, warning)).toBe(false);
});

test("a check names its new errors, cut where they are many", () => {
  const erc = { status: "findings", newErrors: 12, newWarnings: 0, fixed: 0, known: 0 } as const;
  const findings = Array.from({ length: 12 }, (_, index) => `${index + 1}. error pin_not_connected`).join(
    "\n",
  );
  const item: Item = { kind: "verification", erc, findings };
  expect(rows(item).slice(0, 2)).toEqual(["✗ ERC 12 new errors", "  1. error pin_not_connected"]);
  expect(rows(item).at(-1)).toBe("  … 4 more lines (Ctrl-O shows all)");
  expect(rows(item, "whole")).toHaveLength(13);
});

test("a verification shows what changed first, cut where it is long, by the name of the project", () => {
  const changes = Array.from({ length: 12 }, (_, index) => `net N${index} removed\u001b[2J`);
  const erc = { status: "clean", newErrors: 0, newWarnings: 0, fixed: 0, known: 0 } as const;
  const item: Item = { kind: "verification", project: "a.kicad_pro", erc, changes };
  expect(rows(item).slice(0, 2)).toEqual([
    "Δ a.kicad_pro: net N0 removed␛[2J",
    "  a.kicad_pro: net N1 removed␛[2J",
  ]);
  expect(rows(item).slice(8)).toEqual([
    "  … 4 more lines (Ctrl-O shows all)",
    "✓ ERC of a.kicad_pro nothing new",
  ]);
  expect(rows(item, "whole")).toHaveLength(13);
});

test("a long request is cut in the scrollback, and whole in the transcript", () => {
  const item: Item = { kind: "request", text: Array(60).fill("line").join("\n") };
  expect(rows(item)).toHaveLength(22);
  expect(rows(item).at(-1)).toBe("  … 39 more lines (Ctrl-O shows all)");
  expect(rows(item, "whole")).toHaveLength(60);
});

test("the notice to the model about discarded text is shown only in the transcript", () => {
  const item: Item = {
    kind: "discarded",
    itemId: "t:discarded:1",
    blocks: 1,
    calls: 0,
    notice: "you wrote them yourself",
  };
  expect(rows(item).join("\n")).not.toContain("you wrote");
  expect(rows(item, "whole").join("\n")).toContain("you wrote");
});

test("the rest of a long line of a diff has no sign", () => {
  const diff = `@@ -1 +1 @@\n-${"old ".repeat(30)}\n+${"new ".repeat(30)}\n`;
  const shown = rows(call({ diff }), "whole").slice(1);
  expect(shown.filter((row) => /^ {2}[-+]/.test(row))).toHaveLength(2);
  expect(shown.filter((row) => /^ {4}(old|new)/.test(row)).length).toBeGreaterThan(2);
});

test("the text of a command is shown line by line, never as markdown", () => {
  const text = "ERC of a.kicad_sch: 1 errors\n1. error x\n   - Pin 1\nDRC of a.kicad_pcb: 0 errors";
  expect(rows({ kind: "page", title: "ERC and DRC", text, format: "text" })).toEqual([
    "ERC and DRC",
    ...text.split("\n"),
  ]);
});

test("a long result is cut with a note, and whole in the transcript", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
  expect(rows(call({ detail: lines(30) }))).toHaveLength(10);
  expect(rows(call({ detail: lines(30) })).at(-1)).toBe("  … 22 more lines (Ctrl-O shows all)");
  expect(rows(call({ detail: lines(30) }), "whole")).toHaveLength(31);
  expect(rows(call({ detail: lines(9) }))).toHaveLength(10);
});

test("a title is made safe, and the outcome is a sign and a word", () => {
  expect(rows(call({ title: "read\x1b]0;x\x07", durationMs: 1400 }))[0]).toBe("✓ read␛]0;x␇ done · 1.4 s");
});

test("a check reports what is new and what was known", () => {
  const drc = { status: "findings", newErrors: 2, newWarnings: 1, fixed: 3, known: 4 } as const;
  const row = "✗ DRC 2 new errors · 1 new warning · 3 fixed · 4 known before";
  expect(rows({ kind: "verification", drc }).join(" ").replace(/\s+/g, " ")).toBe(row);
});

test("what says nothing has no row: a thought of no time, a finished turn's finish", () => {
  expect(rows({ kind: "thought", text: "hm", durationMs: 5 }, "brief", call())).toEqual([]);
  const finish = call({ title: "finish", durationMs: 0 });
  expect(rows(finish, "brief", call({ diff: "@@ -1 +1 @@\n-a\n+b\n" }))).toEqual([]);
  expect(rows(finish, "whole")).toEqual(["✓ finish done"]);
  expect(rows(call({ title: "finish", outcome: "rejected" }))).toHaveLength(1);
});
