import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { boundResult, resultLimit } from "../../source/tools/tool-result.js";
import { Redactor } from "../../source/workspace/secrets/redaction.js";
import { type Bench, openBench } from "./bench.js";

const secret = "sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz";

const keeping = (folder: string) => ({ folder, redactor: new Redactor({}) });

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});

it("a short result is not changed, and no folder is created", async () => {
  const result = { outcome: "success", text: "short" } as const;
  expect(await boundResult("search", result, keeping(bench.context.resultsFolder))).toEqual(result);
  await expect(readdir(bench.context.resultsFolder)).rejects.toMatchObject({ code: "ENOENT" });
});

it("a long result is cut at a line with a note, and the whole is kept", async () => {
  const text = "0123456789\n".repeat(5000);
  const folder = bench.context.resultsFolder;
  const bounded = await boundResult("search", { outcome: "success", text }, keeping(folder));
  const [note, last] = bounded.text.split("\n").reverse();
  expect(note).toMatch(/^\[Cut here: \d+ of 55000 characters are shown/);
  expect(last).toBe("0123456789");
  expect(bounded.text.length).toBeLessThan(resultLimit + 200);
  await boundResult("search", { outcome: "success", text: `${text}2` }, keeping(folder));
  expect((await readdir(folder)).sort()).toEqual(["0001-search.txt", "0002-search.txt"]);
  expect(await readFile(join(folder, "0001-search.txt"), "utf8")).toBe(text);
});

it("a result is not cut within a character", async () => {
  const { text } = await boundResult(
    "x",
    { outcome: "success", text: "😀".repeat(40_000) },
    keeping(bench.context.resultsFolder),
  );
  expect(text).not.toMatch(/\p{Surrogate}/u);
});

it("a long diff is cut", async () => {
  const diff = "+line\n".repeat(50_000);
  const bounded = await boundResult(
    "x",
    { outcome: "success", text: "", diff },
    keeping(bench.context.resultsFolder),
  );
  expect(bounded.diff?.length).toBeLessThan(101_000);
  expect(bounded.diff).toContain("more characters of diff");
});

it("the whole of a selection is kept, but not returned", async () => {
  const folder = bench.context.resultsFolder;
  const result = { outcome: "success", text: "3 of 900", whole: "all 900" } as const;
  expect(await boundResult("run_erc", result, keeping(folder))).toEqual({
    outcome: "success",
    text: "3 of 900",
  });
  expect(await readFile(join(folder, "0001-run_erc.txt"), "utf8")).toBe("all 900");
});

it("the detail is bounded in the length and the number of its lines", async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `  ${index} ${"x".repeat(999)}  `);
  const result = { outcome: "success", text: "", detail: ["a\t  b", ...lines].join("\n") } as const;
  const { detail = "" } = await boundResult("x", result, keeping(bench.context.resultsFolder));
  const [head, first, ...rest] = detail.split("\n");
  expect(head).toBe("a b");
  expect(first).toBe(`  0 ${"x".repeat(295)}…`);
  expect(rest).toHaveLength(200);
  expect(rest.at(-1)).toBe("… 800 more");
});

it("the kept file has no secrets, while the model receives them", async () => {
  const text = `key ${secret}\n${"0123456789\n".repeat(5000)}`;
  const folder = bench.context.resultsFolder;
  const bounded = await boundResult("read_file", { outcome: "success", text }, keeping(folder));
  expect(bounded.text).toContain(secret);
  expect(await readFile(join(folder, "0001-read_file.txt"), "utf8")).not.toContain(secret);
});
