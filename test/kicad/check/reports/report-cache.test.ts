import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import {
  type CheckedState,
  cachedReport,
  hashesBefore,
  hashFiles,
} from "../../../../source/kicad/check/reports/report-cache.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { makeFinding } from "../finding.js";

let folder: string;
let cache: string;
beforeEach(() => {
  folder = temporaryFolder();
  cache = join(folder, "cache");
});

const report = { findings: [makeFinding({ sheet: "/" })], note: "n" };
const check = () => vi.fn(async () => report);
const making = (make: () => Promise<typeof report>) => ({
  make,
  what: "ERC",
  signal: new AbortController().signal,
});

async function state(more: Partial<CheckedState> = {}): Promise<CheckedState> {
  const hashes = await hashFiles(folder, ["a.kicad_sch"]);
  return { kind: "erc", design: "a.kicad_sch", kicadVersion: "9", hashes, ...more };
}

it("checks one content once", async () => {
  await writeFile(join(folder, "a.kicad_sch"), "one");
  const [first, second] = [check(), check()];
  expect(await cachedReport(cache, await state(), making(first))).toEqual(report);
  expect(await cachedReport(cache, await state(), making(second))).toEqual(report);
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
});

it.each<[string, Partial<CheckedState>]>([
  ["check", { kind: "drc" }],
  ["design", { design: "b.kicad_sch" }],
  ["KiCad", { kicadVersion: "10" }],
  ["content", { hashes: new Map([["a.kicad_sch", "other"]]) }],
  [
    "further file",
    {
      hashes: new Map([
        ["a.kicad_sch", "x"],
        ["a.kicad_dru", "y"],
      ]),
    },
  ],
])("checks again for another %s", async (_, other) => {
  await writeFile(join(folder, "a.kicad_sch"), "one");
  await cachedReport(cache, await state(), making(check()));
  const again = check();
  await cachedReport(cache, await state(other), making(again));
  expect(again).toHaveBeenCalledOnce();
});

it("recognizes the untouched state by its content", async () => {
  await writeFile(join(folder, "a.kicad_sch"), "one");
  const untouched = await state();
  await writeFile(join(folder, "a.kicad_sch"), "two");
  await writeFile(join(folder, "b.kicad_sch"), "new");
  const now = await hashFiles(folder, ["a.kicad_sch", "b.kicad_sch"]);
  const before = hashesBefore(now, [
    { path: "a.kicad_sch", before: Buffer.from("one"), after: Buffer.from("two") },
    { path: "b.kicad_sch", before: null, after: Buffer.from("new") },
    { path: "notes.md", before: Buffer.from("x"), after: null },
  ]);
  expect(before).toEqual(untouched.hashes);
});

it("checks again when what is kept cannot be read, and goes on when nothing can be kept", async () => {
  await writeFile(join(folder, "a.kicad_sch"), "one");
  await cachedReport(cache, await state(), making(check()));
  for (const name of await readdir(cache)) {
    await writeFile(join(cache, name), "{}");
  }
  const again = check();
  expect(await cachedReport(cache, await state(), making(again))).toEqual(report);
  expect(again).toHaveBeenCalledOnce();
  await writeFile(join(folder, "file"), "");
  expect(await cachedReport(join(folder, "file"), await state(), making(check()))).toEqual(report);
});

it("does not keep more than the newest hundred", async () => {
  for (let number = 0; number < 105; number += 1) {
    await cachedReport(cache, { ...(await state()), kicadVersion: `${number}` }, making(check()));
  }
  expect(await readdir(cache)).toHaveLength(100);
  const last = check();
  await cachedReport(cache, { ...(await state()), kicadVersion: "104" }, making(last));
  expect(last).not.toHaveBeenCalled();
});
