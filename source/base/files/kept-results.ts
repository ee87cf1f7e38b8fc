/** Results that took long to make, kept as files by a key of all that they depend on. */
import { lstat, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type * as z from "zod";
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
};

/** The result that is kept under `key`, else what `make` returns, which is kept then. Throws what `make` throws. */
export async function keptResult<Result>(
  { folder, key, schema, most }: Keeping<Result>,
  make: () => Promise<Result>,
): Promise<Result> {
  const file = join(folder, `${hashOf(JSON.stringify(key))}.json`);
  try {
    return schema.parse(JSON.parse((await readRegularFile(file)).toString("utf8")));
  } catch {
    // It was not kept, or is damaged.
  }
  const result = await make();
  // What cannot be kept costs only time.
  await keep(folder, file, JSON.stringify(result), most).catch(() => {});
  return result;
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
