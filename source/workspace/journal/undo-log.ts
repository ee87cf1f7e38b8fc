/** Which turns of a session are undone: `undo.jsonl`, one line for each undo and redo of a turn. */
import { join } from "node:path";
import * as z from "zod";
import { appendJsonLines, readJsonLines } from "../../base/files/json-lines.js";

const undoRecord = z.object({
  direction: z.enum(["undo", "redo"]),
  turn: z.int(),
  /** The paths that were moved. */
  paths: z.array(z.string()),
  /** When it was moved; absent in the logs of earlier versions. */
  at: z.iso.datetime().exactOptional(),
});
type UndoRecord = z.infer<typeof undoRecord>;

async function readRecords(sessionFolder: string): Promise<UndoRecord[]> {
  return undoRecord.array().parse(await readJsonLines(join(sessionFolder, "undo.jsonl")));
}

/** For each turn that an undo was tried on, the paths that are undone; the turn of the latest undo comes last. */
export type UndonePaths = Map<number, ReadonlySet<string>>;

export async function readUndoLog(sessionFolder: string): Promise<UndonePaths> {
  const undone: UndonePaths = new Map();
  for (const { direction, turn, paths } of await readRecords(sessionFolder)) {
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

/** When the turn was undone that a redo would move (ISO 8601); "" where there is none. */
export async function lastUndoTime(sessionFolder: string): Promise<string> {
  const [turn] = [...(await readUndoLog(sessionFolder))].findLast(([, paths]) => paths.size > 0) ?? [];
  const records = await readRecords(sessionFolder);
  return records.findLast((record) => record.turn === turn && record.direction === "undo")?.at ?? "";
}

/** Adds to the log; it is on the disk when it resolves. */
export async function logUndo(sessionFolder: string, record: Omit<UndoRecord, "at">): Promise<void> {
  await appendJsonLines(join(sessionFolder, "undo.jsonl"), { ...record, at: new Date().toISOString() });
}
