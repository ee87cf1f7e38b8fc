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

test("short steps stand close together; what is long, and every notice, has room", () => {
  const thought: Item = { kind: "thought", text: "hm", durationMs: 5 };
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

test("a long request is cut in the scrollback, and whole where all is", () => {
  const item: Item = { kind: "request", text: Array(60).fill("line").join("\n") };
  expect(rows(item)).toHaveLength(22);
  expect(rows(item).at(-1)).toBe("  … 39 more lines (Ctrl-O shows all)");
  expect(rows(item, "whole")).toHaveLength(60);
});

test("what is said to the model about discarded text is for the model", () => {
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

test("text of a command is shown line by line, whatever it looks like", () => {
  const text = "ERC of a.kicad_sch: 1 errors\n1. error x\n   - Pin 1\nDRC of a.kicad_pcb: 0 errors";
  expect(rows({ kind: "page", title: "ERC and DRC", text, format: "text" })).toEqual([
    "ERC and DRC",
    ...text.split("\n"),
  ]);
});
