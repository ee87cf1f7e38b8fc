import { expect, it } from "vitest";
import { codeSpan } from "../../../source/base/text/code-span.js";

it.each([
  ["a", "`a`"],
  ["a`b", "``a`b``"],
  ["`", "`` ` ``"],
  ["", "`  `"],
  ["a\nb\u001b", "`a␊b␛`"],
  ["<img> @team", "`<img> @team`"],
])("writes %j as %s", (text, span) => {
  expect(codeSpan(text)).toBe(span);
});
