/**
 * How a native turn, in which Cursor's own tools act, gets its journal: the tree is kept before the turn, compared
 * after it, and what differs becomes entries like those of any other turn. What somebody else changes during the turn
 * cannot be told apart from it.
 */
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeAtomically } from "../../base/atomic-write.js";
import { requireGit } from "../git.js";
import { type FileState, sameState } from "../journal/file-state.js";
import { damaged, type JournalRecord, type Reported } from "../journal/journal-records.js";
import { type JournalSide, listTurns, TurnStore } from "../journal/turn-store.js";
import { removeSnapshotStore, SnapshotStore } from "./snapshot-store.js";
import { fingerprint, readWorkingTree, type WorkingTree } from "./working-tree.js";

const keptFile = z.union([
  z.object({ type: z.literal("file"), mode: z.int(), oid: z.string() }),
  z.object({ type: z.literal("link"), target: z.string() }),
]);
type KeptFile = z.infer<typeof keptFile>;

/** Lists of pairs, for a path may be `__proto__`. */
const snapshot = z.object({
  files: z.array(z.tuple([z.string(), keptFile])),
  folders: z.array(z.tuple([z.string(), z.int()])),
  ignored: z.array(z.tuple([z.string(), z.string()])),
  ignoredFolders: z.array(z.string()),
  marks: z.array(z.tuple([z.string(), z.string()])),
});

/** So many files are held in memory together. */
const filesAtOnce = 16;

type SnapshotTurn = { sessionFolder: string; turn: number; root: string };
type Kept = Pick<WorkingTree, "folders" | "ignored" | "ignoredFolders" | "marks"> & {
  files: Map<string, KeptFile>;
};

function snapshotPath(store: TurnStore): string {
  return join(store.folder, "snapshot.json");
}

async function keepTree(objects: SnapshotStore, tree: WorkingTree): Promise<Kept> {
  const regular = [...tree.files].flatMap(([path, file]) => (file.type === "file" ? [path] : []));
  const oids = await objects.keep(regular);
  const files = new Map<string, KeptFile>();
  for (const [path, file] of tree.files) {
    const oid = oids.get(path);
    if (file.type === "link") {
      files.set(path, file);
    } else if (oid !== undefined) {
      files.set(path, { ...file, oid });
    }
  }
  return { ...tree, files };
}

/**
 * Keeps the tree as it is before a native turn; it is on the disk when it resolves. Throws `git-missing` or
 * `git-needed` where there is no git.
 */
export async function takeSnapshot({ sessionFolder, turn, root }: SnapshotTurn): Promise<void> {
  await requireGit(root);
  const store = new TurnStore(sessionFolder, turn);
  const kept = await keepTree(await SnapshotStore.open(sessionFolder, root), await readWorkingTree(root));
  await mkdir(store.folder, { recursive: true, mode: 0o700 });
  const { files, folders, ignored, ignoredFolders, marks } = kept;
  const value: z.infer<typeof snapshot> = {
    files: [...files],
    folders: [...folders],
    ignored: [...ignored],
    ignoredFolders,
    marks: [...marks],
  };
  await writeAtomically(snapshotPath(store), JSON.stringify(value));
}

