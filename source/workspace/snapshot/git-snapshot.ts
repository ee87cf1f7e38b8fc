/**
 * How a native turn, in which Cursor's own tools act, gets its journal: the tree is kept before the turn, compared
 * after it, and what differs becomes entries like those of any other turn. What somebody else changes during the turn
 * cannot be told apart from it.
 */
import { lstat, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeAtomically } from "../../base/files/atomic-write.js";
import { ifMissing } from "../../base/files/file-errors.js";
import { parseJson } from "../../base/files/json-lines.js";
import { readRegularFile } from "../../base/files/open-file.js";
import { makeOwnFolders, requireOwnFolders } from "../../base/files/own-folders.js";
import { requireGit } from "../git.js";
import type { FileState } from "../journal/file-state.js";
import { type JournalRecord, journalDamaged, type SkippedPath } from "../journal/journal-records.js";
import { type JournalSide, listTurns, type TurnPlace, TurnStore } from "../journal/turn-store.js";
import { findUnreliable, readOwnIndex } from "./committed-files.js";
import { changedPaths, findUnrestorable, folderState, markIndexes } from "./compare-trees.js";
import { looksAs } from "./file-stat.js";
import type { GitIndex } from "./git-index.js";
import type { KeptEntry } from "./kept-files.js";
import { PathMap } from "./path-map.js";
import { type KeptTree, readSnapshot, type Snapshot, writeSnapshot } from "./snapshot-file.js";
import { removeSnapshotStore, SnapshotStore } from "./snapshot-store.js";
import { type KnownFile, readWorkingTree, type WorkingTree } from "./working-tree.js";

/** So many files are held in memory together. */
const filesAtOnce = 16;

function snapshotPath(store: TurnStore): string {
  return join(store.folder, "snapshot.json");
}

/** The copy of git's index that belongs to it. */
function indexPath(store: TurnStore): string {
  return join(store.folder, "snapshot.index");
}

/** Keeps the files of the tree whose objects are not known yet. */
async function keepTree(objects: SnapshotStore, { unkept, ...tree }: WorkingTree): Promise<KeptTree> {
  const oids = await objects.keep([...unkept.keys()]);
  for (const [path, { mode, stat }] of unkept) {
    const oid = oids.get(path);
    if (oid === undefined) {
      tree.absent.add(path);
    } else {
      tree.files.set(path, { type: "file", mode, oid, stat });
    }
  }
  return { ...tree, settledMs: objects.openedMs - clockStepMs };
}

/** The coarsest step in which a file system counts time, in milliseconds: within one, two versions look the same. */
const clockStepMs = 2000;

/** Knows each file that looks as it did in `before`. */
function sameAs({ files, settledMs }: Snapshot): KnownFile<KeptEntry> {
  return (entry, found, mode) =>
    Math.max(found.mtimeMs, found.ctimeMs) < settledMs && files.looksAs(entry, found, mode)
      ? "same"
      : undefined;
}

/** Knows each file that looks as `index` says, and that it is the same where it has usual rights, too. */
function asIndexed(index: GitIndex, umask: number): KnownFile<number> {
  return (at, found, mode) => {
    const stat = index.stat(at);
    if (!looksAs(found, stat)) {
      return undefined;
    }
    return mode === index.usualMode(at, umask) ? "same" : { type: "file", mode, oid: index.oid(at), stat };
  };
}

/** Has those files kept that look as `index` says, but of whose entries in it `unreliable` has one. */
function distrust(
  { files, unkept, absent }: WorkingTree,
  unreliable: ReadonlyMap<string, number>,
  index: GitIndex,
  umask: number,
): void {
  for (const [path, at] of unreliable) {
    const noted = files.get(path);
    if (noted?.type === "file") {
      files.delete(path);
      unkept.set(path, noted);
    } else if (!noted && !unkept.has(path) && !absent.has(path)) {
      unkept.set(path, { mode: index.usualMode(at, umask), stat: index.stat(at) });
    }
  }
}

/**
 * Keeps the tree as it is before a native turn; it is on the disk when it resolves. `signal` ends it, and then
 * it throws. Throws `git-missing` or `git-needed` where there is no git.
 */
