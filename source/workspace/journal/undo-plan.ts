/** What an undo does, decided from what the turn did and what is on the disk now. Pure. */
import type { DiskState } from "./disk-state.js";
import { describeUnexpected, type FileState, modeOf, sameContent, sameState } from "./file-state.js";
import { type JournalEntry, stateAfter } from "./journal-records.js";

/** `undo` goes to what was there before the turn, `redo` to what the turn left. */
export type Direction = "undo" | "redo";

/** One change of one path; every step finds what the one before it on the same path left. */
export type UndoStep = { path: string; current: DiskState; to: FileState };

type UndoDecision =
  | { kind: "none" }
  | { kind: "change"; to: FileState }
  /** Somebody else was here: `reason` is a clause about the path. */
  | { kind: "conflict"; reason: string };

function isFolder(state: FileState): boolean {
  return state?.type === "folder";
}

/** Whether the turn itself, or an undo of it that was cut off, can have left `now` at the path. */
export function isKnown({ before, wrote }: JournalEntry, now: FileState): boolean {
  const known = [before, ...wrote];
  // A folder becomes something else by way of absence.
  const passesAbsence = now === null && known.some(isFolder) && known.some((state) => !isFolder(state));
  return passesAbsence || known.some((state) => sameContent(state, now));
}

/** Decides what becomes of the path from `now`. Permissions that the turn did not change are left as they are now. */
export function decideUndo(entry: JournalEntry, now: FileState, direction: Direction): UndoDecision {
  const { before, wrote } = entry;
  const target = direction === "undo" ? before : stateAfter(entry);
  if (!isKnown(entry, now)) {
    return { kind: "conflict", reason: describeUnexpected(now) };
  }
  const mode = modeOf(now);
  if (mode === undefined || modeOf(target) === undefined || now?.type !== target?.type) {
    return sameContent(now, target) ? { kind: "none" } : { kind: "change", to: target };
  }
  const modes = new Set([before, ...wrote].map(modeOf).filter((known) => known !== undefined));
  const turnChangedMode = modes.size > 1;
  if (turnChangedMode && !modes.has(mode)) {
    return { kind: "conflict", reason: "somebody else changed its permissions meanwhile" };
  }
  const to = target && "mode" in target && !turnChangedMode ? { ...target, mode } : target;
  return sameState(now, to) ? { kind: "none" } : { kind: "change", to };
}

function phaseOf({ current, to }: UndoStep): number {
  if (to === null) {
    return isFolder(current.state) ? 1 : 0;
  }
  return isFolder(to) ? 2 : 3;
}

/**
 * The steps in an order that works: what is to go first, a folder after what was in it; then the folders that are to
 * be there, outermost first; then files and links.
 */
export function orderSteps(steps: readonly UndoStep[]): UndoStep[] {
  const byAbsence = steps.flatMap((step): UndoStep[] => {
    const { path, current, to } = step;
    const viaAbsence = current.state !== null && to !== null && isFolder(current.state) !== isFolder(to);
    return viaAbsence
      ? [
          { ...step, to: null },
          { path, current: { state: null }, to },
        ]
      : [step];
  });
  const byPath = (one: UndoStep, other: UndoStep) => (one.path < other.path ? -1 : 1);
  return byAbsence.sort(
    (one, other) =>
      phaseOf(one) - phaseOf(other) || (one.to === null ? byPath(other, one) : byPath(one, other)),
  );
}
