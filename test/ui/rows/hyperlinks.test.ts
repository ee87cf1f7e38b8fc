import { expect, test } from "vitest";
import { fileLink, link, linkFiles, withFileLinks } from "../../../source/ui/rows/hyperlinks.js";

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

test("only the repository's own files become links to files", () => {
  linkFiles("/home/me/my board", ["docs/notes.md", "ä\x07.md"]);
  expect(withFileLinks("see docs/notes.md, ../docs/notes.md and /etc/passwd.md")).toBe(
    "see \x1b]8;;file:///home/me/my%20board/docs/notes.md\x07docs/notes.md\x1b]8;;\x07, ../docs/notes.md and /etc/passwd.md",
  );
  expect(fileLink("x", "ä\x07.md")).toContain("file:///home/me/my%20board/%C3%A4%07.md\x07x");
  linkFiles("/", []);
});
