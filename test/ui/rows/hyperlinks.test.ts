import { expect, test } from "vitest";
import { link } from "../../../source/ui/rows/hyperlinks.js";

test("only a harmless address becomes a link", () => {
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
