import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import { keptResult } from "../../../source/base/files/kept-results.js";
import { onLongWait } from "../../../source/base/waits.js";
import { temporaryFolder } from "../../temporary-folder.js";

const keeping = (key: unknown, folder: string, signal = new AbortController().signal) => ({
  folder,
  key,
  schema: z.number(),
  most: 3,
  what: "the number",
  signal,
});

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

it("makes what is asked for twice at once only once", async () => {
  const folder = join(temporaryFolder(), "kept");
  const make = vi.fn(async () => 1);
  const both = [keptResult(keeping("a", folder), make), keptResult(keeping("a", folder), make)];
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(make).toHaveBeenCalledOnce();
});

it("makes it itself where the other one fails", async () => {
  const folder = join(temporaryFolder(), "kept");
  const failing = keptResult(keeping("a", folder), () => Promise.reject(new Error("aborted")));
  const other = keptResult(keeping("a", folder), async () => 2);
  await expect(failing).rejects.toThrow("aborted");
  expect(await other).toBe(2);
});

it("waits for the other one no longer than it is asked to, and the user sees what for", async () => {
  const folder = join(temporaryFolder(), "kept");
  let finish: (result: number) => void = () => {};
  const result = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const first = keptResult(keeping("a", folder), () => result);
  const leaving = new AbortController();
  const second = keptResult(keeping("a", folder, leaving.signal), async () => 2);
  const shown = await new Promise((show) => onLongWait((wait) => wait && show(wait.what)));
  expect(shown).toBe("the number");
  leaving.abort(new Error("left"));
  await expect(second).rejects.toThrow("left");
  finish(1);
  expect(await first).toBe(1);
});

it("does not keep what its key no longer describes", async () => {
  const folder = join(temporaryFolder(), "kept");
  const stale = { ...keeping("a", folder), isCurrent: async () => false };
  expect(await keptResult(stale, async () => 1)).toBe(1);
  expect(await keptResult(keeping("a", folder), async () => 2)).toBe(2);
});
