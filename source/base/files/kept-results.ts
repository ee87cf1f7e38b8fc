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
  const kept = await readKept({ folder, key, schema });
  if (kept !== undefined) {
    return kept;
  }
  const result = await make();
  // What cannot be kept costs only time.
  await keep(folder, fileOf(folder, key), JSON.stringify(result), most).catch(() => {});
  return result;
}

/** The result that is kept under `key`; undefined where none is, or it is damaged. */
export async function readKept<Result>({
  folder,
  key,
  schema,
}: Omit<Keeping<Result>, "most">): Promise<Result | undefined> {
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
