import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { beforeAll, describe, expect, test } from "vitest";
import { duration, tokens } from "../../../source/ui/rows/formats.js";
import { loadHighlighter } from "../../../source/ui/rows/highlight.js";
import { link } from "../../../source/ui/rows/hyperlinks.js";
import { renderItem } from "../../../source/ui/rows/render-item.js";
import { renderMarkdown } from "../../../source/ui/rows/render-markdown.js";
import { spokenItem } from "../../../source/ui/rows/spoken-item.js";
import { cut, wrap } from "../../../source/ui/rows/wrap.js";
import type { Item } from "../../../source/ui/view/view.js";

beforeAll(loadHighlighter);

const plain = (rows: string[]) => rows.map(stripVTControlCharacters);
const markdown = (source: string, width = 60) => plain(renderMarkdown(source, width));

describe("markdown", () => {
  test.each<[string, string, string[]]>([
    ["headings and emphasis", "# A *b* `c`", ["A b c"]],
    ["a nested list", "- a\n  1. b\n- c", ["• a", "  1. b", "• c"]],
    ["a task list", "- [x] done", ["• [x] done"]],
    ["a table", "| n | v |\n|--|--|\n| R1 | 10k |", ["n   v", "──  ───", "R1  10k"]],
    ["a quote", "> a\n> b", ["│ a b"]],
    ["code as it is", "```\na\n  b\n```", ["  a", "    b"]],
    ["a link with its address", "[here](https://a.b/c)", ["here (https://a.b/c)"]],
    ["HTML as text", "<b>x</b>", ["<b>x</b>"]],
    ["entities", "a &lt; b &amp; c", ["a < b & c"]],
  ])("%s", (_, source, rows) => {
    expect(markdown(source)).toEqual(rows);
  });

  test("a table that is too wide wraps in its widest columns", () => {
    const table = "| key | does |\n|--|--|\n| Enter | send the message, or queue it |\n| Tab | complete |";
    expect(markdown(table, 20)).toEqual([
      "key    does",
      "─────  ─────────────",
      "Enter  send the",
      "       message, or",
      "       queue it",
      "Tab    complete",
    ]);
  });

  test("a table without room for its columns becomes a list", () => {
    expect(markdown("| name | value |\n|--|--|\n| resistor R1 | ten kilo ohms |", 17)).toEqual([
      "name: resistor R1",
      "value: ten kilo",
      "ohms",
    ]);
  });

  test("a table keeps to its width and its columns, and loses nothing", () => {
    const word = fc.constantFrom(
      "R1",
      "漢字漢字漢字",
      "👩‍🚀",
      "a-long-name-of-a-net-or-a-file",
      "**b**",
      "`c`",
      "\x1b[2J",
      "…",
    );
    const cell = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
    const tables = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 4 }),
      );
    const letters = (text: string) => [...text.replace(/[\s*`─]/g, "")].sort().join("");
    fc.assert(
      fc.property(tables, fc.integer({ min: 20, max: 100 }), ([header = [], ...body], width) => {
        const lines = [header, header.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`);
        const rows = renderMarkdown(lines.join("\n"), width);
        for (const row of rows) {
          expect(stringWidth(row)).toBeLessThanOrEqual(width);
        }
        const isTable = plain(rows).some((row) => /^─+( {2}─+)*$/.test(row));
        if (isTable) {
          const source = [header, ...body].flat().join("").replaceAll("\x1b", "␛");
          expect(letters(plain(rows).join(""))).toBe(letters(source));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("code is coloured where its language is known, the text unchanged", () => {
    const rows = renderMarkdown("```python\nfor x in y: # z\n```", 60);
    expect(plain(rows)).toEqual(["  for x in y: # z"]);
  });

  test("anything is rows of printable text in their width", () => {
    const piece = fc.constantFrom(
      "# ",
      "- ",
      "1. ",
      "```\n",
      "|a|b|\n|-|-|\n",
      "**",
      "`",
      "\n",
      "\n\n",
      "> ",
      "\x1b[2J",
      "\x9b31m",
      "\x07",
      "漢字",
      "👩‍🚀",
      "word ",
      "[a](http://b.c)",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 20, max: 60 }), (pieces, width) => {
        for (const row of renderMarkdown(pieces.join(""), width)) {
          expect(stringWidth(row)).toBeLessThanOrEqual(width);
          expect(stripVTControlCharacters(row)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
          expect(row.replace(/\x1b\[[\d;]*m|\x1b\]8;;[\x21-\x7e]*\x07/g, "")).not.toMatch(
            /[\x00-\x1f\x7f-\x9f]/,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("a link is only made of an address that can harm nobody", () => {
  expect(link("x", "https://a.b")).toContain("\x1b]8;;https://a.b\x07x");
  for (const address of [
    "javascript:alert(1)",
    "https://a.b/\x1b[2J",
    "file:///etc/passwd",
    "https://a b",
    "https://а.b",
  ]) {
    expect(link("x", address)).toBe("x");
  }
});

describe("items", () => {
  const call = (lines: number): Item => ({
    kind: "call",
    call: {
      itemId: "1",
      kind: "other",
      title: "read\x1b]0;x\x07",
      detail: Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join("\n"),
      origin: "copperhead",
      startedAt: 0,
      outcome: "success",
      durationMs: 40,
    },
  });

  test("a long result is cut and says by how much; whole it is whole", () => {
    const rows = plain(renderItem(call(30), undefined, 60, "brief"));
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toBe("  … 22 more lines (Ctrl-O shows all)");
    expect(plain(renderItem(call(30), undefined, 60, "whole"))).toHaveLength(31);
    expect(plain(renderItem(call(9), undefined, 60, "brief"))).toHaveLength(10);
  });

  test("a title from outside is harmless, the outcome a sign and a word", () => {
    expect(plain(renderItem(call(0), undefined, 60, "brief"))[0]).toBe("✓ read␛]0;x␇ done · 40 ms");
  });

  test("a check says what is new and what was known", () => {
    const check = { status: "findings", newErrors: 2, newWarnings: 1, fixed: 3, known: 4 } as const;
    expect(plain(renderItem({ kind: "verification", drc: check }, undefined, 80, "brief"))).toEqual([
      "✗ DRC 2 new errors · 1 new warning · 3 fixed · 4 known before",
    ]);
  });

  test("read aloud, each begins with what it is", () => {
    expect(plain(spokenItem(call(1)))).toEqual(["Tool, done: read␛]0;x␇", "line 1"]);
    expect(plain(spokenItem({ kind: "notice", tone: "error", message: "No.", advice: "Go." }))).toEqual([
      "Error: No.",
      "Advice: Go.",
    ]);
  });
});

test("a plain line wraps at words, and loses nothing", () => {
  expect(wrap("  one two three", 9)).toEqual(["  one two", "  three"]);
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "word"), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 30 }), (line, width) => {
      const rows = wrap(line, width);
      expect(rows.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
      for (const row of rows) {
        expect(row.length).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test("lines are cut between characters, never inside of one", () => {
  expect(cut("ab👩‍🚀cd", 4)).toBe("ab…");
  expect(cut("日本語", 5)).toBe("日本…");
  expect(cut("abc", 3)).toBe("abc");
});

test("times and counts as people read them", () => {
  expect([40, 2400, 12_300, 185_000].map(duration)).toEqual(["40 ms", "2.4 s", "12 s", "3 min 05 s"]);
  expect([950, 12_345, 999_960].map(tokens)).toEqual(["950", "12.3k", "1.0M"]);
});
