/** One run of the built program, from argv to its answer and its files; test/e2e/program has all others. */
import { expect, it } from "vitest";
import { asked, Bench } from "./program.js";

it("makes the change that was requested, prints the answer alone, and exits with 0", async () => {
  const write = asked("write_file", { path: "notes.md", content: "hi\n" });
  const bench = await Bench.create({ replies: [{ say: write }, { say: "Written." }] });
  const { stdout, stderr, exitCode } = await bench.start(["--print", "write the notes"]);
  expect({ stdout, exitCode }).toEqual({ stdout: "Written.\n", exitCode: 0 });
  expect(stderr).toContain("changed: notes.md +1");
  expect(await bench.read("notes.md")).toBe("hi\n");
});
