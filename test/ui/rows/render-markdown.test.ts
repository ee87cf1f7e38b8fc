import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { beforeAll, describe, expect, test } from "vitest";
import { loadHighlighter } from "../../../source/ui/rows/highlight.js";
import { renderMarkdown } from "../../../source/ui/rows/render-markdown.js";
import { sampled } from "../../sampled.js";

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

  test("a table keeps its width, its columns and its text", () => {
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
      { numRuns: sampled(500) },
    );
  });

  test("code is coloured where its language is known, the text unchanged", () => {
    const rows = renderMarkdown("```python\nfor x in y: # z\n```", 60);
    expect(plain(rows)).toEqual(["  for x in y: # z"]);
  });

  test("any text becomes printable rows within the width", () => {
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
      { numRuns: sampled(500) },
    );
  });
});

describe.each([
  ["quotes", (depth: number) => `${"> ".repeat(depth)}deep`],
  [
    "lists",
    (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- l${level}`).join("\n"),
  ],
  ["both", (depth: number) => `${"> - ".repeat(depth)}deep`],
])("nested %s", (_, nested) => {
  test.each([20, 60, 300])("%i deep keep the width and the text", (depth) => {
    for (const width of [4, 12, 40, 100]) {
      const rows = renderMarkdown(nested(depth), width).map(stripVTControlCharacters);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
      expect(rows.join("").replace(/[^a-z0-9]/g, "")).toContain(
        depth === 300 ? "" : nested(depth).slice(-2).trim(),
      );
    }
  });
});

test("nesting that overflows the stack is shown as it is written", () => {
  const source = `${"> ".repeat(5000)}deep`;
  expect(renderMarkdown(source, 80).join(" ")).toContain("deep");
});

test("a paragraph of many thousand characters is shown as it was written", () => {
  const rows = markdown(`${"http://a.b/( *x* ".repeat(300)}\n\n*next*`);
  expect(rows.slice(0, -2).join("").replaceAll(" ", "")).toBe("http://a.b/(*x*".repeat(300));
  expect(rows.at(-1)).toBe("next");
});
