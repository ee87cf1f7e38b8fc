/** Unified diff → whole files before and after, as editors show them. */
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from "diff";
import { readContained } from "../../workspace/containment.js";

/** `oldText` is null for a new file; `line` is the first one that differs, from 1. */
export type ChangedFile = { path: string; oldText: string | null; newText: string; line: number };

/** The longest text that is sent whole, in characters: a board can have 70 MB. */
const longestText = 1_000_000;

const nowhere = "/dev/null";

/**
 * The files of a diff that is as copperhead writes it. `side` says which side of it `read` returns: the files `before` the
 * change, or those `after` it. A file is left out that is too long, was removed, or does not fit the diff. `read` may
 * reject.
 */
export async function changedFiles(
  diff: string,
  side: "before" | "after",
  read: (path: string) => Promise<string>,
): Promise<ChangedFile[]> {
  const files: ChangedFile[] = [];
  for (const patch of patchesOf(diff)) {
    const path = patch.newFileName.replace(/^b\//, "");
    const isNew = patch.oldFileName === nowhere;
    const known = side === "before" && isNew ? "" : await read(path).catch(() => undefined);
    if (known === undefined || known.length > longestText) {
      continue;
    }
    const other = applyPatch(known, side === "before" ? patch : reversePatch(patch), {
      autoConvertLineEndings: false,
    });
    if (other === false || other.length > longestText) {
      continue;
    }
    const [old, newText] = side === "before" ? [known, other] : [other, known];
    files.push({ path, oldText: isNew ? null : old, newText, line: firstLineOf(patch) });
  }
  return files;
}

/** The same for files of a repository, by its real path. */
export function filesOfDiff(
  diff: string,
  side: "before" | "after",
  repository: string,
): Promise<ChangedFile[]> {
  return changedFiles(diff, side, async (path) => (await readContained(repository, path)).toString("utf8"));
}

type NamedPatch = StructuredPatch & { oldFileName: string; newFileName: string };

function patchesOf(diff: string): NamedPatch[] {
  try {
    return parsePatch(diff).filter(
      (patch): patch is NamedPatch =>
        patch.oldFileName !== undefined &&
        patch.newFileName !== undefined &&
        patch.newFileName !== nowhere &&
        patch.hunks.length > 0 &&
        patch.hunks.every(({ newStart, lines }) => Number.isInteger(newStart) && lines.length > 0),
    );
  } catch {
    // One that was cut.
    return [];
  }
}

function firstLineOf({ hunks: [hunk] }: StructuredPatch): number {
  const kept = hunk?.lines.findIndex((line) => !line.startsWith(" ")) ?? 0;
  return Math.max(1, (hunk?.newStart ?? 1) + Math.max(0, kept));
}
