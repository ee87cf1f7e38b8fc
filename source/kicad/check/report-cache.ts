/** Reports of earlier checks, kept by the content of all that was checked: a large board takes minutes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { FileChange } from "../../base/files/file-change.js";
import { hashOf } from "../../base/files/hash.js";
import { keptResult } from "../../base/files/kept-results.js";
import type { CheckKind, CheckReport } from "../cli/run-check.js";
import { isKicadFile } from "../design/kicad-files.js";
import { finding } from "./findings.js";

/** Raise it when findings are read in another way. */
const format = 3;
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
  { kind, design, kicadVersion, hashes }: CheckedState,
  check: () => Promise<CheckReport>,
): Promise<CheckReport> {
  const files = [...hashes].sort(([one], [other]) => (one < other ? -1 : 1));
  const key = [format, kind, design, kicadVersion, files];
  return keptResult({ folder, key, schema: storedReport, most: mostReports }, check);
}