async function readSnapshot(store: TurnStore): Promise<Kept | undefined> {
  const text = await readFile(snapshotPath(store), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  if (text === undefined) {
    return undefined;
  }
  const { files, folders, ignored, ignoredFolders, marks } = snapshot.parse(JSON.parse(text));
  return {
    files: new Map(files),
    folders: new Map(folders),
    ignored: new Map(ignored),
    ignoredFolders,
    marks: new Map(marks),
  };
}

function within(folders: readonly string[], path: string): string | undefined {
  return folders.find((folder) => path === folder || path.startsWith(`${folder}/`));
}

function folderState({ folders }: Kept, path: string): FileState {
  const mode = folders.get(path);
  return mode === undefined ? null : { type: "folder", mode };
}

/** Every path of both trees but those that were ignored before the turn: nobody's to take back. */
function pathsOf(before: Kept, after: Kept): string[] {
  const paths = new Set([
    ...before.folders.keys(),
    ...after.folders.keys(),
    ...before.files.keys(),
    ...after.files.keys(),
  ]);
  const wasIgnored = (path: string) =>
    !before.files.has(path) &&
    (before.ignored.has(path) || within(before.ignoredFolders, path) !== undefined);
  return [...paths].filter((path) => !wasIgnored(path));
}

function isUnchanged(before: Kept, after: Kept, path: string): boolean {
  const [was, is] = [before.files.get(path), after.files.get(path)];
  if (was?.type === "file" && is?.type === "file") {
    return was.oid === is.oid && was.mode === is.mode;
  }
  if (was?.type === "link" && is?.type === "link") {
    return was.target === is.target;
  }
  return !was && !is && sameState(folderState(before, path), folderState(after, path));
}

/** Everything that the turn changed and an undo leaves alone; ignored files of an ignored folder count as one. */
async function report(root: string, before: Kept, after: Kept): Promise<Reported[]> {
  const reported = new Map<string, string>();
  for (const path of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const [was, is] = [before.marks.get(path), after.marks.get(path)];
    if (was === is) {
      continue;
    }
    const how = was === undefined ? "made" : is === undefined ? "removed" : "changed";
    reported.set(path, `it was ${how} in the turn and is left as it is now`);
  }
  const folders = [...new Set([...before.ignoredFolders, ...after.ignoredFolders])].sort();
  for (const path of new Set([...before.ignored.keys(), ...after.ignored.keys()])) {
    if (before.files.has(path)) {
      continue;
    }
    if (before.ignored.get(path) === (after.ignored.get(path) ?? (await fingerprint(root, path)))) {
      continue;
    }
    const folder = within(folders, path);
    if (folder === undefined) {
      reported.set(path, "it is ignored by git, was changed in the turn and is left as it is now");
    } else {
      reported.set(
        `${folder}/`,
        "files in it that git ignores were changed in the turn and are left as they are now",
      );
    }
  }
  return [...reported].map(([path, reason]) => ({ path, reason }));
}

/** Puts the bytes of the files into the journal, and tells what each path is. */
async function keepStates(
  objects: SnapshotStore,
  store: TurnStore,
  side: JournalSide,
  kept: Kept,
  paths: readonly string[],
) {
  const oids = paths.flatMap((path) => {
    const file = kept.files.get(path);
    return file?.type === "file" ? [file.oid] : [];
  });
  const hashes = new Map<string, string>();
  const keepBytes = async ([oid, bytes]: [string, Buffer]) => hashes.set(oid, await store.keep(side, bytes));
  await Promise.all([...(await objects.bytes(new Set(oids)))].map(keepBytes));
  const stateOf = (path: string): FileState => {
    const file = kept.files.get(path);
    if (file?.type !== "file") {
      return file ?? folderState(kept, path);
    }
    const hash = hashes.get(file.oid);
    if (hash === undefined) {
      throw damaged(`the snapshot has lost ${path}`);
    }
    return { type: "file", hash, mode: file.mode };
  };
  return new Map(paths.map((path) => [path, stateOf(path)]));
}

/**
 * Compares the tree with what `takeSnapshot` kept and writes the turn's journal; `TurnJournal` and the undo go on from
 * there. Does nothing where no snapshot waits, so that it may be called again after it was cut off. Returns what the
 * turn changed that no undo rewrites.
 */
export async function settleSnapshot({ sessionFolder, turn, root }: SnapshotTurn): Promise<Reported[]> {
  const store = new TurnStore(sessionFolder, turn);
  const before = await readSnapshot(store);
  if (!before) {
    return [];
  }
  await requireGit(root);
  const objects = await SnapshotStore.open(sessionFolder, root);
  const after = await keepTree(objects, await readWorkingTree(root, before));
  await store.prepare();

  const changed = pathsOf(before, after).filter((path) => !isUnchanged(before, after, path));
  const records: JournalRecord[] = [];
  for (let start = 0; start < changed.length; start += filesAtOnce) {
    const paths = changed.slice(start, start + filesAtOnce);
    const was = await keepStates(objects, store, "before", before, paths);
    const is = await keepStates(objects, store, "after", after, paths);
    for (const path of paths) {
      records.push({ path, before: was.get(path) ?? null, wrote: is.get(path) ?? null });
    }
  }
  const reported = await report(root, before, after);
  await store.replace([...records, { reported }]);
  await rm(snapshotPath(store));
  return reported;
}

/** Whether the turn's snapshot still waits to be compared with the tree. */
export async function hasSnapshot({ sessionFolder, turn }: Omit<SnapshotTurn, "root">): Promise<boolean> {
  return (await stat(snapshotPath(new TurnStore(sessionFolder, turn))).catch(() => undefined)) !== undefined;
}

/** Frees the disk of what the session's snapshots kept, unless a turn that was cut off still waits for its journal. */
export async function releaseSnapshots(sessionFolder: string): Promise<void> {
  for (const turn of await listTurns(sessionFolder)) {
    if (await hasSnapshot({ sessionFolder, turn })) {
      return;
    }
  }
  await removeSnapshotStore(sessionFolder);
}
