/** What differs between the tree that was kept before a native turn and the tree after it. */
import { isDeepStrictEqual } from "node:util";
import { type FileState, sameState } from "../journal/file-state.js";
import type { SkippedPath } from "../journal/journal-records.js";
import type { GitIndex } from "./git-index.js";
import type { KeptTree, Snapshot } from "./snapshot-file.js";
import { indexMark } from "./tree-listing.js";
import { fingerprint } from "./working-tree.js";

/** The one of `folders` that `path` is, or is in. */
function enclosingFolder(folders: readonly string[], path: string): string | undefined {
  return folders.find((folder) => path === folder || path.startsWith(`${folder}/`));
}

export function folderState({ folders }: Pick<Snapshot, "folders">, path: string): FileState {
  const mode = folders.get(path);
  return mode === undefined ? null : { type: "folder", mode };
}

/** Every path that differs, but those that were ignored before the turn, which no undo restores. */
export function changedPaths(before: Snapshot, after: KeptTree): string[] {
  const isSameFolder = (path: string) => sameState(folderState(before, path), folderState(after, path));
  const isSameFile = (path: string) => isSameContent(before.files.get(path), after.files.get(path));
  const wasIgnored = (path: string) =>
    !before.files.entries.has(path) &&
    (before.ignored.has(path) || enclosingFolder(before.ignoredFolders, path) !== undefined);
  const differing = new Set([
    ...[...before.folders.keys(), ...after.folders.keys()].filter((path) => !isSameFolder(path)),
    ...[...after.absent, ...after.files.keys()].filter((path) => !isSameFile(path)),
  ]);
  return [...differing].filter((path) => !wasIgnored(path));
}

type KeptState = ReturnType<Snapshot["files"]["get"]>;

function isSameContent(was: KeptState, is: KeptState): boolean {
  return was?.type === "file" && is?.type === "file"
    ? was.oid === is.oid && was.mode === is.mode
    : isDeepStrictEqual(was, is);
}

/** Everything that the turn changed and an undo leaves alone; ignored files of an ignored folder count as one. */
export function findUnrestorable(root: string, before: Snapshot, after: KeptTree): SkippedPath[] {
  const reasons = new Map<string, string>();
  for (const path of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const [was, is] = [before.marks.get(path), after.marks.get(path)];
    if (was !== is) {
      const how = was === undefined ? "made" : is === undefined ? "removed" : "changed";
      reasons.set(path, `it was ${how} in the turn and is left as it is now`);
    }
  }
  const folders = [...new Set([...before.ignoredFolders, ...after.ignoredFolders])].sort();
  for (const path of new Set([...before.ignored.keys(), ...after.ignored.keys()])) {
    const was = before.ignored.get(path);
    if (before.files.entries.has(path) || was === (after.ignored.get(path) ?? fingerprint(root, path))) {
      continue;
    }
    const folder = enclosingFolder(folders, path);
    if (folder === undefined) {
      reasons.set(path, "it is ignored by git, was changed in the turn and is left as it is now");
    } else {
      reasons.set(
        `${folder}/`,
        "files in it that git ignores were changed in the turn and are left as they are now",
      );
    }
  }
  return [...reasons].map(([path, reason]) => ({ path, reason }));
}

/** Marks the repository's index before and `now`, unless they are the same to the byte. */
export function markIndexes(before: Snapshot, after: KeptTree, now: GitIndex | undefined): void {
  const was = before.files.index;
  if (was !== now) {
    for (const [{ marks }, index] of [
      [before, was],
      [after, now],
    ] as const) {
      if (index) {
        marks.set(indexMark, index.digest());
      }
    }
  }
}
