import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { describeChanges, makeChanges } from "../../source/tools/file-changes.js";
import { type Bench, openBench } from "./bench.js";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
  await bench.write("a.txt", "one\n");
  await bench.write("b.txt", "two\n");
});

const change = (path: string, before: string, after: string) => ({
  path,
  before: Buffer.from(before),
  after: Buffer.from(after),
});

const both = [change("a.txt", "one\n", "1\n"), change("b.txt", "two\n", "2\n2\n")];

it("makes all changes", async () => {
  expect(await makeChanges(both, bench.context)).toBeUndefined();
  expect([await bench.read("a.txt"), await bench.read("b.txt")]).toEqual(["1\n", "2\n2\n"]);
  expect((await bench.context.journal.changes()).map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
});

it("makes none where one of the files is not as it was read", async () => {
  await bench.write("b.txt", "somebody else's\n");
  expect(await makeChanges(both, bench.context)).toMatchObject({
    outcome: "rejected",
    text: expect.stringContaining("b.txt was changed by somebody else meanwhile"),
  });
  expect(await bench.read("a.txt")).toBe("one\n");
});

it("takes back what was made where a later one fails", async () => {
  await chmod(join(bench.root, "b.txt"), 0o444);
  await expect(makeChanges(both, bench.context)).rejects.toThrow(/b\.txt is not written: it is read-only/);
  expect([await bench.read("a.txt"), await bench.read("b.txt")]).toEqual(["one\n", "two\n"]);
  expect(await bench.context.journal.changes()).toEqual([]);
});

it("makes none where one of the files is obeyed by other programs and nobody said yes", async () => {
  const obeyed = { path: ".github/a.yml", before: null, after: Buffer.from("x\n") };
  const changes = [...both, obeyed];
  expect(await makeChanges(changes, bench.context)).toMatchObject({ outcome: "rejected" });
  expect(await bench.read("a.txt")).toBe("one\n");
  expect(await makeChanges(changes, { ...bench.context, isConfirmed: true })).toBeUndefined();
  expect(await bench.read(".github/a.yml")).toBe("x\n");
});

it("describes one file by its lines, several by their names as well", () => {
  expect(describeChanges(both.slice(0, 1)).lines).toBe("+1 −1");
  const { lines, result } = describeChanges(both);
  expect(lines).toBe("a.txt +1 −1, b.txt +2 −1");
  expect(result.changed).toEqual([
    { path: "a.txt", added: 1, removed: 1 },
    { path: "b.txt", added: 2, removed: 1 },
  ]);
  expect(result.diff).toMatch(/a\/a\.txt[\s\S]+a\/b\.txt/);
});
