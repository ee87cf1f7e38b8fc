/** Reports of earlier checks, kept by the content of all that was checked: a large board takes minutes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { FileChange } from "../../../base/files/file-change.js";
import { hashOf } from "../../../base/files/hash.js";
import { type Keeping, keptResult, readKept } from "../../../base/files/kept-results.js";
import type { Environment } from "../../../base/processes/environment.js";
import { stateFolder } from "../../../workspace/user-folders.js";
import type { CheckKind, CheckReport } from "../../cli/run-check.js";
import { isKicadFile } from "../../design/kicad-files.js";
import { finding } from "../findings.js";

/** Raise it when findings are read in another way. */
const format = 4;
const mostReports = 100;

const storedReport = z.object({
  findings: z.array(finding),
  note: z.string().exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
  muted: z.array(z.string()).exactOptional(),
});

/** The folder that keeps them, absolute. Not in the repository: a clone could bring along reports that call all clean. */
export async function reportFolder(env: Environment): Promise<string> {
  return join(await stateFolder(env), "checks");
}

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

/** Whether two repositories hold the same KiCad files, by their hashes. */
export function isSameState(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
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

type Making = Pick<Keeping<CheckReport>, "what" | "signal" | "isCurrent"> & {
  make: () => Promise<CheckReport>;
};

/** The report of `state`: from `folder` (absolute), else made and kept there. Throws what `keptResult` throws. */
export async function cachedReport(
  folder: string,
  state: CheckedState,
  { make, ...making }: Making,
): Promise<CheckReport> {
  const keeping = { folder, key: keyOf(state), schema: storedReport, most: mostReports };
  return await keptResult({ ...keeping, ...making }, make);
}

/** The report of `state` from `folder` (absolute); undefined where none is kept. */
export async function keptReport(folder: string, state: CheckedState): Promise<CheckReport | undefined> {
  return await readKept({ folder, key: keyOf(state), schema: storedReport });
}

function keyOf({ kind, design, kicadVersion, hashes }: CheckedState): unknown {
  const files = [...hashes].sort(([one], [other]) => (one < other ? -1 : 1));
  return [format, kind, design, kicadVersion, files];
}
