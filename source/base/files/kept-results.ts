/**
 * Results that take long to make, kept as files by a key of all that they depend on. One that is being made is not made a
 * second time meanwhile.
 */
import { once } from "node:events";
import { lstat, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type * as z from "zod";
import { waitFor } from "../waits.js";
import { writeAtomically } from "./atomic-write.js";
import { hashOf } from "./hash.js";
import { readRegularFile } from "./open-file.js";
import { makeOwnFolders } from "./own-folders.js";

export type Keeping<Result> = {
  /** Absolute; made where it is missing. Nothing else is in it. */
  folder: string;
  /** What the result depends on, and the version of its form. */
  key: unknown;
  schema: z.ZodType<Result>;
  /** How many results the folder keeps: the newest. */
  most: number;
  /** What the user waits for where it is being made already: a noun phrase. */
  what: string;
  /** Ends the wait for one that is being made already. */
  signal: AbortSignal;
  /** Whether the result is still what `key` says, once it is made; by default it is. */
  isCurrent?: () => Promise<boolean>;
};

/** What is being made, by its file. */
const making = new Map<string, Promise<unknown>>();

/**
 * The result that is kept under `key`, else what `make` returns, which is kept then. Throws what `make` throws, and the
 * reason of `signal` where that is aborted during a wait for one that is being made already.
 */
export async function keptResult<Result>(
  keeping: Keeping<Result>,
  make: () => Promise<Result>,
): Promise<Result> {
  const { what, signal } = keeping;
  const file = fileOf(keeping.folder, keeping.key);
  for (let other = making.get(file); other; other = making.get(file)) {
    const made = other;
    await waitFor(what, () => settled(made, signal));
  }
  const result = keptOrMade(file, keeping, make);
  making.set(file, result);
  try {
    return await result;
  } finally {
    making.delete(file);
  }
}

/** Waits for the end of `work`, whatever it is. */
async function settled(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = new AbortController();
  try {
    await Promise.race([work.catch(() => {}), once(signal, "abort", { signal: over.signal })]);
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
}

async function keptOrMade<Result>(
  file: string,
  { folder, key, schema, most, isCurrent }: Keeping<Result>,
  make: () => Promise<Result>,
): Promise<Result> {
  const kept = await readKept({ folder, key, schema });
  if (kept !== undefined) {
    return kept;
  }
  const result = await make();
  if ((await isCurrent?.()) ?? true) {
    // What cannot be kept costs only time.
    await keep(folder, file, JSON.stringify(result), most).catch(() => {});
  }
  return result;
}

/** The result that is kept under `key`; undefined where none is, or it is damaged. */
export async function readKept<Result>({
  folder,
  key,
  schema,
}: Pick<Keeping<Result>, "folder" | "key" | "schema">): Promise<Result | undefined> {
  try {
    return schema.parse(JSON.parse((await readRegularFile(fileOf(folder, key))).toString("utf8")));
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, key: unknown): string {
  return join(folder, `${hashOf(JSON.stringify(key))}.json`);
}

async function keep(folder: string, file: string, text: string, most: number): Promise<void> {
  await makeOwnFolders(dirname(folder), basename(folder));
  await writeAtomically(file, text);
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, age: (await lstat(join(folder, name))).mtimeMs })),
  );
  for (const { name } of aged.sort((one, other) => other.age - one.age).slice(most)) {
    await rm(join(folder, name), { force: true });
  }
}