export async function takeSnapshot(place: TurnPlace, signal?: AbortSignal): Promise<void> {
  const { sessionFolder, root } = place;
  const options = { ...(signal && { signal }) };
  await requireGit(root);
  const store = new TurnStore(place);
  const objects = await SnapshotStore.open(sessionFolder, root, options);
  const own = await readOwnIndex(objects.index);
  const index = own?.index;
  const umask = process.umask();
  const known: KnownFile<number> = index ? asIndexed(index, umask) : () => undefined;
  const expected = index?.entries ?? PathMap.of<number>();
  const [tree, unreliable] = await Promise.all([
    readWorkingTree(root, { known, index, expected, ...options }),
    own && findUnreliable(root, objects, own, options),
  ]);
  if (index && unreliable) {
    distrust(tree, unreliable, index, umask);
  }
  const kept = await keepTree(objects, tree);
  signal?.throwIfAborted();
  await makeOwnFolders(sessionFolder, "turns", basename(store.folder));
  if (index) {
    await writeAtomically(indexPath(store), index.bytes);
  }
  await writeAtomically(snapshotPath(store), writeSnapshot(kept, index && umask));
}

async function readKept(sessionFolder: string, store: TurnStore): Promise<Snapshot | undefined> {
  await requireOwnFolders(sessionFolder, "turns", basename(store.folder));
  const bytes = await readRegularFile(snapshotPath(store)).catch(ifMissing(undefined));
  if (bytes === undefined) {
    return undefined;
  }
  const index = await readRegularFile(indexPath(store)).catch(ifMissing(undefined));
  const kept = readSnapshot(parseJson(bytes.toString("utf8")), index);
  if (!kept) {
    throw journalDamaged("its snapshot cannot be understood");
  }
  return kept;
}

/** Copies the bytes of the files into the journal, and returns the state of each path. */
async function saveStates(
  objects: SnapshotStore,
  store: TurnStore,
  side: JournalSide,
  kept: Snapshot | KeptTree,
  paths: readonly string[],
): Promise<FileState[]> {
  const files = paths.map((path) => kept.files.get(path));
  const oids = new Set(files.flatMap((file) => (file?.type === "file" ? [file.oid] : [])));
  const hashes = new Map<string, string>();
  const save = async ([oid, bytes]: [string, Buffer]) => hashes.set(oid, await store.save(side, bytes));
  await Promise.all([...(await objects.bytes(oids))].map(save));
  return files.map((file, index) => {
    const path = paths[index] ?? "";
    if (file?.type !== "file") {
      return file ?? folderState(kept, path);
    }
    const hash = hashes.get(file.oid);
    if (hash === undefined) {
      throw journalDamaged(`the snapshot has lost ${path}`);
    }
    return { type: "file", hash, mode: file.mode };
  });
}

/**
 * Compares the tree with what `takeSnapshot` kept and writes the turn's journal; `TurnJournal` and the undo go on from
 * there. Does nothing where no snapshot waits, so that it may be called again after it was cut off. Returns what the
 * turn changed that no undo rewrites.
 */
export async function settleSnapshot(place: TurnPlace): Promise<SkippedPath[]> {
  const { sessionFolder, root } = place;
  const store = new TurnStore(place);
  const before = await readKept(sessionFolder, store);
  if (!before) {
    return [];
  }
  await requireGit(root);
  const objects = await SnapshotStore.open(sessionFolder, root);
  const own = await readOwnIndex(objects.index, before.files.index);
  const { files, folders: earlier } = before;
  const reading = { expected: files.entries, known: sameAs(before), index: own?.index, earlier };
  const after = await keepTree(objects, await readWorkingTree(root, reading));
  markIndexes(before, after, own?.index);
  await store.prepare();

  const changed = changedPaths(before, after);
  const records: JournalRecord[] = [];
  for (let start = 0; start < changed.length; start += filesAtOnce) {
    const paths = changed.slice(start, start + filesAtOnce);
    const was = await saveStates(objects, store, "before", before, paths);
    const is = await saveStates(objects, store, "after", after, paths);
    records.push(
      ...paths.map((path, index) => ({ path, before: was[index] ?? null, wrote: is[index] ?? null })),
    );
  }
  const reported = findUnrestorable(root, before, after);
  await store.replace([...records, { reported }]);
  await rm(snapshotPath(store));
  await rm(indexPath(store), { force: true });
  return reported;
}

/** Whether the turn's snapshot still waits to be compared with the tree. */
export async function hasSnapshot(place: Omit<TurnPlace, "root">): Promise<boolean> {
  return (await lstat(snapshotPath(new TurnStore(place))).catch(() => undefined)) !== undefined;
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
