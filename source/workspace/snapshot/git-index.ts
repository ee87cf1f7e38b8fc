/**
 * What git's index says of files: which object each held when git last looked, and how the file looked then. Pure.
 * Git's own comparison would run the filters that the repository names. An entry is read where it stands, for there can
 * be a hundred thousand.
 */
import { hashOf } from "../../base/files/hash.js";
import { pathFromBytes } from "../../base/files/path-bytes.js";
import type { FileStat } from "./file-stat.js";
import { PathMap } from "./path-map.js";

const headLength = 12;
/** What of an entry is there whatever its path: times, device, inode, mode, owner, size, object id, flags. */
const fixedLength = 62;
const checksumLength = 20;
const oidLength = 20;
const hexDigits = Buffer.from("0123456789abcdef");

const isAssumedUnchanged = 0x8000;
const isExtended = 0x4000;
const stageBits = 0x3000;
/** Not in the tree on purpose, or only announced. */
const isAbsentBits = 0x6000;
const kindBits = 0xf000;
const regularFile = 0x8000;
const submodule = 0xe000;

type Parts = Pick<GitIndex, "bytes" | "entries" | "known" | "submodules"> & { end: number };

/** An index of SHA-1 ids. */
export class GitIndex {
  readonly bytes: Buffer;
  /** Where the entry of each path begins, for the methods here; of a merge that is not done, one entry of each path. */
  readonly entries: PathMap<number>;
  /** Those of regular files whose state git knows: it was not asked to look away, and no merge waits. */
  readonly known: readonly number[];
  /** Paths. */
  readonly submodules: readonly string[];
  /** Of the bytes: quicker than what a buffer has to read numbers. */
  readonly #view: DataView;
  readonly #end: number;

  private constructor({ bytes, entries, known, submodules, end }: Parts) {
    this.bytes = bytes;
    this.#view = viewOf(bytes);
    this.entries = entries;
    this.known = known;
    this.submodules = submodules;
    this.#end = end;
  }

  /** `undefined` where the index is of a form that is not understood, or does not hold all entries itself. */
  static read(bytes: Buffer): GitIndex | undefined {
    const end = bytes.length - checksumLength;
    if (end < headLength || bytes.toString("latin1", 0, 4) !== "DIRC") {
      return undefined;
    }
    const view = viewOf(bytes);
    const version = view.getUint32(4);
    if (version < 2 || version > 4) {
      return undefined;
    }
    // A character for each byte.
    const text = bytes.toString("latin1");
    const entries = PathMap.of<number>();
    const known: number[] = [];
    const submodules: string[] = [];
    let at = headLength;
    let name = "";
    for (let left = view.getUint32(8); left > 0; left--) {
      if (at + fixedLength > end) {
        return undefined;
      }
      const nameAt = at + fixedLength + (hasMoreFlags(view, at) ? 2 : 0);
      // In version 4, a name begins as the one before, cut by so many bytes.
      const { cut, start } = version === 4 ? readCut(bytes, nameAt) : { cut: name.length, start: nameAt };
      const nameEnd = text.indexOf("\0", start);
      if (cut > name.length || nameEnd === -1 || nameEnd > end) {
        return undefined;
      }
      name = name.slice(0, name.length - cut) + text.slice(start, nameEnd);
      const path = /[\x80-\xff]/.test(name) ? pathFromBytes(Buffer.from(name, "latin1")) : name;
      entries.set(path, at);
      const kind = view.getUint32(at + 24) & kindBits;
      if (kind === submodule) {
        submodules.push(path);
      } else if (kind === regularFile && isLookedAt(view, at)) {
        known.push(at);
      }
      // Before version 4, entries are padded to a multiple of 8 with at least one NUL.
      at = version === 4 ? nameEnd + 1 : at + (Math.floor((nameEnd - at) / 8) + 1) * 8;
    }
    return hasOtherPart(bytes, at, end)
      ? undefined
      : new GitIndex({ bytes, entries, known, submodules, end: at });
  }

  /** The rights that git gives to the file where it makes it under `umask`. */
  usualMode(at: number, umask: number): number {
    return ((this.#mode(at) & 0o100) === 0 ? 0o666 : 0o777) & ~umask;
  }

  oid(at: number): string {
    return this.bytes.toString("hex", at + 40, at + 40 + oidLength);
  }

  /** The object ids of these entries, a line for each. */
  oidLines(entries: readonly number[]): Buffer {
    const lines = Buffer.alloc(entries.length * (2 * oidLength + 1), "\n");
    let to = 0;
    for (const at of entries) {
      for (let from = at + 40; from < at + 40 + oidLength; from++) {
        const byte = this.#view.getUint8(from);
        lines[to++] = hexDigits[byte >> 4] ?? 0;
        lines[to++] = hexDigits[byte & 15] ?? 0;
      }
      to += 1;
    }
    return lines;
  }

  size(at: number): number {
    return this.#view.getUint32(at + 36);
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
      inode: this.#view.getUint32(at + 20),
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
    return this.#view.getUint32(at + 24);
  }

  /** As `Stats` has it: seconds and nanoseconds in one number of milliseconds. */
  #time(at: number): number {
    return this.#view.getUint32(at) * 1000 + this.#view.getUint32(at + 4) / 1_000_000;
  }
}

function isLookedAt(view: DataView, at: number): boolean {
  const flags = view.getUint16(at + 60);
  const more = hasMoreFlags(view, at) ? view.getUint16(at + fixedLength) : 0;
  return (flags & (isAssumedUnchanged | stageBits)) === 0 && (more & isAbsentBits) === 0;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

function hasMoreFlags(view: DataView, at: number): boolean {
  return (view.getUint16(at + 60) & isExtended) !== 0 && view.getUint32(4) >= 3;
}

/** A number of bytes in pieces of 7 bits, and where the name behind it begins. */
function readCut(bytes: Buffer, at: number): { cut: number; start: number } {
  let start = at;
  let byte = bytes[start++] ?? 0;
  let cut = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[start++] ?? 0;
    cut = (cut + 1) * 128 + (byte & 0x7f);
  }
  return { cut, start };
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
