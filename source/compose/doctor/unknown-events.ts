/** The stream events of the Cursor CLI that this version did not know, as this repository's sessions kept them. */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { oneLine } from "../../base/safe-text.js";
import { readEvents, type StreamItem } from "../../cursor/stream/ndjson.js";

/** Enough of the newest logs to meet what is new, and read in a second. Bytes. */
const readBytes = 8 * 1024 * 1024;

export type UnknownEventCount = {
  /** `type` or `type/subtype`. */
  name: string;
  count: number;
  /** Why it was not known, and the names of its fields: never what is in them. */
  reason: string;
  fields: string[];
};

/** Reads the newest native logs of the repository at `root`; what cannot be read is passed over. */
export async function findUnknownEvents(root: string): Promise<UnknownEventCount[]> {
  const found = new Map<string, UnknownEventCount>();
  let left = readBytes;
  for (const file of await nativeLogs(root)) {
    if (left <= 0) {
      break;
    }
    left -= await readLog(file, left, (event) => {
      const known = found.get(event.name);
      found.set(event.name, known ? { ...known, count: known.count + 1 } : event);
    });
  }
  return [...found.values()];
}

/** Newest first: sessions and steps are named by when they began. */
async function nativeLogs(root: string): Promise<string[]> {
  const sessions = join(root, ".copperhead", "sessions");
  const logs: string[] = [];
  for (const session of await namesIn(sessions)) {
    const native = join(sessions, session, "native");
    logs.push(...(await namesIn(native)).map((name) => join(native, name)));
  }
  return logs;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.toSorted().toReversed();
}

/** Gives how many bytes were read. */
async function readLog(
  file: string,
  most: number,
  meet: (event: UnknownEventCount) => void,
): Promise<number> {
  const stream = createReadStream(file, { end: most - 1 });
  try {
    for await (const item of readEvents(stream)) {
      if (item.kind === "unknown") {
        meet(describe(item));
      }
    }
  } catch {
    // It was removed meanwhile, or is somebody else's.
  }
  return stream.bytesRead;
}

function describe({
  type,
  subtype,
  reason,
  raw,
}: Extract<StreamItem, { kind: "unknown" }>): UnknownEventCount {
  return {
    name: oneLine(subtype === undefined ? type : `${type}/${subtype}`, 80),
    count: 1,
    reason: oneLine(reason, 120),
    fields: Object.keys(raw).map((name) => oneLine(name, 40)),
  };
}
