/** What a session has changed and did not undo. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "../../base/files/file-change.js";
import { TurnJournal } from "./journal.js";
import { listTurns } from "./turn-store.js";

/**
 * From each file as the session, or its turns from `from` on, first met it to the file as it is now; files that are again
 * as they were are left out.
 */
export async function changesOfSession(root: string, sessionFolder: string, from = 0): Promise<FileChange[]> {
  const before = new Map<string, Buffer | null>();
  for (const turn of (await listTurns(sessionFolder)).filter((each) => each >= from)) {
    const journal = await TurnJournal.open({ sessionFolder, turn, root });
    for (const change of await journal.changes()) {
      if (!before.has(change.path)) {
        before.set(change.path, change.before);
      }
    }
  }
  const changes = await Promise.all(
    [...before].map(async ([path, bytes]) => ({
      path,
      before: bytes,
      after: await bytesOf(join(root, path)),
    })),
  );
  return changes.filter(({ before: old, after }) => !(old === after || (old && after && old.equals(after))));
}

async function bytesOf(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}
