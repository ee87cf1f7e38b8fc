/** Reports of earlier checks, kept by the content of all that was checked: a large board takes minutes. */
import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { writeAtomically } from "../../base/files/atomic-write.js";
import type { FileChange } from "../../base/files/file-change.js";
import { hashOf } from "../../base/files/hash.js";
import { readRegularFile } from "../../base/files/open-file.js";
import { makeOwnFolders } from "../../base/files/own-folders.js";
import type { CheckKind, CheckReport } from "../cli/run-check.js";
import { isKicadFile } from "../design/kicad-files.js";
import { finding } from "./findings.js";

/** Raise it when findings are read in another way. */
const format = 2;
const mostReports = 100;

const storedReport = z.object({
  findings: z.array(finding),
  note: z.string().exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
  muted: z.array(z.string()).exactOptional(),
});

/** What a report depends on. */
export type CheckedState = {
  kind: CheckKind;
  /** Repository-relative. */
  design: string;
  kicadVersion: string;
  /** The SHA-256 of each KiCad file in the repository. */
  hashes: ReadonlyMap<string, string>;
};

/** Hashes the KiCad files of the repository at `root`; `files` are repository-relative. */
export async function hashFiles(root: string, files: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    const bytes = await readFile(join(root, file)).catch(() => undefined);
    if (bytes) {
      hashes.set(file, hashOf(bytes));
    }
  }
  return hashes;
}

/** The hashes as they were before `changes`. */
export function hashesBefore(
  hashes: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): Map<string, string> {
  const before = new Map(hashes);
  for (const change of changes) {
    if (change.before === null) {
      before.delete(change.path);
    } else if (isKicadFile(change.path)) {
      before.set(change.path, hashOf(change.before));
    }
  }
  return before;
}

/** The report of `state`: from `folder` (absolute), else made by `check` and kept there. */
export async function cachedReport(
  folder: string,
  state: CheckedState,
  check: () => Promise<CheckReport>,
): Promise<CheckReport> {
  const file = join(folder, `${keyOf(state)}.json`);
  try {
    return storedReport.parse(JSON.parse((await readRegularFile(file)).toString("utf8")));
  } catch {
    // It was not kept, or is damaged.
  }
  const report = await check();
  // A cache that cannot be written costs only time.
  await store(folder, file, report).catch(() => {});
  return report;
}

function keyOf({ kind, design, kicadVersion, hashes }: CheckedState): string {
  const files = [...hashes].sort(([one], [other]) => (one < other ? -1 : 1));
  return hashOf(JSON.stringify([format, kind, design, kicadVersion, files]));
}

async function store(folder: string, file: string, report: CheckReport): Promise<void> {
  await makeOwnFolders(dirname(folder), basename(folder));
  await writeAtomically(file, JSON.stringify(report));
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, age: (await lstat(join(folder, name))).mtimeMs })),
  );
  for (const { name } of aged.sort((one, other) => other.age - one.age).slice(mostReports)) {
    await rm(join(folder, name), { force: true });
  }
}
