import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type Edit } from "../../../source/tools/text/apply-edit.js";

function edited(raw: string, old_string: string, new_string: string, replace_all?: boolean): string {
  const result = applyEdit(raw, {
    old_string,
    new_string,
    ...(replace_all !== undefined && { replace_all }),
  });
  if ("refusal" in result) {
    throw new Error(result.refusal);
  }
  return result.raw;
}

function reason(raw: string, edit: Edit): string {
  const result = applyEdit(raw, edit);
  return "refusal" in result ? result.refusal : "";
}

describe("an edit", () => {
  it.each([
    ["in one line", "a\nb\nc\n", "b", "x", "a\nx\nc\n"],
    ["over lines", "a\nb\nc\n", "a\nb", "x", "x\nc\n"],
    ["with CRLF kept", "a\r\nb\r\nc\r\n", "a\nb", "x\ny", "x\r\ny\r\nc\r\n"],
    ["given with CRLF in a file with LF", "a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n"],
    ["that inserts lines into a CRLF file", "a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n"],
    ["in a file with both line ends", "a\r\nb\nc\r\n", "b\nc", "b\nx\nc", "a\r\nb\nx\nc\r\n"],
    ["after a byte order mark", "\uFEFFa\r\nb\r\n", "a", "x", "\uFEFFx\r\nb\r\n"],
    ["that would lose the last newline", "a\nb\n", "b\n", "x", "a\nx\n"],
    ["that would add a last newline", "a\nb", "b", "x\n", "a\nx"],
    ["that removes the last line", "a\nb\n", "b\n", "", "a\n"],
    ["that empties the file", "a\n", "a\n", "", ""],
    ["that leaves the file without a last newline alone", "a\nb", "a", "x", "x\nb"],
    ["with characters that mean something elsewhere", "a $& b", "$&", "$1 \\n", "a $1 \\n b"],
  ])("%s", (_, raw, old, fresh, result) => {
    expect(edited(raw, old, fresh)).toBe(result);
  });

  it("replaces every occurrence with replace_all", () => {
    expect(edited("a.a\r\na", "a", "bb", true)).toBe("bb.bb\r\nbb");
    expect(edited("aaa", "aa", "b", true)).toBe("ba");
  });

  it("returns the lines of the replaced pieces", () => {
    expect(
      applyEdit("x\r\na\r\n\r\na\r\n", { old_string: "a", new_string: "b", replace_all: true }),
    ).toMatchObject({ lines: [2, 4] });
  });

  it("is refused, with the lines, if the text occurs more than once", () => {
    expect(reason("a\nb\na\n", { old_string: "a", new_string: "x" })).toContain("2 times, in lines 1, 3");
    expect(reason("aaa", { old_string: "aa", new_string: "x" })).toContain("2 times");
  });

  it("that is ambiguous names at most twenty lines", () => {
    const refusal = reason("a\n".repeat(50), { old_string: "a", new_string: "x" });
    expect(refusal).toContain("50 times");
    expect(refusal).toContain("20 and more");
    expect(refusal).not.toContain("21");
  });

  it("is refused if it changes nothing, and if old_string is empty", () => {
    expect(reason("a", { old_string: "a", new_string: "a" })).toContain("equal");
    expect(reason("a\r\nb", { old_string: "a\nb", new_string: "a\r\nb" })).toContain("equal");
    expect(reason("a", { old_string: "", new_string: "b" })).toContain("empty");
  });

  it.each([
    ["white space", "x\n\t\t(at 1 2)\n", "  (at 1 2)", 2, "\\t\\t(at 1 2)"],
    ["a digit", '(a)\n(property "Value" "1k")\n(b)\n', '(property "Value" "2k")', 2, "1k"],
    [
      "a later line",
      "(wire\n\t(pts 1 2)\n\t(uuid a)\n)\n(wire\n\t(pts 3 4)\n\t(uuid b)\n)\n",
      "(wire\n\t(pts 3 4)\n\t(uuid c)",
      7,
      "(uuid b)",
    ],
  ])("that is off by %s is shown the nearest line", (_, raw, old, line, text) => {
    const refusal = reason(raw, { old_string: old, new_string: "x" });
    expect(refusal).toContain(`The nearest line is ${line}: `);
    expect(refusal).toContain(text);
  });

  it("is refused without a hint if no line is similar", () => {
    expect(reason("aaa\nbbb\n", { old_string: "zzz", new_string: "x" })).toContain("No line");
  });

  it("finds the nearest line in a file of the size of a board", () => {
    const raw = Array.from({ length: 200_000 }, (_, n) => `\t(segment (start ${n} 1) (end ${n} 2))`).join(
      "\n",
    );
    expect(reason(raw, { old_string: "(segment (start 777 1) (end 777 3))", new_string: "x" })).toContain(
      "nearest line is 778",
    );
  });

  it("changes no byte outside the replaced piece", () => {
    const end = fc.constantFrom("\n", "\r\n");
    const lines = fc.array(fc.tuple(fc.stringMatching(/^[ab é]{0,4}$/), end), { maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (before, after, mark) => {
        const [head, tail] = [before, after].map((part) => part.flat().join(""));
        const raw = `${mark ? "\uFEFF" : ""}${head}needle${tail}`;
        expect(edited(raw, "needle", "thread")).toBe(raw.replace("needle", "thread"));
      }),
    );
  });
});
