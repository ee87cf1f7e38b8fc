import fc from "fast-check";
import { expect, it } from "vitest";
import { visible } from "../../source/base/safe-text.js";

it.each([
  ["\u001b[2J\u001b]0;title\u0007", "␛[2J␛]0;title␇"],
  ["a\rb\u0000\u007f", "a␍b␀␡"],
  ["\u009b31m", "<U+009B>31m"],
  ["\u202etxt.exe\u2066x\u2069", "<U+202E>txt.exe<U+2066>x<U+2069>"],
  ["line\n\ttabbed", "line\n\ttabbed"],
  ["👨‍👩‍👧 é ✔︎ שלום", "👨‍👩‍👧 é ✔︎ שלום"],
])("shows %j as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it("lets nothing through that a terminal would obey, and changes nothing twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = visible(text);
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(visible(shown)).toBe(shown);
    }),
  );
});
