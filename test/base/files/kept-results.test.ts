import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import { keptResult } from "../../../source/base/files/kept-results.js";
import { temporaryFolder } from "../../temporary-folder.js";

const keeping = (key: unknown, folder: string) => ({ folder, key, schema: z.number(), most: 3 });

it("makes a result once a key", async () => {
  const folder = join(temporaryFolder(), "kept");
  const make = vi.fn(async () => 1);
  expect(await keptResult(keeping(["a"], folder), make)).toBe(1);
  expect(await keptResult(keeping(["a"], folder), async () => 2)).toBe(1);
  expect(await keptResult(keeping(["b"], folder), async () => 2)).toBe(2);
  expect(make).toHaveBeenCalledOnce();
});

it("keeps the newest", async () => {
  const folder = join(temporaryFolder(), "kept");
  for (let number = 0; number < 5; number += 1) {
    await keptResult(keeping(number, folder), async () => number);
  }
  expect(await readdir(folder)).toHaveLength(3);
  expect(await keptResult(keeping(4, folder), async () => 9)).toBe(4);
});

it("makes it again where what is kept has another form, and follows no link", async () => {
  const folder = join(temporaryFolder(), "kept");
  await keptResult(keeping("a", folder), async () => 1);
  const [name = ""] = await readdir(folder);
  await writeFile(join(folder, name), '"one"');
  expect(await keptResult(keeping("a", folder), async () => 2)).toBe(2);
  const elsewhere = temporaryFolder();
  await mkdir(join(elsewhere, "real"));
  await symlink(join(elsewhere, "real"), join(elsewhere, "link"));
  expect(await keptResult(keeping("a", join(elsewhere, "link")), async () => 3)).toBe(3);
  expect(await readdir(join(elsewhere, "real"))).toEqual([]);
});
