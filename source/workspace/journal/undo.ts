/** Takes turns back, newest first, and puts them forward again. */
import { join } from "node:path";
import { removeLeftover } from "../../base/atomic-write.js";
import { CopperheadError } from "../../base/failure.js";
import { settleSnapshot } from "../snapshot/git-snapshot.js";
import { findState } from "./find-state.js";
import { type Entry, isChange, type Reported } from "./journal-records.js";
import { place } from "./put-state.js";
import { listTurns, TurnStore } from "./turn-store.js";
import { readUndone, remember } from "./undo-log.js";
import { type Direction, inOrder, judge, type UndoStep } from "./undo-plan.js";

/** What an undo, or a redo, did. Paths are relative to the repository and sorted. */
export type Restoration = {
  /** Paths that stand again as they are to. */
  restored: string[];
  /** Paths that were not touched because somebody else changed them, or that could not be written. */
  conflicts: Reported[];
  /** What a native turn changed and no undo rewrites: the index, refs, ignored files. */
  reported: Reported[];
};

/** `turns`: the turns that were gone over, in that order; empty where there was nothing to do. */
export type UndoResult = Restoration & { turns: number[] };

type Place = { sessionFolder: string; root: string };
type Moved = { restored: string[]; conflicts: ReadonlyMap<string, string>; moved: string[] };

function reasonOf(error: unknown): string {
  if (error instanceof CopperheadError) {
    return error.failure.message.replace(/^.* is not touched: |\.$/gs, "");
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ENOTEMPTY" || code === "EEXIST" ? "it holds files that are not copperhead's" : message;
}

async function take(root: string, store: TurnStore, { path, found, to }: UndoStep, direction: Direction) {
  const side = direction === "undo" ? "before" : "after";
  await place(
    root,
    path,
    found,
    to?.type === "file" ? { state: to, bytes: await store.bytes(side, to.hash) } : { state: to },
  );
}

/** Moves what can be moved. What fails is named, and the rest goes on. */
async function move(root: string, store: TurnStore, entries: Entry[], direction: Direction): Promise<Moved> {
  const conflicts = new Map<string, string>();
  const steps: UndoStep[] = [];
  for (const entry of entries) {
    await removeLeftover(join(root, entry.path)).catch(() => {});
    const found = await findState(root, entry.path);
    const verdict = judge(entry, found.state, direction);
    if (verdict.kind === "conflict") {
      conflicts.set(entry.path, verdict.reason);
    }
    if (verdict.kind === "go") {
      steps.push({ path: entry.path, found, to: verdict.to });
    }
  }
  for (const step of inOrder(steps)) {
    if (conflicts.has(step.path)) {
      continue;
    }
    await take(root, store, step, direction).catch((error: unknown) =>
      conflicts.set(step.path, reasonOf(error)),
    );
  }
  const moved = entries.filter(({ path }) => !conflicts.has(path));
  return {
    restored: moved.filter(isChange).map(({ path }) => path),
    conflicts,
    moved: moved.map(({ path }) => path),
  };
}

/** Opens the journal of a turn, that of a native turn which was cut off included. */
async function openTurn({ sessionFolder, root }: Place, turn: number) {
  await settleSnapshot({ sessionFolder, root, turn });
  const store = new TurnStore(sessionFolder, turn);
  const { entries, reported } = await store.read();
  return { store, entries: [...entries.values()], reported };
}

function summarize(parts: Moved[], reported: Reported[]): Restoration {
  const conflicts = new Map(parts.flatMap((part) => [...part.conflicts]));
  // A folder that stays because of a file that is named already needs no line of its own.
  const explained = (path: string) => [...conflicts.keys()].some((other) => other.startsWith(`${path}/`));
  const restored = new Set(parts.flatMap((part) => part.restored).filter((path) => !conflicts.has(path)));
  return {
    restored: [...restored].sort(),
    conflicts: [...conflicts.keys()]
      .filter((path) => !explained(path))
      .sort()
      .map((path) => ({ path, reason: conflicts.get(path) ?? "" })),
    reported,
  };
}

/** Takes one turn back, whatever came after it. Running it again goes on where it was cut off. */
export async function restoreTurn(place: Place & { turn: number }): Promise<Restoration> {
  const { sessionFolder, root, turn } = place;
  const { store, entries, reported } = await openTurn(place, turn);
  const result = await move(root, store, entries, "undo");
  await remember(sessionFolder, { direction: "undo", turn, paths: result.moved });
  return summarize([result], reported);
}

/**
 * Takes the latest turn back that changed something and is not undone yet, or all of them, newest first. A file that
 * somebody else changed is named and left; the next undo tries it once more, and goes on to the turn before where it
 * still cannot be moved. The caller holds the repository's lock.
 */
export async function undo(options: Place & { turns: "last" | "all" }): Promise<UndoResult> {
  const { sessionFolder, root } = options;
  const undone = await readUndone(sessionFolder);
  const turns: number[] = [];
  const done: Moved[] = [];
  const stuck: Moved[] = [];
  const left: Reported[] = [];
  for (const turn of (await listTurns(sessionFolder)).reverse()) {
    const { store, entries, reported } = await openTurn(options, turn);
    const tried = undone.get(turn);
    const open = entries.filter(({ path }) => !tried?.has(path));
    if (!open.some(isChange) && (tried || reported.length === 0)) {
      continue;
    }
    const result = await move(root, store, open, "undo");
    if (tried && result.restored.length === 0) {
      stuck.push(result);
      continue;
    }
    await remember(sessionFolder, { direction: "undo", turn, paths: result.moved });
    turns.push(turn);
    done.push(result);
    left.push(...reported);
    if (options.turns === "last") {
      break;
    }
  }
  const named = options.turns === "all" || turns.length === 0 ? [...stuck, ...done] : done;
  return { turns, ...summarize(named, left) };
}

/** Puts the turn forward again that was undone last. The caller holds the repository's lock. */
export async function redo(options: Place): Promise<UndoResult> {
  const { sessionFolder, root } = options;
  const undone = [...(await readUndone(sessionFolder))].filter(([, paths]) => paths.size > 0);
  const [turn, paths] = undone.at(-1) ?? [];
  if (turn === undefined || paths === undefined) {
    return { turns: [], ...summarize([], []) };
  }
  const { store, entries } = await openTurn(options, turn);
  const chosen = entries.filter(({ path }) => paths.has(path));
  // Said first: a path counts as undone only while it certainly is, whenever this is cut off.
  await remember(sessionFolder, { direction: "redo", turn, paths: [...paths] });
  const result = await move(root, store, chosen, "redo");
  if (result.conflicts.size > 0) {
    await remember(sessionFolder, { direction: "undo", turn, paths: [...result.conflicts.keys()] });
  }
  return { turns: [turn], ...summarize([result], []) };
}
