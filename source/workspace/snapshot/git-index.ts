/**
 * What git's index says of files: which object each held when git last looked, and how the file looked then. Pure.
 * Git's own comparison would run the filters that the repository names. An entry is read where it stands, for there can
 * be a hundred thousand.
 */
import { hashOf } from "../../base/files/hash.js";
import { pathFromBytes } from "../../base/files/path-bytes.js";
import type { FileStat } from "./file-stat.js";

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
const submodule = 0xe000;

/** An index of SHA-1 ids. */
export class GitIndex {
  readonly bytes: Buffer;
  /** Where the entry of each path begins, for the methods here; of a merge that is not done, one entry of each path. */
  readonly entries: ReadonlyMap<string, number>;
  /** The paths of submodules. */
  readonly submodules: readonly string[];
  readonly #end: number;

  private constructor(bytes: Buffer, entries: ReadonlyMap<string, number>, end: number) {
    this.bytes = bytes;
    this.entries = entries;
    this.#end = end;
    const submodules: string[] = [];
    for (const [path, at] of entries) {
      if ((this.#mode(at) & kindBits) === submodule) {
        submodules.push(path);
      }
    }
    this.submodules = submodules;
  }

  /** `undefined` where the index is of a form that is not understood, or does not hold all entries itself. */
  static read(bytes: Buffer): GitIndex | undefined {
    const end = bytes.length - checksumLength;
    if (end < headLength || bytes.toString("latin1", 0, 4) !== "DIRC") {
      return undefined;
    }
    const version = bytes.readUInt32BE(4);
    const entries = new Map<string, number>();
    let at = headLength;
    let path: Buffer | string = "";
    for (let left = bytes.readUInt32BE(8); left > 0; left--) {
      if (at + fixedLength > end) {
        return undefined;
      }
      const nameAt = at + fixedLength + (hasMoreFlags(bytes, at) ? 2 : 0);
      const named: Named | undefined =
        version === 4 ? readCutName(bytes, nameAt, path) : readName(bytes, nameAt, version);
      if (!named || named.end > end) {
        return undefined;
      }
      path = named.path;
      entries.set(typeof path === "string" ? path : pathFromBytes(path), at);
      // Before version 4, entries are padded to a multiple of 8 with at least one NUL.
      at = version === 4 ? named.end + 1 : at + (Math.floor((named.end - at) / 8) + 1) * 8;
    }
    return hasOtherPart(bytes, at, end) ? undefined : new GitIndex(bytes, entries, at);
  }

  /** Whether it is a regular file whose state git knows: it was not asked to look away, and no merge waits. */
  isKnown(at: number): boolean {
    const flags = this.bytes.readUInt16BE(at + 60);
    const more = hasMoreFlags(this.bytes, at) ? this.bytes.readUInt16BE(at + fixedLength) : 0;
    const isPlain = (flags & (isAssumedUnchanged | stageBits)) === 0 && (more & isAbsentBits) === 0;
    return isPlain && (this.#mode(at) & kindBits) === regularFile;
  }

  /** The rights that git gives to the file where it makes it under `umask`. */
  usualMode(at: number, umask: number): number {
    return ((this.#mode(at) & 0o100) === 0 ? 0o666 : 0o777) & ~umask;
  }

  oid(at: number): string {
    return this.bytes.toString("hex", at + 40, at + 60);
  }

  size(at: number): number {
    return this.bytes.readUInt32BE(at + 36);
  }

  /** Milliseconds. */
  mtimeMs(at: number): number {
    return this.#time(at + 8);
  }

  /** How the file looked when git noted it. */
  stat(at: number): FileStat {
    return {
      size: this.size(at),
      mtimeMs: this.mtimeMs(at),
      ctimeMs: this.#time(at),
      inode: this.bytes.readUInt32BE(at + 20),
    };
  }

  /** Differs when an entry does, but for how its file looks: git notes that whenever it looks. */
  digest(): string {
    const entries = Buffer.from(this.bytes.subarray(0, this.#end));
    for (const at of this.entries.values()) {
      entries.fill(0, at, at + 24);
      entries.fill(0, at + 28, at + 40);
    }
    return hashOf(entries);
  }

  #mode(at: number): number {
    return this.bytes.readUInt32BE(at + 24);
  }

  /** As `Stats` has it: seconds and nanoseconds in one number of milliseconds. */
  #time(at: number): number {
    return this.bytes.readUInt32BE(at) * 1000 + this.bytes.readUInt32BE(at + 4) / 1_000_000;
  }
}

function hasMoreFlags(bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(4) >= 3 && (bytes.readUInt16BE(at + 60) & isExtended) !== 0;
}

type Named = { path: Buffer | string; end: number };

/** The path that begins at `at`, and where its NUL is. */
function readName(bytes: Buffer, at: number, version: number): Named | undefined {
  const end = bytes.indexOf(0, at);
  if ((version !== 2 && version !== 3) || end === -1) {
    return undefined;
  }
  const path = bytes.toString("utf8", at, end);
  return { path: path.includes("\ufffd") ? bytes.subarray(at, end) : path, end };
}

/** Likewise in version 4, where it begins as the one before, cut by so many bytes. */
function readCutName(bytes: Buffer, at: number, last: Buffer | string): Named | undefined {
  const before = Buffer.from(last);
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

/** Whether an extension says that entries are in another file, or that one stands for a whole folder. */
function hasOtherPart(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (["link", "sdir"].includes(bytes.toString("latin1", at, at + 4))) {
      return true;
    }
  }
  return false;
}
