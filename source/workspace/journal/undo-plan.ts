/** What an undo does, decided from what the turn did and what stands there now. Pure. */
import { type FileState, modeOf, sameContent, sameState, whyUnexpected } from "./file-state.js";
import type { Found } from "./find-state.js";
import { type Entry, lastOf } from "./journal-records.js";

/** `undo` goes to what stood there before the turn, `redo` to what the turn left. */
export type Direction = "undo" | "redo";

/** One change of one path; every step finds what the one before it on the same path left. */
export type UndoStep = { path: string; found: Found; to: FileState };

type UndoVerdict =
  | { kind: "there" }
  | { kind: "go"; to: FileState }
  /** Somebody else was here: `reason` is a clause about the path. */
  | { kind: "conflict"; reason: string };

function isFolder(state: FileState): boolean {
  return state?.type === "folder";
}

/** Whether the turn itself, or an undo of it that was cut off, can have left `now` at the path. */
export function isKnown({ before, wrote }: Entry, now: FileState): boolean {
  const known = [before, ...wrote];
  // A folder becomes something else by way of absence.
  const passesAbsence = now === null && known.some(isFolder) && known.some((state) => !isFolder(state));
  return passesAbsence || known.some((state) => sameContent(state, now));
}

/** Where the path has to go from `now`. Permissions that the turn did not change are left as they are now. */
export function judge(entry: Entry, now: FileState, direction: Direction): UndoVerdict {
  const { before, wrote } = entry;
  const target = direction === "undo" ? before : lastOf(entry);
  if (!isKnown(entry, now)) {
    return { kind: "conflict", reason: whyUnexpected(now) };
  }
  const known = [before, ...wrote];
  const present = modeOf(now);
  const wanted = modeOf(target);
  if (present === undefined || wanted === undefined || now?.type !== target?.type) {
    return sameContent(now, target) ? { kind: "there" } : { kind: "go", to: target };
  }
  const modes = new Set(known.map(modeOf).filter((mode) => mode !== undefined));
  const turnChangedMode = modes.size > 1;
  if (turnChangedMode && !modes.has(present)) {
    return { kind: "conflict", reason: "somebody else changed its permissions meanwhile" };
  }
  const mode = turnChangedMode ? wanted : present;
  const to = target?.type === "file" || target?.type === "folder" ? { ...target, mode } : target;
  return sameState(now, to) ? { kind: "there" } : { kind: "go", to };
}

function phaseOf({ found, to }: UndoStep): number {
  if (to === null) {
    return isFolder(found.state) ? 1 : 0;
  }
  return isFolder(to) ? 2 : 3;
}

/**
 * The steps in an order that works: what is to go first, a folder after what was in it; then the folders that are to
 * be there, outermost first; then files and links.
 */
export function inOrder(moves: readonly UndoStep[]): UndoStep[] {
  const steps = moves.flatMap((move): UndoStep[] => {
    const { path, found, to } = move;
    const viaAbsence = found.state !== null && to !== null && isFolder(found.state) !== isFolder(to);
    return viaAbsence
      ? [
          { path, found, to: null },
          { path, found: { state: null }, to },
        ]
      : [move];
  });
  const byPath = (one: UndoStep, other: UndoStep) => (one.path < other.path ? -1 : 1);
  return steps.sort((one, other) => {
    const phases = phaseOf(one) - phaseOf(other);
    if (phases !== 0) {
      return phases;
    }
    return one.to === null ? byPath(other, one) : byPath(one, other);
  });
}
