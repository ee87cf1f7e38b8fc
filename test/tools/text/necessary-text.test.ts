import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { necessaryText } from "../../../source/tools/text/necessary-text.js";

describe("necessaryText", () => {
  it.for([
    ["needle", "needle"],
    ['\\(property "Value"', '(property "Value"'],
    ["a+bc", "bc"],
    ["colou?r", "colo"],
    ["net{2}work", "work"],
    ["^x.long$", "long"],
    ["(group)? outside", " outside"],
    ["[a-z]+_end", "_end"],
    ["\\d\\d ohm", " ohm"],
    ["ünï✓*", "ünï"],
  ] as const)("of %s is %s", ([pattern, text]) => {
    expect(necessaryText(pattern)).toBe(text);
  });

  it.for([
    "a|b",
    "(?i)abc",
    "\\Qa*b\\E",
    "\\x41bc",
    "\\pLong",
    "[]abc]",
    "[[:alpha:]x]",
    "x*",
    "\\d+",
    "a{b",
    "[^",
  ])("is not known of %s", (pattern) => {
    expect(necessaryText(pattern)).toBeUndefined();
  });

  it("is in every line that the expression matches", () => {
    const piece = fc.constantFrom(
      ..."abAB01 _-{}[]()|^$.*+?,:\\\"'/é✓",
      ..."\\d \\w \\. \\\\ \\( \\[ \\b \\S a+ b* c? a{2} b{0,1} [ab] [^a] [\\]a] (ab) (a)? (?:b)* (a{1}) x\\x41 \\pL []a]".split(
        " ",
      ),
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(""));
    const line = fc
      .array(fc.constantFrom(...'aabbABcx01 _-{}[](),:\\"/é✓A'.split("")), { maxLength: 8 })
      .map((letters) => letters.join(""));
    fc.assert(
      fc.property(pattern, fc.array(line, { maxLength: 12 }), (source, lines) => {
        let compiled: RE2JS;
        try {
          compiled = RE2JS.compile(source);
        } catch {
          return;
        }
        const text = necessaryText(source);
        for (const each of text === undefined ? [] : lines.filter((one) => compiled.test(one))) {
          expect(each).toContain(text);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
