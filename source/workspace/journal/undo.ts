/** Undoes turns, newest first, and redoes them. */
import { join } from "node:path";
import { CopperheadError } from "../../base/failure.js";
import { removeLeftover } from "../../base/files/atomic-write.js";
import { errorCode } from "../../base/files/file-errors.js";
import { readState, replaceState } from "./disk-state.js";
import { isChange, type JournalEntry, type SkippedPath } from "./journal-records.js";
import { listTurns, type SessionPlace, type TurnPlace, TurnStore } from "./turn-store.js";
import { logUndo, readUndoLog } from "./undo-log.js";
import { type Direction, decideUndo, orderSteps, type UndoStep } from "./undo-plan.js";

/** What an undo, or a redo, did. Paths are relative to the repository and sorted. */
export type Restoration = {
  /** Paths that are again as they are to be. */
  restored: string[];
  /** Paths that were not touched because somebody else changed them, or that could not be written. */
  conflicts: SkippedPath[];
  /** What a native turn changed and no undo rewrites: the index, refs, ignored files. */
  reported: SkippedPath[];
};

/** `turns`: the turns that were undone or redone, in that order; empty where there was nothing to do. */
export type UndoResult = Restoration & { turns: number[] };

/** `moved`: the paths that are where they are to be, those that already were included. */
type Outcome = { restored: string[]; moved: string[]; conflicts: ReadonlyMap<string, string> };

function reasonOf(error: unknown): string {
  if (error instanceof CopperheadError) {
    return error.failure.message.replace(/^.* is not touched: |\.$/gs, "");
  }
  const isFull = ["ENOTEMPTY", "EEXIST"].includes(errorCode(error));
  return isFull ? "it holds files that are not copperhead's" : (error as Error).message;
}

/** The journal of a turn; that of a native turn which was cut off is made first. */
async function openTurn(place: TurnPlace) {
  // Every journal can be undone, and few are of native turns: what makes theirs is not loaded with each.
  const { settleSnapshot } = await import("../snapshot/git-snapshot.js");
  await settleSnapshot(place);
  const store = new TurnStore(place);
  const { entries, reported } = await store.read();
  return { store, entries: [...entries.values()], reported };
}

/** Moves the paths of the entries that can be moved. What fails is named, and the rest goes on. */
async function move(
  root: string,
  store: TurnStore,
  entries: readonly JournalEntry[],
  direction: Direction,
): Promise<Outcome> {
  const conflicts = new Map<string, string>();
  const steps: UndoStep[] = [];
  for (const entry of entries) {
    await removeLeftover(join(root, entry.path)).catch(() => {});
    const current = await readState(root, entry.path);
    const decision = decideUndo(entry, current.state, direction);
    if (decision.kind === "conflict") {
      conflicts.set(entry.path, decision.reason);
    }
    if (decision.kind === "change") {
      steps.push({ path: entry.path, current, to: decision.to });
    }
  }
  const side = direction === "undo" ? "before" : "after";
  for (const { path, current, to } of orderSteps(steps)) {
    if (conflicts.has(path)) {
      continue;
    }
    try {
      const bytes = to?.type === "file" ? { bytes: await store.load(side, to.hash) } : {};
      await replaceState(root, path, current, { state: to, ...bytes });
    } catch (error) {
      conflicts.set(path, reasonOf(error));
    }
  }
  const moved = entries.filter(({ path }) => !conflicts.has(path));
  return {
    restored: moved.filter(isChange).map(({ path }) => path),
    moved: moved.map(({ path }) => path),
    conflicts,
  };
}

function summarize(outcomes: readonly Outcome[], reported: SkippedPath[]): Restoration {
  const conflicts = new Map(outcomes.flatMap((outcome) => [...outcome.conflicts]));
  // A folder that stays because of a file that is named already needs no line of its own.
  const isExplained = (path: string) => [...conflicts.keys()].some((other) => other.startsWith(`${path}/`));
  const restored = outcomes.flatMap((outcome) => outcome.restored).filter((path) => !conflicts.has(path));
  return {
    restored: [...new Set(restored)].sort(),
    conflicts: [...conflicts]
      .map(([path, reason]) => ({ path, reason }))
      .filter(({ path }) => !isExplained(path))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
    reported,
  };
}

/** Undoes one turn, whatever came after it. Running it again goes on where it was cut off. */
export async function restoreTurn(place: TurnPlace): Promise<Restoration> {
  const { sessionFolder, root, turn } = place;
  const { store, entries, reported } = await openTurn(place);
  const outcome = await move(root, store, entries, "undo");
  await logUndo(sessionFolder, { direction: "undo", turn, paths: outcome.moved });
  return summarize([outcome], reported);
}

/** Which turns are undone; `from`: that turn and all that came after it. */
export type UndoneTurns = "last" | "all" | { from: number };

/**
 * Undoes the latest turn that changed something and is not undone yet, all of them, or all from one on, newest first. A file that
 * somebody else changed is named and left; the next undo tries it once more, and goes on to the turn before where it
 * still cannot be moved. The caller holds the repository's lock.
 */
export async function undo(options: SessionPlace & { turns: UndoneTurns }): Promise<UndoResult> {
  const { sessionFolder, root } = options;
  const undone = await readUndoLog(sessionFolder);
  const turns: number[] = [];
  const done: Outcome[] = [];
  const stuck: Outcome[] = [];
  const left: SkippedPath[] = [];
  const earliest = typeof options.turns === "object" ? options.turns.from : 0;
  for (const turn of (await listTurns(sessionFolder)).reverse().filter((each) => each >= earliest)) {
    const { store, entries, reported } = await openTurn({ sessionFolder, root, turn });
    const tried = undone.get(turn);
    const open = entries.filter(({ path }) => !tried?.has(path));
    if (!open.some(isChange) && (tried || reported.length === 0)) {
      continue;
    }
    const outcome = await move(root, store, open, "undo");
    if (tried && outcome.restored.length === 0) {
      stuck.push(outcome);
      continue;
    }
    await logUndo(sessionFolder, { direction: "undo", turn, paths: outcome.moved });
    turns.push(turn);
    done.push(outcome);
    left.push(...reported);
    if (options.turns === "last") {
      break;
    }
  }
  const named = options.turns !== "last" || turns.length === 0 ? [...stuck, ...done] : done;
  return { turns, ...summarize(named, left) };
}

/** Redoes the turn that was undone last. The caller holds the repository's lock. */
export async function redo({ sessionFolder, root }: SessionPlace): Promise<UndoResult> {
  const undone = [...(await readUndoLog(sessionFolder))].filter(([, paths]) => paths.size > 0);
  const [turn, paths] = undone.at(-1) ?? [];
  if (turn === undefined || paths === undefined) {
    return { turns: [], ...summarize([], []) };
  }
  const { store, entries } = await openTurn({ sessionFolder, root, turn });
  const chosen = entries.filter(({ path }) => paths.has(path));
  // Logged first: a path counts as undone only while it certainly is, whenever this is cut off.
  await logUndo(sessionFolder, { direction: "redo", turn, paths: [...paths] });
  const outcome = await move(root, store, chosen, "redo");
  if (outcome.conflicts.size > 0) {
    await logUndo(sessionFolder, { direction: "undo", turn, paths: [...outcome.conflicts.keys()] });
  }
  return { turns: [turn], ...summarize([outcome], []) };
}
