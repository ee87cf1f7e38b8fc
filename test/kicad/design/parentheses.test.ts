import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeImbalance, findImbalance } from "../../../source/kicad/design/parentheses.js";

/** Expressions that are well-formed by construction. */
const { expression } = fc.letrec<{ expression: string; list: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("at", "1.27", "F.Cu", '"a (b"', '"\\")"', '"line\nbreak"', '"#"'),
    tie("list"),
  ),
  list: fc.array(tie("expression"), { maxLength: 5 }).map((parts) => `(${parts.join(" ")})`),
}));

describe("parentheses", () => {
  it("match in everything well-formed", () => {
    fc.assert(fc.property(fc.array(expression), (parts) => findImbalance(parts.join("\n")) === undefined));
  });

  it("do not match where one is missing or one too many", () => {
    fc.assert(
      fc.property(expression, (inner) => {
        expect(findImbalance(`(x ${inner}`)).toEqual({ kind: "unclosed", missing: 1 });
        expect(findImbalance(`(x ${inner}))`)).toMatchObject({ kind: "extra" });
      }),
    );
  });

  it.each([
    ["(a\n(b)\n))", { kind: "extra", line: 3 }],
    ['(a\n "b)\n', { kind: "unterminated-string", line: 2 }],
    ["(a (b (c", { kind: "unclosed", missing: 3 }],
  ])("tell where %j is wrong", (text, imbalance) => {
    expect(findImbalance(text)).toEqual(imbalance);
  });

  it("do not count in comments, which are whole lines", () => {
    expect(findImbalance("(version 1)\n  # see (the manual\n(rule x)")).toBeUndefined();
    expect(findImbalance("(a # (b\n)")).toEqual({ kind: "unclosed", missing: 1 });
  });

  it("are described in words", () => {
    expect(describeImbalance({ kind: "unclosed", missing: 1 })).toBe("1 parenthesis is never closed");
    expect(describeImbalance({ kind: "extra", line: 7 })).toContain("line 7");
  });
});
