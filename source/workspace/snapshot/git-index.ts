/**
 * What git's index says of files: which object each held when git last looked, and how the file looked then. Pure.
 * Git's own comparison would run the filters that the repository names.
 */
import { pathFromBytes } from "../../base/files/path-bytes.js";
import type { FileStat } from "./file-stat.js";

/** A tracked regular file as git saw it last. */
export type IndexedFile = { path: string; oid: string; stat: FileStat };

const headLength = 12;
/** What of an entry is there whatever its path: times, device, inode, mode, owner, size, object id, flags. */
const fixedLength = 62;
const checksumLength = 20;

const isAssumedUnchanged = 0x8000;
const isExtended = 0x4000;
const stageBits = 0x3000;
/** Not in the tree on purpose, or only announced. */
const isAbsentBits = 0x6000;
const kindBits = 0xf000;
const regularFile = 0x8000;

/**
 * The regular files in an index of SHA-1 ids; without those whose state git was asked not to look at, and those of a
 * merge that is not done. `undefined` where the index is of a form that is not understood, or is one part of two.
 */
export function readIndex(bytes: Buffer): IndexedFile[] | undefined {
  const end = bytes.length - checksumLength;
  if (end < headLength || bytes.toString("latin1", 0, 4) !== "DIRC") {
    return undefined;
  }
  const version = bytes.readUInt32BE(4);
  const files: IndexedFile[] = [];
  let at = headLength;
  let path: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + fixedLength > end) {
      return undefined;
    }
    const flags = bytes.readUInt16BE(at + 60);
    const hasMore = version >= 3 && (flags & isExtended) !== 0;
    const more = hasMore ? bytes.readUInt16BE(at + fixedLength) : 0;
    const named = readName(bytes, at + fixedLength + (hasMore ? 2 : 0), version, path);
    if (!named || named.end > end) {
      return undefined;
    }
    path = named.path;
    const isPlain = (flags & (isAssumedUnchanged | stageBits)) === 0 && (more & isAbsentBits) === 0;
    if (isPlain && (bytes.readUInt32BE(at + 24) & kindBits) === regularFile) {
      files.push({
        path: pathFromBytes(path),
        oid: bytes.toString("hex", at + 40, at + 60),
        stat: {
          ctimeMs: readTime(bytes, at),
          mtimeMs: readTime(bytes, at + 8),
          inode: bytes.readUInt32BE(at + 20),
          size: bytes.readUInt32BE(at + 36),
        },
      });
    }
    // Before version 4, entries are padded to a multiple of 8 with at least one NUL.
    at = version === 4 ? named.end + 1 : at + (Math.floor((named.end - at) / 8) + 1) * 8;
  }
  return hasOtherPart(bytes, at, end) ? undefined : files;
}

/** As `Stats` has it: seconds and nanoseconds in one number. */
function readTime(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 1000 + bytes.readUInt32BE(at + 4) / 1_000_000;
}

/** The path that begins at `at`, and where its NUL is. In version 4 it begins as the one before, cut by so many bytes. */
function readName(
  bytes: Buffer,
  at: number,
  version: number,
  before: Buffer,
): { path: Buffer; end: number } | undefined {
  if (version === 2 || version === 3) {
    const end = bytes.indexOf(0, at);
    return end === -1 ? undefined : { path: bytes.subarray(at, end), end };
  }
  if (version !== 4) {
    return undefined;
  }
  let from = at;
  let byte = bytes[from++] ?? 0;
  let cut = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[from++] ?? 0;
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  const end = bytes.indexOf(0, from);
  if (end === -1 || cut > before.length) {
    return undefined;
  }
  return { path: Buffer.concat([before.subarray(0, before.length - cut), bytes.subarray(from, end)]), end };
}

/** Whether an extension says that more entries are in another file. */
function hasOtherPart(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) === "link") {
      return true;
    }
  }
  return false;
}
