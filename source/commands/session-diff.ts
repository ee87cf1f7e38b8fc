/** What a session has changed and still stands, as one diff. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { diffFiles } from "../tools/unified-diff.js";
import { TurnJournal } from "../workspace/journal.js";
import { listTurns } from "../workspace/turn-store.js";

/** Unified diff from each file as the session first met it to the file as it is now; empty where nothing differs. */
export async function diffOfSession(root: string, sessionFolder: string): Promise<string> {
  const before = new Map<string, Buffer | null>();
  for (const turn of await listTurns(sessionFolder)) {
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
  const standing = changes.filter(
    ({ before: old, after }) => !(old === after || (old && after && old.equals(after))),
  );
  return diffFiles(standing);
}

async function bytesOf(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}
