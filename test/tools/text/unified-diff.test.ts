import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffFile, diffFiles } from "../../../source/tools/text/unified-diff.js";

const bytes = (text: string | null) => (text === null ? null : Buffer.from(text));
const diff = (before: string | null, after: string | null) =>
  diffFile({ path: "x.md", before: bytes(before), after: bytes(after) });

describe("a diff", () => {
  it("contains the file, the lines and their counts", () => {
    expect(diff("a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nc\nd\nX\nY\nf\ng\nh\ni\n")).toEqual({
      path: "x.md",
      diff: "--- a/x.md\n+++ b/x.md\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+X\n+Y\n f\n g\n h\n",
      added: 2,
      removed: 1,
    });
  });

  it("of a new or removed file has /dev/null on one side", () => {
    expect(diff(null, "a\n").diff).toBe("--- /dev/null\n+++ b/x.md\n@@ -0,0 +1,1 @@\n+a\n");
    expect(diff("a\n", null).diff).toContain("+++ /dev/null");
  });

  it("applied to the old text, returns the new one", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "c\r"), { maxLength: 30 })
      .chain((lines) => fc.boolean().map((ends) => lines.join("\n") + (ends ? "\n" : "")));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const made = diff(before, after);
        expect(applyPatch(before, made.diff, { autoConvertLineEndings: false })).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("counts lines from the file's beginning in a large file", () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `(line ${n})`);
    const before = lines.join("\n");
    lines[200_000] = "(other)";
    const made = diff(before, lines.join("\n"));
    expect(made.diff).toContain("@@ -199998,7 +199998,7 @@");
    expect([made.added, made.removed]).toEqual([1, 1]);
  });

  it("counts the lines of a large file that is new or gone", () => {
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join(""));
    expect(diffFile({ path: "a", before: bytes, after: null })).toMatchObject({ added: 0, removed: 20_000 });
    expect(diffFile({ path: "a", before: null, after: bytes })).toMatchObject({ added: 20_000, removed: 0 });
  });

  it("of a binary file is one sentence", () => {
    const binary = { path: "x.bin", before: Buffer.from([0, 1]), after: Buffer.from([0, 2]) };
    expect(diffFile(binary).diff).toBe("Binary file x.bin changed\n");
  });

  it("of files that an export made is their names, as its list has them", () => {
    const list = (...names: string[]) =>
      Buffer.from(
        JSON.stringify({
          schema: "copperhead.export-folder/1",
          outputs: [
            {
              project: "a.kicad_pro",
              what: "bom",
              files: Object.fromEntries(names.map((name) => [name, []])),
            },
          ],
        }),
      );
    const text = Buffer.from("x\n");
    const changes = [
      { path: "fab/.copperhead-export.json", before: list("old.csv"), after: list("a-bom.csv") },
      { path: "fab/a-bom.csv", before: null, after: text },
      { path: "fab/old.csv", before: text, after: null },
      { path: "a-bom.csv", before: null, after: text },
    ];
    expect(diffFiles(changes)).toBe(
      `Exported file fab/.copperhead-export.json changed
Exported file fab/a-bom.csv is new
Exported file fab/old.csv was removed
--- /dev/null
+++ b/a-bom.csv
@@ -0,0 +1,1 @@
+x
`,
    );
  });

  it("of several files contains each after the other", () => {
    const change = (path: string) => ({ path, before: null, after: Buffer.from("x\n") });
    expect(diffFiles([change("a"), change("b")]).match(/^\+\+\+ .*/gm)).toEqual(["+++ b/a", "+++ b/b"]);
  });
});
