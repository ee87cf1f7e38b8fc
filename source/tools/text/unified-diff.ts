/** Unified diffs of files, for people and for the model. Pure. */
import { posix } from "node:path";
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { FileChange } from "../../base/files/file-change.js";
import { exportListName, readExportList } from "../../kicad/export/export-folder.js";
import { commonPrefix, commonSuffix } from "./common-ends.js";
import { countOf, isBinary } from "./text-file.js";

type FileDiff = { path: string; diff: string; added: number; removed: number };

const context = 3;

/** A diff of more changed lines would take minutes to compute. */
const mostEdits = 4_000;

/** The diff of one file; `null` is absence. Lines are compared as they are, carriage returns included. */
export function diffFile({ path, before, after }: FileChange): FileDiff {
  if ([before, after].some((bytes) => bytes !== null && isBinary(bytes))) {
    const fate = fateOf({ path, before, after });
    return { path, diff: `Binary file ${path} ${fate}\n`, added: 0, removed: 0 };
  }
  const old = before?.toString("utf8") ?? "";
  const fresh = after?.toString("utf8") ?? "";
  const patch = patchOf(old, fresh);
  if (!patch) {
    const diff = `${path}: too many changes to show\n`;
    return { path, diff, added: lineCount(fresh), removed: lineCount(old) };
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const named = {
    ...patch,
    oldFileName: before === null ? "/dev/null" : `a/${path}`,
    newFileName: after === null ? "/dev/null" : `b/${path}`,
    oldHeader: undefined,
    newHeader: undefined,
  };
  return {
    path,
    diff: formatPatch(named, FILE_HEADERS_ONLY),
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

/** The diffs of several files, one after the other. Of files that an export has made only the names. */
export function diffFiles(changes: readonly FileChange[]): string {
  const exported = exportedAmong(changes);
  return changes
    .map((change) =>
      exported.has(change.path) ? `Exported file ${change.path} ${fateOf(change)}\n` : diffFile(change).diff,
    )
    .join("");
}

/** The paths that the lists of exports among the changes name, before and after them; those of the lists as well. */
function exportedAmong(changes: readonly FileChange[]): ReadonlySet<string> {
  const lists = changes.filter(({ path }) => posix.basename(path) === exportListName);
  return new Set(
    lists.flatMap(({ path, before, after }) => {
      const outputs = [before, after].flatMap((bytes) => (bytes && readExportList(bytes)?.outputs) || []);
      const names = outputs.flatMap(({ files }) => Object.keys(files));
      return [path, ...names.map((name) => posix.join(posix.dirname(path), name))];
    }),
  );
}

function fateOf({ before, after }: FileChange): string {
  return before === null ? "is new" : after === null ? "was removed" : "changed";
}

function lineCount(text: string): number {
  return countOf(text, "\n") + (text === "" || text.endsWith("\n") ? 0 : 1);
}

/** Leaves out what both texts begin and end with: a board has a million lines, an edit changes three. */
function patchOf(old: string, fresh: string): StructuredPatch | undefined {
  const start = startOfChange(old, commonPrefix(old, fresh));
  const most = Math.min(old.length, fresh.length) - start;
  const end = old.length - endOfChange(old, old.length - commonSuffix(old, fresh, most));
  const [oldMiddle, freshMiddle] = [old, fresh].map((text) => text.slice(start, text.length - end));
  const patch = structuredPatch("", "", oldMiddle ?? "", freshMiddle ?? "", "", "", {
    context,
    maxEditLength: mostEdits,
  });
  const skipped = countOf(old.slice(0, start), "\n");
  for (const hunk of patch?.hunks ?? []) {
    hunk.oldStart += skipped;
    hunk.newStart += skipped;
  }
  return patch;
}

/** The beginning of a line, a diff's context before the first difference. */
function startOfChange(text: string, difference: number): number {
  let at = difference;
  for (let lines = 0; at > 0; lines += 1) {
    at = text.lastIndexOf("\n", at - 1) + 1;
    if (lines === context || at === 0) {
      break;
    }
    at -= 1;
  }
  return at;
}

/** The end of a line, a diff's context after the last difference. */
function endOfChange(text: string, difference: number): number {
  let at = difference;
  for (let lines = 0; lines <= context; lines += 1) {
    const next = text.indexOf("\n", at);
    at = next === -1 ? text.length : next + 1;
  }
  return at;
}
