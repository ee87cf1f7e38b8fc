/** One run of the built program, from argv to its answer and its files; test/e2e/program has all others. */
import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";
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

it("keeps what Node compiled in the user's own cache folder, where Node can", async () => {
  const bench = await Bench.create({ replies: [{ say: "Done." }] });
  const { exitCode } = await bench.start(["--print", "hello"], { env: { XDG_CACHE_HOME: undefined } });
  expect(exitCode).toBe(0);
  const compiled = join(bench.home, ".cache", "copperhead", "compiled");
  expect(existsSync(compiled)).toBe("enableCompileCache" in nodeModule);
});
