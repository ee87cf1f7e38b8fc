import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

const search = async (args: Record<string, unknown>) => await bench.run("search", args);

describe("search", () => {
  it("returns path, line and text, in order", async () => {
    await bench.write("b.md", "x\nneedle two\n");
    await bench.write("a.md", "needle one\r\n\r\nand a needle needle\r\n");
    expect((await search({ pattern: "needle" })).text).toBe(
      "3 matching lines in 2 files.\na.md:1: needle one\na.md:3: and a needle needle\nb.md:2: needle two",
    );
  });

  it("reads the pattern as text, and as an expression with regex", async () => {
    await bench.write("a.kicad_sch", '(property "Value" "1k")\n(value 10k)\n');
    expect((await search({ pattern: '(property "Value"' })).text).toContain("1 matching line in");
    expect((await search({ pattern: "\\d+k", regex: true })).text).toContain("2 matching lines");
    expect((await search({ pattern: "^\\(value", regex: true })).text).toContain("a.kicad_sch:2:");
    expect((await search({ pattern: "\\d+k" })).text).toContain("0 matching lines");
    expect((await search({ pattern: "VALUE" })).text).toContain("0 matching lines");
  });

  it("finds text over several lines, and an empty last line", async () => {
    await bench.write("a.md", "one\r\ntwo\r\n");
    expect((await search({ pattern: "one\ntwo" })).text).toContain("a.md:1: one");
    expect((await search({ pattern: "\ntwo" })).text).toBe("1 matching line in 1 file.\na.md:1: one");
    expect((await search({ pattern: "^$", regex: true })).text).toContain("a.md:3: ");
  });

  it("searches only the text files that a model may see", async () => {
    for (const path of [".env", ".git/config", "id_rsa", ".copperhead/sessions/x"]) {
      await bench.write(path, "needle");
    }
    await bench.write("x.bin", Buffer.from("needle\0needle"));
    await bench.write("../outside.md", "needle");
    await symlink(join(bench.root, "../outside.md"), join(bench.root, "link.md"));
    await bench.write("a.md", "needle");
    await bench.write("a.txt", "needle");
    expect((await search({ pattern: "needle", glob: "*.md" })).text).toBe(
      "1 matching line in 1 file.\na.md:1: needle",
    );
    expect((await search({ pattern: "needle" })).text).toContain("2 matching lines in 3 files.");
  });

  it("gives two hundred lines at a time, and the call for the rest", async () => {
    await bench.write("a.md", "needle\n".repeat(450));
    const pages: string[][] = [];
    let args: Record<string, unknown> | undefined = { pattern: "n.*", regex: true };
    while (args !== undefined && pages.length < 9) {
      const { text }: { text: string } = await search(args);
      const [head = "", ...lines] = text.split("\n");
      const rest = /^The rest: (.*)$/.exec(lines.at(-1) ?? "")?.[1];
      pages.push([head, ...lines.filter((line) => line.startsWith("a.md:"))]);
      args = rest === undefined ? undefined : JSON.parse(rest).args;
    }
    expect(pages.map(([head]) => head)).toEqual([
      "200 matching lines of more in 1 file.",
      "200 matching lines of more in 1 file.",
      "50 matching lines in 1 file.",
    ]);
    expect(pages.flatMap(([, ...lines]) => lines).map((line) => Number(line.split(":")[1]))).toEqual(
      Array.from({ length: 450 }, (_, index) => index + 1),
    );
  });

  it("returns the part of a long line around the match", async () => {
    await bench.write("a.json", `${"x".repeat(50_000)}needle${"y".repeat(50_000)}`);
    for (const regex of [false, true]) {
      const { text } = await search({ pattern: "needle", regex });
      expect(text).toContain("xneedley");
      expect(text.length).toBeLessThan(400);
    }
  });

  it("refuses an invalid expression, and an invalid glob", async () => {
    for (const pattern of ["(?=a)", "(", "(a)\\1"]) {
      expect(await search({ pattern, regex: true })).toMatchObject({
        outcome: "rejected",
        text: expect.stringContaining("RE2"),
      });
    }
    expect(await search({ pattern: "a", glob: "{" })).toMatchObject({ outcome: "rejected" });
  });

  it("is linear for an expression that would make others hang", async () => {
    await bench.write("a.txt", `${"a".repeat(50_000)}!\n`);
    expect((await search({ pattern: "^(a+)+$", regex: true })).text).toContain("0 matching lines");
  });

  it("throws when it is interrupted", async () => {
    await bench.write("a.txt", "b\n".repeat(100_000));
    const signal = AbortSignal.abort();
    await expect(
      bench.tool("search").run({ pattern: "a", regex: true }, { ...bench.context, signal }),
    ).rejects.toThrow();
  });
});
