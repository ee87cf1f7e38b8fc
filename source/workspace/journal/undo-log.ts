/** Which turns of a session are undone: `undo.jsonl`, one line for each undo and redo of a turn. */
import { join } from "node:path";
import * as z from "zod";
import { appendJsonLines, readJsonLines } from "../../base/json-lines.js";

const undoRecord = z.object({
  direction: z.enum(["undo", "redo"]),
  turn: z.int(),
  /** The paths that were moved. */
  paths: z.array(z.string()),
});

/** For each turn that an undo was tried on, the paths that are undone; the turn of the latest undo comes last. */
export type UndonePaths = Map<number, ReadonlySet<string>>;

export async function readUndoLog(sessionFolder: string): Promise<UndonePaths> {
  const undone: UndonePaths = new Map();
  for (const line of await readJsonLines(join(sessionFolder, "undo.jsonl"))) {
    const { direction, turn, paths } = undoRecord.parse(line);
    const now = new Set(undone.get(turn));
    for (const path of paths) {
      if (direction === "undo") {
        now.add(path);
      } else {
        now.delete(path);
      }
    }
    undone.delete(turn);
    if (direction === "undo" || now.size > 0) {
      undone.set(turn, now);
    }
  }
  return undone;
}

/** Adds to the log; it is on the disk when it resolves. */
export async function logUndo(sessionFolder: string, record: z.infer<typeof undoRecord>): Promise<void> {
  await appendJsonLines(join(sessionFolder, "undo.jsonl"), record);
}
