/** Which folder a command works in, seen through the built program. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Bench } from "../../program.js";

let one: Bench;

async function sessionsIn(folder: string): Promise<number | undefined> {
  const { exitCode } = await one.startIn("sh", [
    "-c",
    'cd "$1" && exec node "$2" sessions',
    "sh",
    folder,
    one.program,
  ]);
  return exitCode;
}

it("a command works in the git repository around the folder, or in the folder, but not in a home or the root", async () => {
  one = await Bench.create({ replies: [{ say: "Hi." }] });
  const below = join(one.repository, "hardware");
  const bare = join(one.folder, "no-git");
  await mkdir(below);
  await mkdir(bare);
  await one.startIn("sh", ["-c", 'cd hardware && exec node "$0" -p hello', one.program]);
  expect((await one.transcript()).length).toBeGreaterThan(0);
  expect(await sessionsIn(bare)).toBe(0);
  expect(await sessionsIn(one.home)).toBe(2);
  expect(await sessionsIn("/")).toBe(2);
});
