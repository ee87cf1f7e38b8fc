import { expect, it } from "vitest";
import { servedTools } from "../../source/mcp/tools.js";
import { tools } from "../../source/tools/catalog.js";
import { openBench } from "../tools/bench.js";

/** In the schema of `edit_design`. */
const edits = ["disconnect", "rename_net", "remove_part", "move_footprint"];
const served = new Set([...servedTools.map(({ name }) => name), ...edits]);
const absent = tools.map(({ name }) => name).filter((name) => !served.has(name));

it.each([
  ["an edit of nothing", "edit_file", { path: "a.txt", old_string: "", new_string: "x" }],
  ["an edit of what is not there", "edit_file", { path: "a.txt", old_string: "y", new_string: "x" }],
  [
    "an edit of a file that is not there",
    "edit_file",
    { path: "other.kicad_sch", old_string: "y", new_string: "x" },
  ],
  ["a file that is not there", "read_file", { path: "hardware/deep/other.kicad_sch" }],
] as const)("a refusal of %s names no tool that the server lacks", async (_, name, args) => {
  const bench = await openBench();
  await bench.write("a.txt", "text\n");
  const { text, outcome } = await bench.run(name, args);
  expect(outcome).not.toBe("success");
  expect(absent).toContain("write_file");
  for (const missing of absent) {
    expect(text).not.toMatch(new RegExp(`\\b${missing}\\b`));
  }
});

it("a file that is not there, and is like no other, is answered by those that are", async () => {
  const bench = await openBench();
  const path = "hardware/deep/other.kicad_sch";
  expect((await bench.run("read_file", { path })).text).toBe(
    `There is no file ${path}. The repository has no files.`,
  );
  for (let index = 10; index < 22; index++) {
    await bench.write(`${index}.txt`, "");
  }
  expect((await bench.run("read_file", { path })).text).toMatch(/There are 10\.txt, .*, 19\.txt, 2 more\.$/);
});
