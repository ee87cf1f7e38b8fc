/** The stream events of the Cursor CLI that this version does not know, from the logs of this repository's sessions. */
import { join } from "node:path";
import { glob } from "tinyglobby";
import { openRegularFile } from "../../base/files/open-file.js";
import { requireOwnFolders } from "../../base/files/own-folders.js";
import { oneLine } from "../../base/text/safe-text.js";
import { readEvents } from "../../cursor/stream/stream-reader.js";

/** Enough of the newest logs to find what is new, and read in a second. Bytes. */
const mostBytes = 8 * 1024 * 1024;

export type UnknownEventCount = {
  /** `type` or `type/subtype`. */
  name: string;
  count: number;
  /** Why it was not known, and the names of its fields: never what is in them. */
  reason: string;
  fields: string[];
};

/** Reads the newest native logs of the repository at `root`; those that cannot be read are left out. */
export async function findUnknownEvents(root: string): Promise<UnknownEventCount[]> {
  const cwd = join(root, ".copperhead", "sessions");
  try {
    await requireOwnFolders(root, ".copperhead", "sessions");
  } catch {
    return [];
  }
  const logs = await glob("*/native/*", { cwd, absolute: true, followSymbolicLinks: false });
  const found = new Map<string, UnknownEventCount>();
  let left = mostBytes;
  // Newest first: sessions and steps are named by when they began.
  for (const log of logs.toSorted().toReversed()) {
    if (left <= 0) {
      break;
    }
    left -= await countEvents(log, left, found);
  }
  return [...found.values()];
}

/** Counts the unknown events in the first `most` bytes of a log. Returns how many bytes were read. */
async function countEvents(
  log: string,
  most: number,
  found: Map<string, UnknownEventCount>,
): Promise<number> {
  const file = await openRegularFile(log).catch(() => undefined);
  if (!file) {
    return 0;
  }
  const stream = file.createReadStream({ end: most - 1 });
  try {
    for await (const item of readEvents(stream)) {
      if (item.kind === "unknown") {
        const { type, subtype, reason, raw } = item;
        const name = oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80);
        const fields = Object.keys(raw).map((field) => oneLine(field, 40));
        const known = found.get(name) ?? { name, count: 0, reason: oneLine(reason, 120), fields };
        found.set(name, { ...known, count: known.count + 1 });
      }
    }
  } catch {
    // The log was removed meanwhile, or belongs to another user.
  }
  return stream.bytesRead;
}
