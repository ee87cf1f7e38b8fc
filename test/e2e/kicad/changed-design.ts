/** Copies of the bundled design, for tests that compare. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { bundledBoard } from "../../kicad/bundled-board.js";

/** A copy of the design, in `folder`, with one place of its file `name` changed; gives that file's path. */
export async function changedDesign(folder: string, name: string, from: string, to: string): Promise<string> {
  const copy = join(folder, "changed");
  await cp(join(bundledBoard, "hardware"), copy, { recursive: true });
  const text = await readFile(join(copy, name), "utf8");
  expect(text).toContain(from);
  await writeFile(join(copy, name), text.replace(from, to));
  return join(copy, name);
}
