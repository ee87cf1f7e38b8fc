/** A diff as whole files, from either side of it. */
import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { changedFiles } from "../../../source/acp/updates/changed-files.js";
import { fenced } from "../../../source/acp/updates/content.js";

const lines = fc
  .array(fc.constantFrom("one", "two", "three", "", "  four\t"), { maxLength: 30 })
  .chain((rows) => fc.constantFrom("\n", "").map((end) => rows.join("\n") + end));

function diffOf(before: string, after: string): string {
  return createTwoFilesPatch("a/x.md", "b/x.md", before, after, undefined, undefined, { context: 3 });
}

it("makes the same files from the text before and from the text after", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (before, after) => {
      fc.pre(before !== after);
      const diff = diffOf(before, after);
      const fromBefore = await changedFiles(diff, "before", async () => before);
      const fromAfter = await changedFiles(diff, "after", async () => after);
      expect(fromBefore).toMatchObject([{ path: "x.md", oldText: before, newText: after }]);
      expect(fromAfter).toEqual(fromBefore);
    }),
  );
});

it("names the first line that differs", async () => {
  const [file] = await changedFiles(
    diffOf("1\n2\n3\n4\n", "1\n2\n3\nfour\n"),
    "before",
    async () => "1\n2\n3\n4\n",
  );
  expect(file?.line).toBe(4);
});

it("has no old text for a new file, and leaves out what was removed, cannot be read, or does not fit", async () => {
  const made = createTwoFilesPatch("/dev/null", "b/new.md", "", "one\n");
  const reject = async () => Promise.reject(new Error("gone"));
  expect(await changedFiles(made, "before", reject)).toMatchObject([
    { path: "new.md", oldText: null, newText: "one\n", line: 1 },
  ]);
  expect(await changedFiles(made, "after", reject)).toEqual([]);
  const removed = createTwoFilesPatch("a/old.md", "/dev/null", "one\n", "");
  expect(await changedFiles(removed, "before", async () => "one\n")).toEqual([]);
  expect(await changedFiles(diffOf("one\n", "two\n"), "before", async () => "other\n")).toEqual([]);
  expect(await changedFiles("--- a/x\n+++ b/x\n@@ -1", "before", async () => "")).toEqual([]);
});

it("fences code in more backticks than it holds", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("`", "``", "```", "`````", "a", "\n")), (pieces) => {
      const code = pieces.join("");
      const [fence = "", ...rest] = fenced(code).split("\n");
      expect(rest.at(-1)).toBe(fence);
      expect(rest.slice(0, -1).join("\n")).toBe(code);
      expect(code).not.toContain(fence);
    }),
  );
});
