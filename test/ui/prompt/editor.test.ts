import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Editor, type EditorCommand, edit, emptyEditor } from "../../../source/ui/prompt/editor.js";
import { layoutEditor } from "../../../source/ui/prompt/editor-layout.js";
import { expandedText } from "../../../source/ui/prompt/pastes.js";

const typed = (text: string): EditorCommand => ({ type: "insert", text });
const move = (
  motion: "left" | "right" | "word-left" | "word-right" | "line-start" | "line-end" | "start" | "end",
) => ({ type: "move", motion }) as const;
const kill = (motion: "line-end" | "line-start" | "word-left" | "word-right") =>
  ({ type: "kill", motion }) as const;
const backspace: EditorCommand = { type: "delete", motion: "left" };

function run(...commands: EditorCommand[]): Editor {
  return commands.reduce(edit, emptyEditor);
}

/** The text with a bar at the caret. */
const shown = ({ text, caret }: Editor) => `${text.slice(0, caret)}|${text.slice(caret)}`;

describe("motions and deletions", () => {
  test.each<[string, EditorCommand[], string]>([
    ["insert in the middle", [typed("ac"), move("left"), typed("b")], "ab|c"],
    ["an emoji family is one step", [typed("a👨‍👩‍👧b"), move("left"), backspace], "a|b"],
    ["a combining accent goes with its letter", [typed("e\u0301"), backspace], "|"],
    [
      "words, also over line ends",
      [typed("add a\n10k resistor"), move("word-left"), move("word-left")],
      "add a\n|10k resistor",
    ],
    ["word right", [typed("one two"), move("start"), move("word-right")], "one| two"],
    ["line start and end", [typed("ab\ncd"), move("line-start"), typed("x"), move("line-end")], "ab\nxcd|"],
    ["start of all", [typed("ab\ncd"), move("start")], "|ab\ncd"],
    ["delete forward", [typed("abc"), move("start"), { type: "delete", motion: "right" }], "|bc"],
    [
      "kills join to one yank",
      [typed("one two three"), kill("word-left"), kill("word-left"), { type: "yank" }],
      "one two three|",
    ],
    [
      "kill to the end, again at a line end",
      [typed("ab\ncd"), move("start"), kill("line-end"), kill("line-end")],
      "|cd",
    ],
    [
      "undo undoes a word, not a letter",
      [typed("a"), typed("b"), typed(" "), typed("c"), { type: "undo" }],
      "ab|",
    ],
    ["redo", [typed("ab"), { type: "undo" }, { type: "redo" }], "ab|"],
  ])("%s", (_, commands, expected) => {
    expect(shown(run(...commands))).toBe(expected);
  });

  test("up and down keep the column over a short row", () => {
    const down = { type: "vertical", direction: "down", width: 20 } as const;
    const editor = run(typed("long line\nab\nanother one"), move("start"), ...Array(6).fill(move("right")));
    expect(shown(edit(editor, down))).toBe("long line\nab|\nanother one");
    expect(shown(edit(edit(editor, down), down))).toBe("long line\nab\nanothe|r one");
  });

  test("up in a wrapped line moves by drawn rows", () => {
    const up = { type: "vertical", direction: "up", width: 4 } as const;
    expect(shown(edit(run(typed("abcdefgh"), move("left")), up))).toBe("abc|defgh");
  });
});

