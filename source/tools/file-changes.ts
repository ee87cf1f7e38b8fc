/** Changes of files as a call makes them: judged, compared with what is on the disk, and made all or none. */
import type { FileChange } from "../base/files/file-change.js";
import { hashOf } from "../base/files/hash.js";
import { oneLine } from "../base/text/safe-text.js";
import { contain } from "../workspace/containment.js";
import { readRepositoryFile } from "./repository-files.js";
import { diffFile } from "./text/unified-diff.js";
import type { ToolContext } from "./tool.js";
import { rejected, type ToolResult } from "./tool-result.js";

/** A change that leaves a file; `path` is contained and repository-relative. */
export type WrittenChange = FileChange & { after: Buffer };

/** The first of the files that other programs run or obey; undefined where none is one. Throws `path-refused`. */
export async function obeyedAmong(root: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const { isObeyed, relative } = await contain(root, path);
    if (isObeyed) {
      return relative;
    }
  }
  return undefined;
}

/**
 * Makes the changes through the journal: all of them, or none. Returns why none was made, `undefined` where all were.
 * Throws what the journal throws.
 */
export async function makeChanges(
  changes: readonly WrittenChange[],
  { root, journal, isConfirmed }: ToolContext,
): Promise<ToolResult | undefined> {
  const paths = changes.map(({ path }) => path);
  const obeyed = isConfirmed ? undefined : await obeyedAmong(root, paths);
  if (obeyed !== undefined) {
    const text = `${obeyed} is not written: other programs run or obey this file, the user must say yes to each change of it, and nobody can be asked here. Put what it should hold into your answer instead.`;
    return rejected(text, `${obeyed} needs the user's yes, and nobody can be asked`);
  }
  for (const { path, before } of changes) {
    const now = await readRepositoryFile(root, path);
    if (before === null || now === null ? before !== now : !now.equals(before)) {
      const text = `${path} was changed by somebody else meanwhile and is not touched. Read it again.`;
      return rejected(text, `${path} was changed meanwhile`);
    }
  }
  const made: WrittenChange[] = [];
  try {
    for (const change of changes) {
      await journal.write(change.path, change.after);
      made.push(change);
    }
  } catch (error) {
    for (const { path, before } of made) {
      await journal.write(path, before);
    }
    throw error;
  }
  return undefined;
}

/** The longest sentence, in characters, and the most that the model and the user are shown. */
const longest = 400;
const mostSentences = 30;

/** Sentences about a change, each on one line, as many as a result can hold. */
export function boundSentences(sentences: readonly string[]): string[] {
  const more = sentences.length - mostSentences;
  const shown = sentences.slice(0, mostSentences).map((sentence) => oneLine(sentence, longest));
  return more <= 0 ? shown : [...shown, `and ${more} more changes`];
}

/** What a result says of changes that were made; `lines` counts those of each file. */
export function describeChanges(changes: readonly WrittenChange[]): {
  lines: string;
  result: Required<Pick<ToolResult, "diff" | "changed" | "seen">>;
} {
  const files = changes.map((change) => ({ ...diffFile(change), hash: hashOf(change.after) }));
  const counts = files.map(({ path, added, removed }) =>
    files.length === 1 ? `+${added} −${removed}` : `${path} +${added} −${removed}`,
  );
  return {
    lines: counts.join(", "),
    result: {
      diff: files.map(({ diff }) => diff).join(""),
      changed: files.map(({ path, added, removed }) => ({ path, added, removed })),
      seen: files.map(({ path, hash }) => ({ path, hash })),
    },
  };
}
