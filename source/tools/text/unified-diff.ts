/** Unified diffs of files, for people and for the model. Pure. */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from "diff";
import type { FileChange } from "../../base/file-change.js";
import { isBinary } from "./text-file.js";

export type FileDiff = { path: string; diff: string; added: number; removed: number };

const context = 3;

/** Beyond this many changed lines a diff is a list of everything: it is not worth the minutes it takes. */
const mostEdits = 4_000;

/** The diff of one file; `null` is absence. Lines are compared as they are, carriage returns included. */
export function diffFile({ path, before, after }: FileChange): FileDiff {
  if ([before, after].some((bytes) => bytes !== null && isBinary(bytes))) {
    const fate = before === null ? "is new" : after === null ? "was removed" : "changed";
    return { path, diff: `Binary file ${path} ${fate}\n`, added: 0, removed: 0 };
  }
  const old = before?.toString("utf8") ?? "";
  const fresh = after?.toString("utf8") ?? "";
  const patch = patchOf(old, fresh);
  if (!patch) {
    const [removed, added] = [lineCount(old), lineCount(fresh)];
    return { path, diff: `${path}: too many changes to show\n`, added, removed };
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

/** The diffs of several files, one after the other. */
export function diffFiles(changes: readonly FileChange[]): string {
  return changes.map((change) => diffFile(change).diff).join("");
}

function lineCount(text: string): number {
  const ends = text.split("\n").length - 1;
  return text === "" || text.endsWith("\n") ? ends : ends + 1;
}

/** What both texts begin and end with is left out first: a board has a million lines, an edit changes three. */
function patchOf(old: string, fresh: string): StructuredPatch | undefined {
  const start = sharedStart(old, fresh);
  const end = sharedEnd(old, fresh, start);
  const [oldMiddle, freshMiddle] = [old, fresh].map((text) => text.slice(start, text.length - end));
  const patch = structuredPatch("", "", oldMiddle ?? "", freshMiddle ?? "", "", "", {
    context,
    maxEditLength: mostEdits,
  });
  const skipped = countLines(old, start);
  for (const hunk of patch?.hunks ?? []) {
    hunk.oldStart += skipped;
    hunk.newStart += skipped;
  }
  return patch;
}

/** Where the part that differs begins: a line's beginning, a few lines before the first difference. */
function sharedStart(old: string, fresh: string): number {
  const most = Math.min(old.length, fresh.length);
  let at = 0;
  while (at < most && old.charCodeAt(at) === fresh.charCodeAt(at)) {
    at += 1;
  }
  for (let lines = 0; at > 0; lines += 1) {
    at = old.lastIndexOf("\n", at - 1) + 1;
    if (lines === context || at === 0) {
      break;
    }
    at -= 1;
  }
  return at;
}

/** How much of the end is the same, a few lines after the last difference left out. */
function sharedEnd(old: string, fresh: string, start: number): number {
  const most = Math.min(old.length, fresh.length) - start;
  let end = 0;
  while (end < most && old.charCodeAt(old.length - 1 - end) === fresh.charCodeAt(fresh.length - 1 - end)) {
    end += 1;
  }
  let at = old.length - end;
  for (let lines = 0; lines <= context && at !== -1; lines += 1) {
    const next = old.indexOf("\n", at);
    at = next === -1 ? old.length : next + 1;
  }
  return Math.max(0, old.length - at);
}

function countLines(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < until; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}