describe("pastes", () => {
  const big = Array.from({ length: 30 }, (_, index) => `line ${index}`).join("\n");

  test("a small paste is text", () => {
    expect(run({ type: "paste", text: "a\nb" }).text).toBe("a\nb");
  });

  test("a big paste is one placeholder for the caret, and is sent whole", () => {
    const editor = run(typed("see "), { type: "paste", text: big }, typed(" please"));
    expect(layoutEditor(editor, 60).rows).toEqual(["see [pasted text 1: 30 lines] please"]);
    expect(expandedText(editor)).toBe(`see ${big} please`);
    const before = edit(edit(run(typed("x"), { type: "paste", text: big }), move("left")), typed("y"));
    expect(expandedText(before)).toBe(`xy${big}`);
    expect(run({ type: "paste", text: big }, backspace).text).toBe("");
  });

  test("a paste in pieces is one paste", () => {
    const more = { type: "paste", text: "more", continues: true } as const;
    const editor = run(typed("see "), { type: "paste", text: big }, more, more, typed("!"));
    expect(expandedText(editor)).toBe(`see ${big}moremore!`);
    expect(run(typed("x"), more).text).toBe("xmore");
    expect(expandedText(run({ type: "paste", text: big }, typed("x"), more))).toBe(`${big}xmore`);
  });

  test("text that is too long to be laid out at every key becomes a paste", () => {
    const long = "word ".repeat(10_000);
    const editor = run(typed("before"), { type: "set", text: long });
    expect(layoutEditor(editor, 60).rows).toEqual(["[pasted text 1: 1 line]"]);
    expect(expandedText(editor)).toBe(long);
    expect(edit(editor, { type: "undo" }).text).toBe("before");
  });

  test("a paste can be expanded, and the caret keeps its place", () => {
    const editor = run({ type: "paste", text: big }, typed("end"), { type: "expand-pastes" });
    expect(editor.text).toBe(`${big}end`);
    expect(editor.caret).toBe(editor.text.length);
  });

  test("pasted text cannot contain a placeholder", () => {
    expect(expandedText(run({ type: "paste", text: "a\u{f0000}b" }))).toBe("ab");
  });
});

describe("layout", () => {
  test("wide characters wrap whole, the caret is in columns", () => {
    const layout = layoutEditor(run(typed("日本語abc")), 5);
    expect(layout).toEqual({ rows: ["日本", "語abc", ""], caret: { row: 2, column: 0 } });
  });

  test("control characters are visible, never sent", () => {
    const { rows } = layoutEditor(run({ type: "paste", text: "a\x1b[31mb" }), 40);
    expect(rows.join("")).not.toMatch(/[\x00-\x1f]/);
    expect(rows.join("")).toContain("[31mb");
  });

  test("the caret before a line end stays on its row", () => {
    expect(layoutEditor(run(typed("ab\ncd"), move("start"), move("line-end")), 10).caret).toEqual({
      row: 0,
      column: 2,
    });
  });

  test("the caret before the line end of a full row is on the screen", () => {
    expect(layoutEditor(run(typed("abcde\nfg"), move("start"), move("line-end")), 5)).toEqual({
      rows: ["abcde", "", "fg"],
      caret: { row: 1, column: 0 },
    });
    expect(layoutEditor(run(typed("abcde\nfg")), 5).rows).toEqual(["abcde", "fg"]);
  });
});

test("any commands keep the caret in the text and on the screen", () => {
  const command = fc.oneof(
    fc
      .string({ unit: "grapheme", maxLength: 6 })
      .map((text) => typed(text.replace(/[\x00-\x1f\x7f-\x9f]/g, ""))),
    fc.constantFrom("a\nb", "👩‍🚀", "\n", "é").map(typed),
    fc.constantFrom<EditorCommand>(
      move("left"),
      move("right"),
      move("word-left"),
      move("word-right"),
      move("line-start"),
      move("line-end"),
      backspace,
      { type: "delete", motion: "right" },
      kill("line-end"),
      kill("word-left"),
      { type: "yank" },
      { type: "undo" },
      { type: "redo" },
      { type: "vertical", direction: "up", width: 7 },
      { type: "vertical", direction: "down", width: 7 },
    ),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), fc.integer({ min: 4, max: 20 }), (commands, width) => {
      const editor = run(...commands);
      expect(editor.caret).toBeGreaterThanOrEqual(0);
      expect(editor.caret).toBeLessThanOrEqual(editor.text.length);
      const { rows, caret } = layoutEditor(editor, width);
      expect(rows[caret.row]).toBeDefined();
      expect(caret.column).toBeLessThan(width);
    }),
  );
});
