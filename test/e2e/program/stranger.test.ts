/** A repository that somebody else made, and a machine that is not as it should be, seen through the built program. */
import { expect, it } from "vitest";
import { Bench } from "../../program.js";

it("a working directory that is gone is called that, with the way out", async () => {
  const one = await Bench.create({});
  const script = 'mkdir gone && cd gone && rmdir "$PWD" && exec node "$0" -p hello';
  const { exitCode, stderr } = await one.startIn("sh", ["-c", script, one.program]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/working directory is gone.*\n.*cd to a folder that exists/);
});
