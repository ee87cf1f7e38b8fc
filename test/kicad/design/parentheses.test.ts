import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findImbalance } from "../../../source/kicad/design/parentheses.js";

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
        expect(findImbalance(`(x ${inner}`)).toBe("1 parenthesis is never closed");
        expect(findImbalance(`(x ${inner}))`)).toMatch(
          /^line \d+ closes a parenthesis that was never opened$/,
        );
      }),
    );
  });

  it.each([
    ["(a\n(b)\n))", "line 3 closes a parenthesis that was never opened"],
    ['(a\n "b)\n', "the string that begins in line 2 never ends"],
    ["(a (b (c", "3 parentheses are never closed"],
  ])("show where %j is wrong", (text, imbalance) => {
    expect(findImbalance(text)).toBe(imbalance);
  });

  it("do not count in comments, which are whole lines", () => {
    expect(findImbalance("(version 1)\n  # see (the manual\n(rule x)")).toBeUndefined();
    expect(findImbalance("(a # (b\n)")).toBe("1 parenthesis is never closed");
  });
});
